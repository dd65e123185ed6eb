import type { JobTask } from '../model/job.ts'
import type { Order } from '../model/order.ts'
import type { PaymentLeg } from '../model/payment.ts'
import { type JobDeps, withinLimit } from '../ports/deps.ts'
import type { StoreReader, StoreTransaction } from '../ports/store.ts'
import { settings } from '../settings.ts'

/**
 * What an order says was paid is not what its ledger row, its payment or the gateway says. Nothing is refunded, and a retry would not
 * help: an operator has to compare them.
 */
export class RefundMismatchError extends Error {
  override readonly name = 'RefundMismatchError'
}

/** Throws `RefundMismatchError` unless a refund is what another place says was paid for the order, in cents. */
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
 * Refunds what the gateway has charged for a canceled order. A job does it, since the gateway may not be available. Where the bank has
 * already taken the money back, only the state of the leg changes.
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
 * Refunds one leg through the gateway: what its order was due and what the gateway knows that it charged, which must be the same.
 * Rejects if they differ or the gateway does not respond, and leaves the leg as it is.
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
  // The gateway of a sandbox forgets its charges.
  if (charge !== undefined) assertPaid(order, amountCents, charge.amountCents, 'the gateway')
  await withinLimit(realTime.startTimer, settings.gatewayLimitMs, () =>
    gateway.refund({ reference, leg: position, amountCents }),
  )
  await store.transaction(async (tx) => {
    // Waits for a reset of the sandbox, after which this is a leg of another payment or of none.
    await tx.lock({ kind: 'customer', customerId })
    const found = await findLeg(tx, orderId, position)
    if (found?.state === 'refunding' && found.reference === reference)
      await tx.putPaymentLeg({ ...leg, state: 'refunded', changedAt: clock.now() })
  })
}

async function findLeg(tx: StoreReader, orderId: number, position: number): Promise<PaymentLeg | undefined> {
  return (await tx.listPaymentLegs(orderId)).find((leg) => leg.position === position)
}
