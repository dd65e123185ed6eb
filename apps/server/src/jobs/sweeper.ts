import {
  createWorker,
  type JobCount,
  type JobResult,
  type MarketplaceDeps,
  planRecurringJobs,
  planSettlements,
  StoreUnavailableError,
} from '@giftcards/marketplace'

const intervalMs = 5000

/** Receives the events of the sweeper. */
export interface SweeperEvents {
  /** Upkeep ended with a defect, or a job was parked. */
  readonly onError: (error: unknown) => void
  /** A job has failed for the first time. It is retried. */
  readonly onFirstFailure: (result: JobResult) => void
  /** The description of a failed job for an operator; never a secret. */
  readonly describe: (error: unknown) => string
  /** The jobs there are, at every interval. */
  readonly onJobs: (counts: readonly JobCount[], now: number) => void
}

/** The dependencies of the sweeper. */
type Deps = Pick<MarketplaceDeps, 'store' | 'clock' | 'realTime' | 'issuer' | 'vault' | 'gateway'>

/**
 * Plans, begins and counts jobs every few seconds until stopped, and at once after the start. It does so even while other jobs run.
 * `stop` begins no further job, and waits for those that run.
 */
export function startSweeper(deps: Deps, events: SweeperEvents): { stop(): Promise<void> } {
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
    // The jobs run on: nothing here waits for them.
    void worker.claim()
    const counts = await deps.store.read((tx) => tx.countJobs())
    onJobs(counts, deps.clock.now())
  }

  let sweeping: Promise<void> | undefined
  const run = (): void => {
    // Only a store that hangs makes a sweep as long as the interval.
    sweeping ??= sweep()
      .catch(onError)
      .finally(() => {
        sweeping = undefined
      })
  }
  run()
  const timer = setInterval(run, intervalMs)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await Promise.all([worker.stop(), sweeping])
    },
  }
}
