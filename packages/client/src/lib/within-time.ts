/** What work is rejected with that took too long. */
export const outOfTime: unique symbol = Symbol('out of time')

/** The longest a timer of the platform can run, or nearly; beyond it fires at once. */
const longestTimerMs = 2e9

/**
 * Waits for work no longer than some milliseconds, nor beyond the caller's own signal. The signal that the work gets
 * aborts where it is not waited for any longer, so that nothing is left on the wire.
 */
export function withinTime<Value>(
  work: (signal: AbortSignal) => Promise<Value>,
  ms: number,
  signal: AbortSignal | undefined,
): Promise<Value> {
  const controller = new AbortController()
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', leave)
    }
    const giveUp = (reason: unknown): void => {
      end()
      // The reason is the caller's own, error or not.
      reject(reason)
      controller.abort()
    }
    const leave = (): void => giveUp(signal?.reason)
    const timer = setTimeout(giveUp, Math.min(ms, longestTimerMs), outOfTime)
    signal?.addEventListener('abort', leave)
    if (signal?.aborted) leave()
    work(controller.signal).then((value) => {
      end()
      return resolve(value)
    }, giveUp)
  })
}
