import type { IsConflict } from './retry-conflicts.ts'
import type { Db } from './tables/db.ts'
import type { Session } from './tables/session.ts'

/** One database engine, opened and migrated. The statements of `tables/` run on all engines. */
export interface Engine {
  /**
   * Runs `work` in one transaction, in which each statement sees all data committed by then. Commits when it resolves. Rolls back a
   * result that `isRefused`, and still resolves with it. Rolls back if `work` throws.
   */
  write<T>(work: (session: Session) => Promise<T>): Promise<T>
  /** Runs `work` on one read-only snapshot. */
  read<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** Runs `work` outside of any transaction, for a single statement, which is a snapshot by itself. */
  readOne<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** Notifies other processes of new jobs, if the engine supports it. */
  announceJobs?(): Promise<void>
  /** Calls `listener` on each notification by another process. Returns a function that stops listening. */
  listenForJobs?(listener: () => void): () => Promise<void>
  /** Throws if the database file was deleted or replaced, so that other processes would open another one. */
  assertInPlace?(): void
  /** Whether the engine rolled a transaction back only because of a conflict; `attempt` counts from 1. */
  readonly isConflict: IsConflict
  /** Returns a `StoreUnavailableError` for failures of the engine, and any other error unchanged. */
  toStoreError(error: unknown): unknown
  /** Closes the connections, which must be idle. */
  close(): Promise<void>
}

/**
 * The database cannot be used in its current state. The message is one line for an operator, without a
 * secret.
 */
export class StoreOpenError extends Error {
  override readonly name = 'StoreOpenError'
}
