import type { Order } from '../model/order.ts'
import type { PreparedOrder } from '../model/payment.ts'
import { countByBucket } from '../orders/count-by-bucket.ts'
import { hasPhysical } from '../orders/order-facts.ts'
import { planOrder } from '../orders/order-plan.ts'
import type { StoreTransaction } from '../ports/store.ts'
import type { PaymentTaken } from './take-at-once.ts'

/** Places a prepared order that has been paid: its reserved cards are sold, and its course begins (spec 4.6). */
export async function placeOrder(
  tx: StoreTransaction,
  { method: _method, course, ...prepared }: PreparedOrder,
  { payment, hold, returnedAfterMs }: PaymentTaken,
  now: number,
): Promise<Order> {
  const { units } = prepared
  const returnedAt = returnedAfterMs === undefined ? undefined : now + returnedAfterMs
  const order: Order = {
    ...prepared,
    purchasedAt: now,
    status: 'Processing',
    payment,
    plan: planOrder(now, course, hasPhysical(units), returnedAt),
    hold,
  }
  for (const { bucket, count } of countByBucket(units)) await tx.sellStock(bucket, count)
  await tx.insertOrder(order)
  return order
}
