import type { MarketplaceDeps } from '../deps.ts'
import type { CustomerCaller } from '../model/caller.ts'
import { type Outcome, done, refused } from '../refusal.ts'
import { type OrderView, viewOrder } from './order-view.ts'
import { readSettled } from './settle-account.ts'

/** The caller's own order as it is now (spec 3.2, 4.1). */
export function getOrder(
  deps: MarketplaceDeps,
  caller: CustomerCaller,
  orderId: string,
): Promise<Outcome<OrderView, 'order_not_found'>> {
  return readSettled(deps, caller.customerId, async (tx) => {
    const order = await tx.findOrderByOrderId(orderId)
    return order?.customerId === caller.customerId
      ? done(await viewOrder(tx, order))
      : refused('order_not_found')
  })
}
