import type { JobTask } from '../model/job.ts'
import type { Order } from '../model/order.ts'
import type { PaymentLeg } from '../model/payment.ts'
import { type JobDeps, withinLimit } from '../ports/deps.ts'
import type { StoreTransaction } from '../ports/store.ts'
import { settings } from '../settings.ts'

/**
 * Sends the money of a canceled order back to where a gateway took it from: by a job, since a gateway may be away. What the bank has
 * taken back by itself is only noted.
 */
export async function refundOrder(
  tx: StoreTransaction,
  order: Order,
  at: number,
  isReturned: boolean,
): Promise<void> {
  for (const leg of await chargedLegs(tx, order)) {
    await tx.putPaymentLeg({ ...leg, state: isReturned ? 'refunded' : 'refunding', changedAt: at })
    if (isReturned) continue
    const { orderId, position } = leg
    const task = { kind: 'refund', orderId, position } as const
    await tx.insertJob({ id: `refund/${orderId}/${position}`, task, dueAt: at })
  }
}

async function chargedLegs(tx: StoreTransaction, order: Order): Promise<readonly PaymentLeg[]> {
  const { paidBy, method } = order.payment
  if (paidBy === 'store-credit' || paidBy === 'drawdown' || order.dueCents === 0) return []
  const legs = await tx.listPaymentLegs(order.id)
  if (legs.length > 0) return legs.filter(({ state }) => state === 'charged')
  // Paid before legs were kept: the card is the second of two methods, or the only one.
  const position = method === 'ACH_CREDITCARD' && paidBy === 'card' ? 1 : 0
  const known = { orderId: order.id, position, reference: `order:${order.orderId}`, kind: paidBy }
  const amountCents = order.dueCents
  const changedAt = order.purchasedAt
  return [{ ...known, methodId: null, amountCents, state: 'charged', gatewayReference: null, changedAt }]
}

/** Has the gateway give the money of one leg back; rejects where it gives no answer, which leaves the leg as it is. */
export async function refundLeg(
  { store, clock, realTime, gateway }: JobDeps,
  { orderId, position }: Extract<JobTask, { kind: 'refund' }>,
): Promise<void> {
  const legs = await store.read((tx) => tx.listPaymentLegs(orderId))
  const leg = legs.find((one) => one.position === position)
  if (leg === undefined) throw new Error(`Order ${orderId} has no leg ${position}`)
  if (leg.state !== 'refunding') return
  const { reference, amountCents } = leg
  await withinLimit(realTime.startTimer, settings.gatewayLimitMs, () =>
    gateway.refund({ reference, leg: position, amountCents }),
  )
  await store.transaction(async (tx) => {
    const [found] = (await tx.listPaymentLegs(orderId)).filter((one) => one.position === position)
    // A sandbox may have been reset meanwhile: then the leg is none of ours.
    if (found?.state === 'refunding' && found.reference === reference)
      await tx.putPaymentLeg({ ...leg, state: 'refunded', changedAt: clock.now() })
  })
}
