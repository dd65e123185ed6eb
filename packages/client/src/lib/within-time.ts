import { untilAborted } from './until-aborted.ts'

/** What work is rejected with that took too long. */
export const outOfTime: unique symbol = Symbol('out of time')

/** The longest a timer of the platform can run, or nearly; beyond it fires at once. */
const longestTimerMs = 2e9

/**
 * Waits for work no longer than some milliseconds, nor beyond the caller's own signal. The signal that the work gets
 * aborts with the wait, so that nothing is left on the wire.
 */
export function withinTime<Value>(
  work: (signal: AbortSignal) => Promise<Value>,
  ms: number,
  signal: AbortSignal | undefined,
): Promise<Value> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(outOfTime), Math.min(ms, longestTimerMs))
  return untilAborted(untilAborted(work(controller.signal), controller.signal), signal).finally(() => {
    clearTimeout(timer)
    controller.abort()
  })
}
