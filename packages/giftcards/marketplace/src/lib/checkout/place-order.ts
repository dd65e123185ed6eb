import type { MarketplaceDeps } from '../deps.ts'
import type { Order } from '../model/order.ts'
import type { PreparedOrder } from '../model/payment.ts'
import { takeStep } from '../orders/apply-step.ts'
import { countByBucket } from '../orders/count-by-bucket.ts'
import { hasPhysical } from '../orders/order-facts.ts'
import { planOrder } from '../orders/order-plan.ts'
import type { StoreTransaction } from '../ports/store.ts'
import type { PaymentTaken } from './take-at-once.ts'

/**
 * Places a prepared order that has been paid: its reserved cards are sold, and its course begins (spec 4.6). What is due
 * at this very moment, the delivery of e-codes, is done before the order is stored, which then is stored once.
 */
export async function placeOrder(
  tx: StoreTransaction,
  deps: Pick<MarketplaceDeps, 'issuer' | 'vault'>,
  { method: _method, course, ...prepared }: PreparedOrder,
  { payment, hold, returnedAfterMs }: PaymentTaken,
  now: number,
): Promise<Order> {
  const { units } = prepared
  const returnedAt = returnedAfterMs === undefined ? undefined : now + returnedAfterMs
  const placed: Order = {
    ...prepared,
    purchasedAt: now,
    status: 'Processing',
    payment,
    plan: planOrder(now, course, hasPhysical(units), returnedAt),
    hold,
  }
  for (const { bucket, count } of countByBucket(units)) await tx.sellStock(bucket, count)
  const [step, ...plan] = placed.plan
  const order =
    step?.do === 'deliver-digital' && step.at <= now
      ? { ...(await takeStep(tx, deps, placed, step)), plan }
      : placed
  await tx.insertOrder(order)
  return order
}
