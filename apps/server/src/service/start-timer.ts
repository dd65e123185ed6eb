import type { StartTimer } from '@giftcards/marketplace'

/** Real-time timers for waits that no clock of the sandbox may shorten. */
export const startTimer: StartTimer = (ms, onTime) => {
  const timer = setTimeout(onTime, ms)
  return () => clearTimeout(timer)
}
