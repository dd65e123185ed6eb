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

/** What hears of the sweeper's work. */
export interface SweeperEvents {
  /** Upkeep ended with a defect, or a job was parked. */
  readonly onError: (error: unknown) => void
  /** A job has failed for the first time. It is retried. */
  readonly onFirstFailure: (result: JobResult) => void
  /** What an operator is to read of a job that failed; never a secret. */
  readonly describe: (error: unknown) => string
  /** The jobs there are, at every interval. */
  readonly onJobs: (counts: readonly JobCount[], now: number) => void
}

/** What the sweeper works with. */
type Deps = Pick<MarketplaceDeps, 'store' | 'clock' | 'realTime' | 'issuer' | 'vault' | 'gateway'>

/**
 * Plans, begins and counts jobs every few seconds until stopped, at once after the start too, whatever jobs still run. `stop` begins no
 * further job, and waits for those that run.
 */
export function startSweeper(deps: Deps, events: SweeperEvents): { stop(): Promise<void> } {
  const { describe, onFirstFailure, onJobs } = events
  // Every request notices a store that is away. The next interval catches up.
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
