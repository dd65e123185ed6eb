import { setTimeout } from 'node:timers/promises'

/** How often one transaction is run before its conflicts are given up on. */
const maxAttempts = 20
/** The longest pause between two attempts. */
const maxPauseMs = 100

/** Whether an error says that a transaction met another one and can be run again; `attempt` counts from 1. */
export type IsConflict = (error: unknown, attempt: number) => boolean

/**
 * Runs a transaction, and again after a conflict. Other transactions continue meanwhile. Random pauses keep them apart.
 */
export async function retryConflicts<T>(isConflict: IsConflict, attempt: () => Promise<T>): Promise<T> {
  for (let count = 1; ; count += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (count === maxAttempts || !isConflict(error, count)) throw error
    }
    await setTimeout(Math.random() * Math.min(2 ** count, maxPauseMs))
  }
}
