import type { StartTimer } from './ports/deps.ts'

/** Runs one task at a time for each key, in order of arrival, within one process. */
export interface KeyedQueue {
  /**
   * Waits for the turn of a key. Returns the function that ends the turn; `undefined`: the wait took longer than the limit, or too many
   * are waiting already.
   */
  enter(key: string): Promise<(() => void) | undefined>
}

/** Creates a queue for each key. At most `mostWaiting` callers wait for a turn, each for at most `limitMs`. */
export function createKeyedQueue(
  startTimer: StartTimer,
  {
    limitMs,
    mostWaiting = Number.POSITIVE_INFINITY,
  }: { readonly limitMs: number; readonly mostWaiting?: number },
): KeyedQueue {
  // The waiting callers by key, without the running one.
  const queues = new Map<string, (() => void)[]>()

  /** Ends a turn. A second call must not end the next caller's turn. */
  function endOf(key: string): () => void {
    let hasLeft = false
    return () => {
      if (hasLeft) return
      hasLeft = true
      const next = queues.get(key)?.shift()
      if (next === undefined) queues.delete(key)
      else next()
    }
  }

  return {
    async enter(key) {
      const waiting = queues.get(key)
      if (waiting === undefined) {
        queues.set(key, [])
        return endOf(key)
      }
      if (waiting.length >= mostWaiting) return undefined
      return new Promise((resolve) => {
        const start = (): void => {
          stopTimer()
          resolve(endOf(key))
        }
        const stopTimer = startTimer(limitMs, () => {
          waiting.splice(waiting.indexOf(start), 1)
          resolve(undefined)
        })
        waiting.push(start)
      })
    },
  }
}
