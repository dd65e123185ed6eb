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
  /** Whether this was the last attempt: an operator has to look at it. */
  readonly isParked: boolean
}

/** The most jobs that run at one time. A provider that does not respond blocks only its own jobs. */
const mostAtOnce = 20

/** Options of `runJobs`. */
export interface RunOptions {
  /** Describes an error for operators, without a secret. Default: its name. */
  readonly describe?: (error: unknown) => string
  /** Called with each job as it ends. */
  readonly onResult?: (result: JobResult) => void
  /** Once it is aborted, no further job is started. */
  readonly signal?: AbortSignal
}

/**
 * Runs jobs until none is due. A job that fails does not hold up the others, and is retried later. Returns the results in the order
 * in which the jobs ended.
 */
export async function runJobs(deps: JobDeps, options: RunOptions = {}): Promise<readonly JobResult[]> {
  const { describe = nameOf, onResult, signal } = options
  const results: JobResult[] = []
  const running = new Set<Promise<void>>()
  /** Errors of jobs whose outcome could not be written: the store is not available. */
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
    // A job that has ended may have written another that is due now.
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
      // Meanwhile an operator may have canceled it, or a reset of the sandbox removed it.
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

/** Does a job; returns whether that has ended it. A request, or a process that died, may have done the work before. */
async function perform(deps: JobDeps, { task }: Job): Promise<boolean> {
  switch (task.kind) {
    case 'settle-payment':
      // If another process works on the payment and dies, `planSettlements` writes a new job.
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

/** The pause before the next attempt: it doubles, and is spread so that failed jobs are not retried together. */
export function pauseMs({ id, attempts }: Pick<Job, 'id' | 'attempts'>): number {
  const longest = Math.min(1000 * 2 ** attempts, settings.longestJobPauseMs)
  let spread = 0
  for (const char of `${id}#${attempts}`) spread = (spread * 31 + char.charCodeAt(0)) % 1009
  return Math.round(longest * (0.5 + spread / 2018))
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error)
