import { setTimeout } from 'node:timers/promises'
import { createSharedLock } from './shared-lock.ts'

/** How often one transaction is run before its conflicts are given up on. */
const maxAttempts = 20
/** The longest pause between two attempts. */
const maxPauseMs = 100

/** Whether an error says that a transaction met another one, and is to be run again; `attempt` counts from 1. */
export type IsConflict = (error: unknown, attempt: number) => boolean

/** Runs a transaction, again where it met another one. */
export type RetryConflicts = <T>(attempt: () => Promise<T>) => Promise<T>

/**
 * Runs transactions side by side, and one that met a conflict once more alone: beside those that come meanwhile it would
 * meet one of them again and again, and in the end be given up. What is left are the transactions of other processes,
 * which uneven pauses evade.
 */
export function createConflictRetry(isConflict: IsConflict): RetryConflicts {
  const lock = createSharedLock()

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
      return await lock.share(attempt)
    } catch (error) {
      if (!isConflict(error, 1)) throw error
    }
    return lock.own(() => runAgain(attempt))
  }
}
