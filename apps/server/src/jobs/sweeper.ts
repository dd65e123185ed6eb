import {
  createWorker,
  type JobCount,
  type JobResult,
  type MarketplaceDeps,
  planRecurringJobs,
  planSettlements,
  StoreUnavailableError,
  sweep as sweepCarts,
} from '@giftcards/marketplace'

const intervalMs = 5000

/** Receives the events of the sweeper. */
export interface SweeperEvents {
  /** The sweep failed with a defect, or a job was parked. */
  readonly onError: (error: unknown) => void
  /** A job has failed for the first time. It is retried. */
  readonly onFirstFailure: (result: JobResult) => void
  /** The description of a failed job for an operator; never a secret. */
  readonly describe: (error: unknown) => string
  /** The current jobs, at every interval. */
  readonly onJobs: (counts: readonly JobCount[], now: number) => void
}

/** The dependencies of the sweeper. */
type Deps = Pick<MarketplaceDeps, 'store' | 'clock' | 'realTime' | 'issuer' | 'vault' | 'gateway'>

/** Runs the jobs of a server. */
export interface Sweeper {
  /** Resolves when the running jobs have ended; `undefined` if none run. */
  running(): Promise<void> | undefined
  /** Does all due work; resolves when no cart is expired and no job is due. */
  doDueWork(): Promise<void>
  /** Starts no further job, and waits for the running ones. */
  stop(): Promise<void>
}

/**
 * Starts jobs as soon as they are written. At startup and every few seconds it also plans, starts and counts jobs, even while
 * others run.
 */
export function startSweeper(deps: Deps, events: SweeperEvents): Sweeper {
  const { describe, onFirstFailure, onJobs } = events
  // Every request notices an unavailable store. The next interval catches up.
  const onError = (error: unknown): void => {
    if (!(error instanceof StoreUnavailableError)) events.onError(error)
  }
  const worker = createWorker(deps, {
    describe,
    onError,
    onResult(result) {
      const { job, error, isParked } = result
      if (error !== undefined && (job.attempts === 1 || job.lastError === null)) onFirstFailure(result)
      if (isParked) events.onError(error)
    },
  })

  async function sweep(): Promise<void> {
    await planSettlements(deps)
      .then(() => planRecurringJobs(deps))
      .catch(onError)
    // Does not wait for the jobs to end.
    void worker.claim()
    const counts = await deps.store.read((tx) => tx.countJobs())
    onJobs(counts, deps.clock.now())
  }

  let sweeping: Promise<void> | undefined
  const run = (): void => {
    // Only with a hanging store does a sweep take as long as the interval.
    sweeping ??= sweep()
      .catch(onError)
      .finally(() => {
        sweeping = undefined
      })
  }
  run()
  const ignoreJobs = deps.store.onJobs(() => void worker.claim())
  const timer = setInterval(run, intervalMs)
  timer.unref()
  return {
    running: () => worker.running(),
    async doDueWork() {
      // In batches, so that transactions stay short.
      while ((await sweepCarts(deps)) > 0);
      await worker.claim()
      await worker.idle()
    },
    async stop() {
      ignoreJobs()
      clearInterval(timer)
      await Promise.all([worker.stop(), sweeping])
    },
  }
}
