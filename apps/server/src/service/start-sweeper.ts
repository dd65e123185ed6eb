import { type MarketplaceDeps, StoreUnavailableError, sweep } from '@giftcards/marketplace'

const intervalMs = 5000

/** Sweeps every few seconds until stopped; `stop` waits for a sweep that is running. */
export function startSweeper(
  deps: Pick<MarketplaceDeps, 'store' | 'clock' | 'issuer' | 'vault'>,
  onError: (error: unknown) => void,
): { stop(): Promise<void> } {
  let running: Promise<unknown> = Promise.resolve()
  let isBusy = false
  const timer = setInterval(() => {
    if (isBusy) return
    isBusy = true
    running = sweep(deps)
      // The store's absence is seen by every request already; the next sweep catches up.
      .catch((error: unknown) => (error instanceof StoreUnavailableError ? undefined : onError(error)))
      .finally(() => {
        isBusy = false
      })
  }, intervalMs)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
