import type { Job } from '../model/job.ts'
import { voidCards } from '../orders/issue-cards.ts'
import { takeDueStep } from '../orders/order-steps.ts'
import { RefundMismatchError, refundLeg } from '../payments/refunds.ts'
import { settlePayment } from '../payments/settle-payment.ts'
import type { JobDeps } from '../ports/deps.ts'
import { settings } from '../settings.ts'
import { doRecurringJob } from './recurring-jobs.ts'

/** The result of one attempt at a job. */
export interface JobResult {
  readonly job: Job
  /** The error of an attempt that failed. */
  readonly error?: unknown
  /** Whether this was the last attempt: an operator must act. */
  readonly isParked: boolean
}

/** The process that ran the last attempt has died. The job may have killed it, so the job is not started again. */
export class LastAttemptLostError extends Error {
  override readonly name = 'LastAttemptLostError'
}

/** Makes one attempt at a claimed job, and stores the result. Rejects if the store does not accept it. */
export async function attemptJob(
  deps: JobDeps,
  job: Job,
  describe: (error: unknown) => string,
): Promise<JobResult> {
  const { store, clock, realTime } = deps
  try {
    if (job.attempts > settings.jobAttempts)
      throw new LastAttemptLostError('The process of the last attempt ended before the job did')
    const isEnded = await holdDuring(deps, job, () => perform(deps, job))
    if (!isEnded) await store.transaction((tx) => tx.endJob(job.id, clock.now()))
    return { job, isParked: false }
  } catch (error) {
    const isParked = job.attempts >= settings.jobAttempts || error instanceof RefundMismatchError
    await store.transaction(async (tx) => {
      // Meanwhile an operator may have canceled it, a sandbox reset removed it, or another process started it.
      const found = await tx.findJob(job.id)
      if (found?.state !== 'open' || found.attempts !== job.attempts) return
      await tx.updateJob(job.id, {
        state: isParked ? 'parked' : 'open',
        heldUntil: realTime.now() + pauseMs(job),
        lastError: describe(error),
      })
    })
    return { job, error, isParked }
  }
}

/** Runs work on a job and renews its lease, long before another process may take the job over. */
async function holdDuring<T>({ store, realTime }: JobDeps, job: Job, work: () => Promise<T>): Promise<T> {
  let isOver = false
  let stopTimer: (() => void) | undefined
  let renewal = Promise.resolve()
  const renewLater = (): void => {
    if (isOver) return
    stopTimer = realTime.startTimer(settings.jobLeaseMs / 4, () => {
      // If the store is unavailable, the next renewal still comes in time.
      renewal = store
        .transaction((tx) => tx.renewJob(job, realTime.now() + settings.jobLeaseMs))
        .catch(() => undefined)
        .then(renewLater)
    })
  }
  renewLater()
  try {
    return await work()
  } finally {
    isOver = true
    stopTimer?.()
    // A renewal after the outcome would lengthen the pause of a failed job.
    await renewal
  }
}

/** Runs a job; returns whether the job has ended. A request, or a process that died, may have done the work already. */
async function perform(deps: JobDeps, { task, dueAt }: Job): Promise<boolean> {
  switch (task.kind) {
    case 'settle-payment':
      // If another process works on the payment and dies, `planSettlements` writes a new job.
      await settlePayment(deps, task.reference)
      return false
    case 'refund':
      await refundLeg(deps, task)
      return false
    case 'order-step':
      // Take the step that is due at the job's time, not now: a sandbox clock may have been set back since the claim.
      return takeDueStep(deps, task.orderId, dueAt)
    case 'void-cards':
      await voidCards(deps, task.orderId)
      return false
    case 'expire-carts':
    case 'purge':
      await doRecurringJob(deps, task)
      return true
  }
}

/** Returns the pause before the next attempt: exponential backoff with jitter. */
export function pauseMs({ id, attempts }: Pick<Job, 'id' | 'attempts'>): number {
  const longest = Math.min(1000 * 2 ** attempts, settings.longestJobPauseMs)
  let spread = 0
  for (const char of `${id}#${attempts}`) spread = (spread * 31 + char.charCodeAt(0)) % 1009
  return Math.round(longest * (0.5 + spread / 2018))
}
