import {
  type JobCount,
  type JobResult,
  type MarketplaceDeps,
  planRecurringJobs,
  planSettlements,
  runJobs,
  StoreUnavailableError,
} from '@giftcards/marketplace'

const intervalMs = 5000

/** What hears of the sweeper's work. */
export interface SweeperEvents {
  /** A run ended with a defect, or a job was parked. */
  readonly onError: (error: unknown) => void
  /** What an operator is to read of a job that failed; never a secret. */
  readonly describe: (error: unknown) => string
  /** The jobs there are, after each run. */
  readonly onJobs: (counts: readonly JobCount[], now: number) => void
}

/** What the sweeper works with. */
type Deps = Pick<MarketplaceDeps, 'store' | 'clock' | 'realTime' | 'issuer' | 'vault' | 'gateway'>

/**
 * Does the jobs that are due every few seconds until stopped, at once after the start too. `stop` waits for what is running;
 * jobs that were not begun are left to the next process.
 */
export function startSweeper(deps: Deps, events: SweeperEvents): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const jobs = repeat(() => doJobs(deps, events, stopping.signal), events.onError)
  jobs.run()
  return {
    async stop() {
      stopping.abort()
      await jobs.stop()
    },
  }
}

/** Does jobs as long as there are any that are due, or until `stopping`. */
async function doJobs(
  deps: Deps,
  { describe, onError, onJobs }: SweeperEvents,
  stopping: AbortSignal,
): Promise<void> {
  await planSettlements(deps)
  const onResult = ({ isParked, error }: JobResult): void => {
    if (isParked) onError(error)
  }
  await runJobs(deps, { describe, onResult, signal: stopping })
  await planRecurringJobs(deps)
  onJobs(await deps.store.read((tx) => tx.countJobs()), deps.clock.now())
}

/** Runs work at every interval, unless it still runs. */
function repeat(work: () => Promise<unknown>, onError: (error: unknown) => void) {
  let running: Promise<unknown> = Promise.resolve()
  let isBusy = false
  const run = (): void => {
    if (isBusy) return
    isBusy = true
    running = work()
      // The store's absence is seen by every request already; the next sweep catches up.
      .catch((error: unknown) => (error instanceof StoreUnavailableError ? undefined : onError(error)))
      .finally(() => {
        isBusy = false
      })
  }
  const timer = setInterval(run, intervalMs)
  timer.unref()
  return {
    run,
    async stop(): Promise<void> {
      clearInterval(timer)
      await running
    },
  }
}
