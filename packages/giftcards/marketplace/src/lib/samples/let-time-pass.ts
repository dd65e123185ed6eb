import { settings } from '../settings.ts'
import type { TestTime } from './create-test-time.ts'

/** Lets test time pass until work is over, one look at a pending payment after the other. */
export async function letTimePass<T>(time: TestTime, work: Promise<T>): Promise<T> {
  let isOver = false
  const over = work.finally(() => {
    isOver = true
  })
  over.catch(() => {})
  for (;;) {
    // Everything a test does is over once the microtasks are, unless it waits for a timer.
    await new Promise(setImmediate)
    if (isOver) return over
    time.advance(settings.paymentPollMs)
  }
}
