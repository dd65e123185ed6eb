import type { Address } from './accounts.ts'
import type { AppliedCoupon } from './coupon.ts'
import type { Merchant, StockKey } from './stock.ts'

/** Order states (decision: orders; the vocabulary is open in the contract). */
export const orderMessages = {
  Processing: 'Order Processing',
  Fulfillment: 'Order Being Prepared',
  Shipped: 'Order Shipped',
  'Digitally Delivered': 'Order Delivered',
  Review: 'Order Under Review',
  Hold: 'Order On Hold',
  Canceled: 'Order Canceled',
} as const

/** An order's status; its message is `orderMessages[status]`. */
export type OrderStatus = keyof typeof orderMessages

/** The methods of spec 4.5. */
export const paymentMethods = [
  'ACH',
  'ACH_CREDITCARD',
  'CREDITCARD',
  'STORE_CREDIT',
  'DRAWDOWN_ACCOUNT',
] as const

/** A payment method a checkout may name. */
export type PaymentMethod = (typeof paymentMethods)[number]

/** A planned change of an order, due at a time of the service clock. */
export interface OrderStep {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly do: 'deliver-digital' | 'prepare' | 'ship' | 'review' | 'hold' | 'cancel' | 'return'
}

/** How an order was paid. Numbers are masked. */
export interface OrderPayment {
  readonly method: PaymentMethod
  readonly paidBy: 'bank' | 'card' | 'store-credit' | 'drawdown'
  readonly accountNumber: string | null
  readonly routingNumber: string | null
}

/** One card of an order: its id is the wallet card's id (decision: orders). */
export interface OrderUnit extends StockKey {
  readonly id: number
  readonly internalCardId: number
  readonly unitCostCents: number
  /** This card's share of the coupon. */
  readonly couponShareCents: number
  /** This card's share of the payment discount. */
  readonly paymentShareCents: number
  /** Milliseconds since the epoch; `null` until fulfilled. */
  readonly fulfilledAt: number | null
  readonly currentBalanceCents: number
  /** Card number, PIN and barcode serial, encrypted; `null` until fulfilled. */
  readonly sealedSecrets: string | null
}

/** An order. */
export interface Order {
  /** From 100001. */
  readonly id: number
  /** UUID, used in paths. */
  readonly orderId: string
  readonly customerId: number
  /** Milliseconds since the epoch. */
  readonly purchasedAt: number
  readonly status: OrderStatus
  readonly orderTotalCents: number
  readonly faceValueCents: number
  readonly dueCents: number
  readonly coupon: AppliedCoupon | null
  readonly payment: OrderPayment
  readonly shipping: Address
  readonly units: readonly OrderUnit[]
  /** Steps still to come, soonest first. */
  readonly plan: readonly OrderStep[]
  /** The state of the drawdown hold; `none` for other payment methods. */
  readonly hold: 'none' | 'pending' | 'captured' | 'released' | 'refunded'
}

/** Reads orders and their cards. */
export interface OrdersReader {
  findOrder(id: number): Promise<Order | undefined>
  /** By the UUID of the paths. */
  findOrderByOrderId(orderId: string): Promise<Order | undefined>
  /** A card of an order, fulfilled or not. */
  findCard(cardId: number): Promise<CardOfOrder | undefined>
  /** Of all customers, newest (highest id) first, each with all its units. */
  listOrders(limit: number): Promise<readonly Order[]>
  countOrders(): Promise<number>
}

/** Writes orders, and draws the numbers of orders, cards and ledger rows. */
export interface OrdersWriter {
  /** Returns the next integer of a series. A rolled-back transaction may leave a gap. */
  nextNumber(series: NumberSeries): Promise<number>
  /** Returns `count` integers of each series, ascending but not necessarily contiguous. */
  nextNumbers<Series extends NumberSeries>(
    series: readonly Series[],
    count: number,
  ): Promise<Readonly<Record<Series, readonly number[]>>>

  insertOrder(order: Order): Promise<void>
  /** Replaces status, plan and hold; the units named are replaced too. */
  updateOrder(
    id: number,
    change: Partial<Pick<Order, 'status' | 'plan' | 'hold'>> & { readonly units?: readonly OrderUnit[] },
  ): Promise<void>
}

/** Series of integer ids. */
export type NumberSeries = 'order' | 'card' | 'internalCard' | 'drawdownTransaction'

/** A card with its order and merchant, as the wallet shows it. */
export interface CardOfOrder {
  readonly unit: OrderUnit
  readonly order: Pick<Order, 'id' | 'orderId' | 'customerId' | 'purchasedAt' | 'status'>
  readonly merchant: Merchant
}

/** Whether every card of the order was delivered, even if the order was canceled afterwards. */
export function isDelivered({ units }: Pick<Order, 'units'>): boolean {
  return units.every((unit) => unit.fulfilledAt !== null)
}

/** Whether every card of the order was delivered and the order is not canceled (decision: orders). */
export function isFulfilled(order: Pick<Order, 'status' | 'units'>): boolean {
  return order.status !== 'Canceled' && isDelivered(order)
}

/** Whether any card must be shipped. */
export function hasPhysical(units: readonly Pick<OrderUnit, 'type'>[]): boolean {
  return units.some((unit) => unit.type === 'physical')
}

/** Returns the order as checkout responds with it: Processing, nothing fulfilled (spec 3.2), whatever its current state. */
export function asPlaced(order: Order): Order {
  return {
    ...order,
    status: 'Processing',
    plan: [],
    units: order.units.map((unit) => ({ ...unit, fulfilledAt: null, sealedSecrets: null })),
  }
}
