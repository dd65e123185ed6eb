import type { StartTimer } from '@giftcards/marketplace'

/** How long the process is watched at a time, in milliseconds of real time. */
const windowMs = 100

/** So often it is watched at most. */
const mostWindows = 50

/** The event loop that was busy for less than this share of a window had nothing to do. */
const idleShare = 0.1

/** What tells whether the process is at rest. */
export interface Rest {
  readonly startTimer: StartTimer
  /** The share of the time since the last call in which the event loop was busy, from 0 to 1. */
  readonly busyShare: () => number
}

/**
 * Runs a garbage collection once, after the first tenth of a second in which the event loop has nothing to do. A start
 * leaves a quarter of the memory behind, and an idle process never collects by itself; but it stops the process for a
 * tenth of a second, so a server that is at work from its start is left alone (decision 0020).
 */
export function collectWhenIdle(collect: () => void, { startTimer, busyShare }: Rest): void {
  const watch = (windows: number): void => {
    startTimer(windowMs, () => {
      if (busyShare() < idleShare) collect()
      else if (windows < mostWindows) watch(windows + 1)
    })
  }
  busyShare()
  watch(1)
}
