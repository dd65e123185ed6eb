import type { Order, OrderUnit } from '../model/order.ts'
import type { Merchant } from '../model/stock.ts'

/** Reads orders and their cards. */
export interface OrdersReader {
  findOrder(id: number): Promise<Order | undefined>
  /** By the UUID of the paths. */
  findOrderByOrderId(orderId: string): Promise<Order | undefined>
  /** A card of an order, fulfilled or not. */
  findCard(cardId: number): Promise<CardOfOrder | undefined>
  /** Ids of orders whose first planned step is due (`plan[0].at <= now`), soonest first, then by id; of one customer where given. */
  listDueOrders(now: number, limit: number, customerId?: number): Promise<readonly number[]>
  /** Of all customers, newest (highest id) first, each with all its units. */
  listOrders(limit: number): Promise<readonly Order[]>
  countOrders(): Promise<number>
  /** Ids of all orders with `id > after`, by id. */
  listOrderIds(after: number, limit: number): Promise<readonly number[]>
}

/** Writes orders, and draws the numbers of orders, cards and ledger rows. */
export interface OrdersWriter {
  /** Takes the next integer of a series. One of a transaction that was rolled back may be left out. */
  nextNumber(series: NumberSeries): Promise<number>
  /** Takes several, ascending; another transaction may take some between them. */
  nextNumbers(series: NumberSeries, count: number): Promise<readonly number[]>

  insertOrder(order: Order): Promise<void>
  /** Replaces status, plan and hold; the units named are replaced too. */
  updateOrder(
    id: number,
    change: Partial<Pick<Order, 'status' | 'plan' | 'hold'>> & { readonly units?: readonly OrderUnit[] },
  ): Promise<void>
}

/** Series of integer ids. */
export type NumberSeries = 'order' | 'card' | 'internalCard' | 'drawdownTransaction'

/** A card with what its wallet shows beside it. */
export interface CardOfOrder {
  readonly unit: OrderUnit
  readonly order: Pick<Order, 'id' | 'orderId' | 'customerId' | 'purchasedAt' | 'status'>
  /** When the next planned step of the order is due, milliseconds since the epoch; `null` where none is to come. */
  readonly nextStepAt: number | null
  readonly merchant: Merchant
}
