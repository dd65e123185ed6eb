import { setTimeout } from 'node:timers/promises'

/** The most attempts at one transaction. */
const maxAttempts = 20
/** The longest pause between two attempts. */
const maxPauseMs = 100

/** Whether an error is a conflict with another transaction, so that a retry may succeed; `attempt` counts from 1. */
export type IsConflict = (error: unknown, attempt: number) => boolean

/** Runs a transaction, and retries it after a conflict. Random pauses avoid repeated conflicts. */
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
