import { type MarketplaceDeps, settlePayments, StoreUnavailableError, sweep } from '@giftcards/marketplace'

const intervalMs = 5000

/** What the sweeper works with. */
type Deps = Pick<MarketplaceDeps, 'store' | 'clock' | 'realTime' | 'issuer' | 'vault' | 'gateway'>

/**
 * Sweeps every few seconds until stopped, and settles the payments that a process has left, at once after the start too;
 * a gateway that is slow holds nothing else up. `stop` waits for what is running.
 */
export function startSweeper(deps: Deps, onError: (error: unknown) => void): { stop(): Promise<void> } {
  const carts = repeat(() => sweep(deps), onError)
  const payments = repeat(() => settlePayments(deps), onError)
  payments.run()
  return {
    async stop() {
      await Promise.all([carts.stop(), payments.stop()])
    },
  }
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
