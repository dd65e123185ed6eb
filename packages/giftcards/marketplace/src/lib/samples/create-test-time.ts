import type { RealTime } from '../ports/deps.ts'
import { settings } from '../settings.ts'

/** Real time that only a test advances. */
export interface TestTime extends RealTime {
  /** Advances the time. Timers that are due meanwhile fire, in their order. */
  advance(ms: number): void
  /** When the timers that run are due, soonest first. */
  readonly due: readonly number[]
}

/** Begins at 0. */
export function createTestTime(): TestTime {
  let now = 0
  const timers = new Set<{ readonly at: number; readonly onTime: () => void }>()
  const inOrder = () => [...timers].toSorted((a, b) => a.at - b.at)
  return {
    now: () => now,
    get due() {
      return inOrder().map((timer) => timer.at)
    },
    startTimer(ms, onTime) {
      const timer = { at: now + ms, onTime }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    advance(ms) {
      const end = now + ms
      for (let next = inOrder()[0]; next !== undefined && next.at <= end; next = inOrder()[0]) {
        now = next.at
        timers.delete(next)
        next.onTime()
      }
      now = end
    },
  }
}

/** Advances test time, one poll of a pending payment at a time, until the work ends. */
export async function letTimePass<T>(time: TestTime, work: Promise<T>): Promise<T> {
  let isOver = false
  const over = work.finally(() => {
    isOver = true
  })
  over.catch(() => {})
  for (;;) {
    // Work that does not wait for a timer ends within the microtasks.
    await new Promise(setImmediate)
    if (isOver) return over
    time.advance(settings.paymentPollMs)
  }
}
