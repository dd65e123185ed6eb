import type { JobDeps } from '../deps.ts'
import type { JobTask } from '../model/job.ts'
import { settings } from '../settings.ts'
import { withinLimit } from './within-limit.ts'

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
