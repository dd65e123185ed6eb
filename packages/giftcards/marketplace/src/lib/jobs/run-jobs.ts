import type { JobDeps } from '../deps.ts'
import type { Job } from '../model/job.ts'
import { takeDueStep } from '../orders/take-step.ts'
import { voidCards } from '../orders/void-cards.ts'
import { refundLeg } from '../payments/refund-leg.ts'
import { settings } from '../settings.ts'
import { doRecurringJob } from './recurring-jobs.ts'

/** How one job went. */
export interface JobResult {
  readonly job: Job
  /** What it failed by. */
  readonly error?: unknown
  /** Whether it failed for the last time: an operator has to look at it. */
  readonly isParked: boolean
}

/** How many jobs are begun at one time. */
const batchSize = 20

/**
 * Does jobs that are due, each by itself: one that fails holds no other up, and is tried again later. Answers how they went; none
 * where nothing is due. `describe` says what is kept of an error, for operators; never a secret.
 */
export async function runJobs(
  deps: JobDeps,
  describe: (error: unknown) => string = nameOf,
): Promise<readonly JobResult[]> {
  const { store, clock, realTime } = deps
  const claimed = await store.transaction((tx) => {
    const realNow = realTime.now()
    const heldUntil = realNow + settings.jobLeaseMs
    return tx.claimJobs({ now: clock.now(), realNow, heldUntil, limit: batchSize })
  })
  return Promise.all(claimed.map((job) => runJob(deps, job, describe)))
}

async function runJob(deps: JobDeps, job: Job, describe: (error: unknown) => string): Promise<JobResult> {
  const { store, clock, realTime } = deps
  try {
    const isEnded = await perform(deps, job)
    if (!isEnded) await store.transaction((tx) => tx.endJob(job.id, clock.now()))
    return { job, isParked: false }
  } catch (error) {
    const isParked = job.attempts >= settings.jobAttempts
    await store.transaction((tx) =>
      tx.updateJob(job.id, {
        state: isParked ? 'parked' : 'open',
        heldUntil: realTime.now() + pauseMs(job),
        lastError: describe(error),
      }),
    )
    return { job, error, isParked }
  }
}

/** Does a job; answers whether that has ended it. Whatever it does may have been done before, by a process that died or a request. */
async function perform(deps: JobDeps, { task }: Job): Promise<boolean> {
  switch (task.kind) {
    case 'refund':
      await refundLeg(deps, task)
      return false
    case 'order-step':
      return takeDueStep(deps, task.orderId, deps.clock.now(), settings.issuerLimitMs)
    case 'void-cards':
      await voidCards(deps, task.orderId)
      return false
    case 'expire-carts':
    case 'purge':
      await doRecurringJob(deps, task)
      return true
  }
}

/** Twice as long after each attempt, and uneven, so that what failed together is not tried again together. */
export function pauseMs({ id, attempts }: Pick<Job, 'id' | 'attempts'>): number {
  const longest = Math.min(1000 * 2 ** attempts, settings.longestJobPauseMs)
  let spread = 0
  for (const char of `${id}#${attempts}`) spread = (spread * 31 + char.charCodeAt(0)) % 1009
  return Math.round(longest * (0.5 + spread / 2018))
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error)
