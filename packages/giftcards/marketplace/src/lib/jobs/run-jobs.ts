import type { Job } from '../model/job.ts'
import { voidCards } from '../orders/issue-cards.ts'
import { takeDueStep } from '../orders/order-steps.ts'
import { refundLeg } from '../payments/refunds.ts'
import { settlePayment } from '../payments/settle-payment.ts'
import type { JobDeps } from '../ports/deps.ts'
import { settings } from '../settings.ts'
import { doRecurringJob } from './recurring-jobs.ts'

/** The result of one attempt at a job. */
export interface JobResult {
  readonly job: Job
  /** The error of an attempt that failed. */
  readonly error?: unknown
  /** Whether it failed for the last time: an operator has to look at it. */
  readonly isParked: boolean
}

/** Jobs that are at work at one time: a provider that does not answer holds some of them, and the others go on. */
const mostAtOnce = 20

/** Options of `runJobs`. */
export interface RunOptions {
  /** Describes an error for operators, without a secret. Default: its name. */
  readonly describe?: (error: unknown) => string
  /** Told of each job as it ends. */
  readonly onResult?: (result: JobResult) => void
  /** Begins no further job once it is aborted. */
  readonly signal?: AbortSignal
}

/**
 * Does jobs until none is due, each by itself: one that fails holds no other up, and is tried again later. Answers how they went, in
 * the order in which they ended.
 */
export async function runJobs(deps: JobDeps, options: RunOptions = {}): Promise<readonly JobResult[]> {
  const { describe = nameOf, onResult, signal } = options
  const results: JobResult[] = []
  const running = new Set<Promise<void>>()
  /** Why the outcome of a job could not be written: the store is away. */
  const failures: unknown[] = []
  const begin = async (job: Job): Promise<void> => {
    try {
      const result = await runJob(deps, job, describe)
      results.push(result)
      onResult?.(result)
    } catch (error) {
      failures.push(error)
    }
  }
  for (;;) {
    if (signal?.aborted === true || failures.length > 0) break
    const claimed = await claimJobs(deps, mostAtOnce - running.size)
    for (const job of claimed) {
      const run: Promise<void> = begin(job).finally(() => running.delete(run))
      running.add(run)
    }
    if (running.size === 0) break
    // A job that has ended may have written one that is due now.
    if (claimed.length === 0 || running.size === mostAtOnce) await Promise.race(running)
  }
  await Promise.all(running)
  if (failures.length > 0) throw failures[0]
  return results
}

function claimJobs({ store, clock, realTime }: JobDeps, limit: number): Promise<readonly Job[]> {
  return store.transaction((tx) => {
    const realNow = realTime.now()
    return tx.claimJobs({ now: clock.now(), realNow, heldUntil: realNow + settings.jobLeaseMs, limit })
  })
}

async function runJob(deps: JobDeps, job: Job, describe: (error: unknown) => string): Promise<JobResult> {
  const { store, clock, realTime } = deps
  try {
    const isEnded = await perform(deps, job)
    if (!isEnded) await store.transaction((tx) => tx.endJob(job.id, clock.now()))
    return { job, isParked: false }
  } catch (error) {
    const isParked = job.attempts >= settings.jobAttempts
    await store.transaction(async (tx) => {
      // An operator may have canceled it meanwhile, or a reset of the sandbox removed it.
      if ((await tx.findJob(job.id))?.state !== 'open') return
      await tx.updateJob(job.id, {
        state: isParked ? 'parked' : 'open',
        heldUntil: realTime.now() + pauseMs(job),
        lastError: describe(error),
      })
    })
    return { job, error, isParked }
  }
}

/** Does a job; returns whether that has ended it. A process that died, or a request, may have done the same before. */
async function perform(deps: JobDeps, { task }: Job): Promise<boolean> {
  switch (task.kind) {
    case 'settle-payment':
      // Where another process is at work on it and dies, the payment gets a job again.
      await settlePayment(deps, task.reference)
      return false
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
