import { type Job, refundJobId } from '../model/job.ts'
import type { Order } from '../model/order.ts'
import type { PaymentLeg } from '../model/payment.ts'
import { scheduleStep } from '../orders/order-steps.ts'
import type { MarketplaceDeps } from '../ports/deps.ts'
import type { StoreTransaction } from '../ports/store.ts'
import { done } from '../refusal.ts'
import { objection, type OperatorOutcome } from './operator-store.ts'

type Deps = Pick<MarketplaceDeps, 'store' | 'clock'>

/**
 * Reopens a parked or canceled job, with all its attempts. If the job has ended or its row was deleted, but its work is still
 * due, writes the job again.
 */
export function retryJob({ store, clock }: Deps, id: string): Promise<OperatorOutcome<Job>> {
  return store.transaction(async (tx) => {
    const job = await tx.findJob(id)
    if (job?.state === 'parked' || job?.state === 'canceled') {
      const change = { state: 'open', attempts: 0, heldUntil: 0, endedAt: null } as const
      if (!(await tx.updateJob(id, change, job.state))) return objection(changedMeanwhile(id))
    } else if (job?.state !== 'open') await writeOwedJob(tx, id, clock.now())
    const opened = await tx.findJob(id)
    if (opened === undefined) return objection(`There is no job ${id}`)
    if (job?.state === opened.state) return objection(`${id} is ${opened.state}, not parked or canceled`)
    await tx.insertJobChange({ jobId: id, from: job?.state ?? null, to: 'open' })
    return done(opened)
  })
}

/** Cancels a job. Refuses to cancel work that servers would schedule again. */
export function cancelJob({ store, clock }: Deps, id: string): Promise<OperatorOutcome<Job>> {
  return store.transaction(async (tx) => {
    const job = await tx.findJob(id)
    if (job === undefined) return objection(`There is no job ${id}`)
    if (job.state !== 'open' && job.state !== 'parked')
      return objection(`${id} is ${job.state}, not open or parked`)
    const reason = whyPlannedAgain(job)
    if (reason !== undefined) return objection(`${id} cannot be canceled: ${reason}`)
    const change = { state: 'canceled', endedAt: clock.now() } as const
    if (!(await tx.updateJob(id, change, job.state))) return objection(changedMeanwhile(id))
    await tx.insertJobChange({ jobId: id, from: job.state, to: 'canceled' })
    return done({ ...job, ...change })
  })
}

/** Records that a leg was refunded outside of the gateway. Ends its refund job, so that no server refunds it again. */
export function recordOutsideRefund(
  { store, clock }: Deps,
  { id: orderId, customerId }: Pick<Order, 'id' | 'customerId'>,
  position: number,
  note: string,
): Promise<OperatorOutcome<PaymentLeg>> {
  return store.transaction(async (tx) => {
    await tx.lock({ kind: 'customer', customerId })
    const leg = (await tx.listPaymentLegs(orderId)).find((one) => one.position === position)
    if (leg === undefined) return objection(`Order ${orderId} has no leg ${position}`)
    if (leg.state !== 'refunding')
      return objection(`Leg ${position} of order ${orderId} is ${leg.state}, not refunding`)
    const changedAt = clock.now()
    const refunded = { ...leg, state: 'refunded', changedAt } as const
    await tx.putPaymentLeg(refunded)
    const job = refundJobId(leg)
    await tx.endJob(job, changedAt)
    await tx.updateJob(job, { state: 'done', endedAt: changedAt }, 'canceled')
    await tx.insertOutsideRefund({ orderId, customerId, position, amountCents: leg.amountCents, note })
    return done(refunded)
  })
}

const changedMeanwhile = (id: string): string => `${id} was changed in the meantime; list it again`

function whyPlannedAgain({ task }: Job): string | undefined {
  switch (task.kind) {
    case 'settle-payment':
      return 'servers write it again within seconds until the gateway reports the outcome of the payment; make the gateway respond, then retry it'
    case 'expire-carts':
    case 'purge':
      return 'it recurs, and servers write it again within seconds; remove the cause of its last error, then retry it'
    default:
      return undefined
  }
}

/** Writes the job of an id again if a refund or a step of an order still needs it. */
async function writeOwedJob(tx: StoreTransaction, id: string, now: number): Promise<void> {
  const [, kind, number, part] = /^(refund|order-step)\/(\d{1,15})\/(\d{1,15})$/.exec(id) ?? []
  const [orderId, positionOrTime] = [Number(number), Number(part)]
  if (kind === 'refund') {
    const legs = await tx.listPaymentLegs(orderId)
    const leg = legs.find(({ position, state }) => position === positionOrTime && state === 'refunding')
    if (leg !== undefined)
      await tx.insertJob({
        id: refundJobId(leg),
        task: { kind, orderId, position: leg.position },
        dueAt: now,
      })
  }
  if (kind === 'order-step') {
    const order = await tx.findOrder(orderId)
    if (order?.plan[0]?.at === positionOrTime) await scheduleStep(tx, orderId, order.plan)
  }
}
