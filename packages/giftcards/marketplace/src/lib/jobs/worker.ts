import type { Job } from '../model/job.ts'
import type { JobDeps } from '../ports/deps.ts'
import { settings } from '../settings.ts'
import { attemptJob, type JobResult } from './job-attempt.ts'

/** The most jobs that one server runs at one time. A provider that does not respond blocks only the places of its own jobs. */
const places = 20

/** Receives the events of a worker's jobs. */
export interface WorkerEvents {
  /** Describes an error for operators, without a secret. */
  readonly describe: (error: unknown) => string
  /** Called with each attempt as it ends. */
  readonly onResult: (result: JobResult) => void
  /** Called with an error that concerns no job, such as an unavailable store. */
  readonly onError: (error: unknown) => void
}

/** Runs jobs beside each other, in a fixed number of places. */
export interface Worker {
  /** Starts due jobs while there are free places. Resolves when they have started; never rejects. */
  claim(): Promise<void>
  /** Resolves when the running jobs have ended and those being claimed have started; `undefined` if there are none. */
  running(): Promise<void> | undefined
  /** Resolves when no job runs and none is due. */
  idle(): Promise<void>
  /** Stops claiming jobs, and resolves when the claimed ones have ended. */
  stop(): Promise<void>
}

/**
 * Creates a worker. When more jobs are due than it has places, each job that ends starts the next. The worker does not poll: call
 * `claim` when jobs may be due.
 */
export function createWorker(deps: JobDeps, { describe, onResult, onError }: WorkerEvents): Worker {
  const running = new Set<Promise<void>>()
  let claiming: Promise<void> | undefined
  let isWanted = false
  let isStopped = false

  function claim(): Promise<void> {
    isWanted = true
    return (claiming ??= claimWhileWanted())
  }

  /** One claim at a time, so that the places are counted once. */
  async function claimWhileWanted(): Promise<void> {
    // `claiming` is set by then.
    await Promise.resolve()
    for (;;) {
      if (!isWanted || isStopped || running.size === places) break
      isWanted = false
      const room = places - running.size
      try {
        const jobs = await claimJobs(deps, room)
        for (const job of jobs) begin(job)
        isWanted ||= jobs.length === room
      } catch (error) {
        onError(error)
      }
    }
    claiming = undefined
  }

  function begin(job: Job): void {
    const run: Promise<void> = attemptJob(deps, job, describe)
      .then(onResult)
      .catch(onError)
      .finally(() => {
        running.delete(run)
        if (isWanted) void claim()
      })
    running.add(run)
  }

  const isBusy = (): boolean => claiming !== undefined || running.size > 0

  async function endOfRunning(): Promise<void> {
    await claiming
    await Promise.all(running)
  }

  async function idle(): Promise<void> {
    while (isBusy()) await endOfRunning()
  }

  return {
    claim,
    running: () => (isBusy() ? endOfRunning() : undefined),
    idle,
    stop() {
      isStopped = true
      return idle()
    },
  }
}

function claimJobs({ store, clock, realTime }: JobDeps, limit: number): Promise<readonly Job[]> {
  return store.transaction((tx) => {
    const realNow = realTime.now()
    return tx.claimJobs({ now: clock.now(), realNow, heldUntil: realNow + settings.jobLeaseMs, limit })
  })
}

/**
 * Runs jobs until none is due. Returns the results in the order in which the jobs ended. Rejects with the first error that
 * concerns no job, once the running jobs have ended.
 */
export async function runJobs(
  deps: JobDeps,
  { describe = nameOf, onResult }: Partial<Pick<WorkerEvents, 'describe' | 'onResult'>> = {},
): Promise<readonly JobResult[]> {
  const results: JobResult[] = []
  const errors: unknown[] = []
  const worker = createWorker(deps, {
    describe,
    onResult(result) {
      results.push(result)
      onResult?.(result)
    },
    onError(error) {
      errors.push(error)
      void worker.stop()
    },
  })
  let ended: number
  do {
    ended = results.length
    await worker.claim()
    await worker.idle()
    // A job may have written another due job.
  } while (results.length > ended)
  if (errors.length > 0) throw errors[0]
  return results
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error)
