import type { StartTimer } from './ports/deps.ts'

/** Lets one piece of work at a time run under a key, in the order in which they came, within one process. */
export interface KeyedQueue {
  /**
   * Waits for the turn of a key. Returns the function that ends the turn; `undefined`: the wait took longer than the limit, or too many
   * are waiting already.
   */
  enter(key: string): Promise<(() => void) | undefined>
}

/** A queue for each key. A turn is waited for at most `limitMs`, by `mostWaiting` at one time. */
export function createKeyedQueue(
  startTimer: StartTimer,
  {
    limitMs,
    mostWaiting = Number.POSITIVE_INFINITY,
  }: { readonly limitMs: number; readonly mostWaiting?: number },
): KeyedQueue {
  // By key, those that wait behind the one that works.
  const queues = new Map<string, (() => void)[]>()

  /** The end of a turn. A second call must not end the turn of the next one. */
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
