import { hasPhysical, type Order, type OrderPayment } from '../model/order.ts'
import type { PreparedOrder } from '../model/payment.ts'
import { countByBucket } from '../model/stock.ts'
import type { StoreTransaction } from '../ports/store.ts'
import { planOrder } from './order-plan.ts'
import { scheduleStep } from './order-steps.ts'

/** Money that was taken or held. */
export interface PaymentTaken {
  readonly payment: OrderPayment
  readonly hold: Order['hold']
  /** A bank that accepted may take the money back after this long. */
  readonly returnedAfterMs?: number
}

/**
 * Places a prepared order that has been paid: its reserved cards are sold, and its course begins (spec 4.6). The first step, such as the
 * delivery of e-codes, is left to a job, even where it is due at this very moment: an issuer is never asked in a transaction.
 */
export async function placeOrder(
  tx: StoreTransaction,
  { method: _method, course, drawn: _drawn, ...prepared }: PreparedOrder,
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
  await scheduleStep(tx, order.id, order.plan)
  return order
}
