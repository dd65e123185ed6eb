import type { CustomerCaller } from '../model/accounts.ts'
import type { Order } from '../model/order.ts'
import { findMerchantsOf, type Merchant } from '../model/stock.ts'
import type { MarketplaceDeps } from '../ports/deps.ts'
import type { StoreReader } from '../ports/store.ts'
import { done, type Outcome, refused } from '../refusal.ts'

/** An order with the merchants of its cards. */
export interface OrderView extends Order {
  readonly merchants: ReadonlyMap<number, Merchant>
}

/** Loads the merchants of an order's cards. */
export async function viewOrder(tx: StoreReader, order: Order): Promise<OrderView> {
  return { ...order, merchants: await findMerchantsOf(tx, order.units) }
}

/** The caller's own order (spec 3.2, 4.1). */
export function getOrder(
  { store }: Pick<MarketplaceDeps, 'store'>,
  caller: CustomerCaller,
  orderId: string,
): Promise<Outcome<OrderView, 'order_not_found'>> {
  return store.read(async (tx) => {
    const order = await tx.findOrderByOrderId(orderId)
    return order?.customerId === caller.customerId
      ? done(await viewOrder(tx, order))
      : refused('order_not_found')
  })
}

/** Returns the orders of all customers, newest first, at most `limit`; `count` is the total (decision: sandbox). */
export async function listOrders(
  tx: StoreReader,
  limit: number,
): Promise<{ readonly orders: readonly OrderView[]; readonly count: number }> {
  const orders: OrderView[] = []
  for (const order of await tx.listOrders(limit)) orders.push(await viewOrder(tx, order))
  return { orders, count: await tx.countOrders() }
}
