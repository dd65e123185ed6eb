import { setTimeout } from 'node:timers/promises'

/** How often one transaction is run before its conflicts are given up on. */
const maxAttempts = 20
/** The longest pause between two attempts. */
const maxPauseMs = 100

/** Whether an error says that a transaction met another one, and is to be run again; `attempt` counts from 1. */
export type IsConflict = (error: unknown, attempt: number) => boolean

/** Runs a transaction, again where it met another one. */
export type RetryConflicts = <T>(attempt: () => Promise<T>) => Promise<T>

/**
 * Runs transactions side by side, and those that met a conflict once more, one after the other: side by side they would
 * meet each other again and again. What is left are the transactions of other processes, which uneven pauses evade.
 */
export function createConflictRetry(isConflict: IsConflict): RetryConflicts {
  let last: Promise<unknown> = Promise.resolve()

  function afterOthers<T>(work: () => Promise<T>): Promise<T> {
    const result = last.then(work)
    last = result.catch(() => undefined)
    return result
  }

  async function runAgain<T>(attempt: () => Promise<T>): Promise<T> {
    for (let count = 2; ; count++) {
      try {
        return await attempt()
      } catch (error) {
        if (count === maxAttempts || !isConflict(error, count)) throw error
      }
      await setTimeout(Math.random() * Math.min(2 ** count, maxPauseMs))
    }
  }

  return async (attempt) => {
    try {
      return await attempt()
    } catch (error) {
      if (!isConflict(error, 1)) throw error
    }
    return afterOthers(() => runAgain(attempt))
  }
}
