import { type OrderView, viewOrder } from '../orders/order-view.ts'
import type { StoreReader } from '../ports/store.ts'

/** The orders of all customers, newest first, at most `limit`; `count` is of all (decision: sandbox). */
export async function listOrders(
  tx: StoreReader,
  limit: number,
): Promise<{ readonly orders: readonly OrderView[]; readonly count: number }> {
  const orders: OrderView[] = []
  for (const order of await tx.listOrders(limit)) orders.push(await viewOrder(tx, order))
  return { orders, count: await tx.countOrders() }
}
