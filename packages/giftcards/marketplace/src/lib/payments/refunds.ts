import type { JobTask } from '../model/job.ts'
import type { Order } from '../model/order.ts'
import type { PaymentLeg } from '../model/payment.ts'
import { type JobDeps, withinLimit } from '../ports/deps.ts'
import type { StoreReader, StoreTransaction } from '../ports/store.ts'
import { settings } from '../settings.ts'

/**
 * The amount paid of an order differs from its ledger row, its payment or the gateway's record. Nothing is refunded, and retrying
 * does not help: an operator must compare them.
 */
export class RefundMismatchError extends Error {
  override readonly name = 'RefundMismatchError'
}

/** Throws `RefundMismatchError` unless a refund equals the amount that another record says was paid, in cents. */
export function assertPaid(
  { id }: Pick<Order, 'id'>,
  refundCents: number,
  paidCents: number | undefined,
  place: string,
): void {
  if (paidCents === refundCents) return
  const paid = paidCents === undefined ? 'nothing' : `${paidCents} cents`
  throw new RefundMismatchError(
    `Order ${id} would get a refund of ${refundCents} cents, but ${place} says that ${paid} was paid`,
  )
}

/**
 * Plans the refund of a canceled order's charge. A job refunds it, since the gateway may be unavailable. If the bank has already
 * returned the payment, only the state of the leg changes.
 */
export async function refundOrder(
  tx: StoreTransaction,
  order: Order,
  at: number,
  isReturned: boolean,
): Promise<void> {
  const legs = await tx.listPaymentLegs(order.id)
  for (const leg of legs.filter(({ state }) => state === 'charged')) {
    await tx.putPaymentLeg({ ...leg, state: isReturned ? 'refunded' : 'refunding', changedAt: at })
    if (isReturned) continue
    const { orderId, position } = leg
    const task = { kind: 'refund', orderId, position } as const
    await tx.insertJob({ id: `refund/${orderId}/${position}`, task, dueAt: at })
  }
}

/**
 * Refunds one leg through the gateway. The amount due of its order must equal the gateway's charge. Rejects if they differ or the
 * gateway does not respond, and leaves the leg unchanged.
 */
export async function refundLeg(
  { store, clock, realTime, gateway }: JobDeps,
  { orderId, position }: Extract<JobTask, { kind: 'refund' }>,
): Promise<void> {
  const { order, leg } = await store.read(async (tx) => ({
    order: await tx.findOrder(orderId),
    leg: await findLeg(tx, orderId, position),
  }))
  if (order === undefined || leg === undefined) throw new Error(`Order ${orderId} has no leg ${position}`)
  if (leg.state !== 'refunding') return
  const { customerId } = order
  const { reference, amountCents } = leg
  assertPaid(
    order,
    amountCents,
    reference === `order:${order.orderId}` ? order.dueCents : undefined,
    'the order',
  )
  const records = await withinLimit(realTime.startTimer, settings.gatewayLimitMs, () =>
    gateway.find(reference),
  )
  const charge = records.find((record) => record.leg === position && record.state === 'charged')
  // The gateway of a sandbox does not keep its charges.
  if (charge !== undefined) assertPaid(order, amountCents, charge.amountCents, 'the gateway')
  await withinLimit(realTime.startTimer, settings.gatewayLimitMs, () =>
    gateway.refund({ reference, leg: position, amountCents }),
  )
  await store.transaction(async (tx) => {
    // Wait for a running reset of the sandbox, which may remove or replace this leg.
    await tx.lock({ kind: 'customer', customerId })
    const found = await findLeg(tx, orderId, position)
    if (found?.state === 'refunding' && found.reference === reference)
      await tx.putPaymentLeg({ ...leg, state: 'refunded', changedAt: clock.now() })
  })
}

async function findLeg(tx: StoreReader, orderId: number, position: number): Promise<PaymentLeg | undefined> {
  return (await tx.listPaymentLegs(orderId)).find((leg) => leg.position === position)
}
