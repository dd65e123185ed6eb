import type { IsConflict } from './retry-conflicts.ts'
import type { Db } from './tables/db.ts'
import type { Session } from './tables/session.ts'

/** One database engine, opened and migrated. The statements of `tables/` run on any. */
export interface Engine {
  /**
   * Runs `work` in one transaction, in which each statement sees all data committed by then. Commits when it resolves. Rolls back a
   * result that `isRefused`, and still resolves with it. Rolls back if `work` throws.
   */
  write<T>(work: (session: Session) => Promise<T>): Promise<T>
  /** Runs `work` on one snapshot, in which nothing can be written. */
  read<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** Runs `work` outside of any transaction: for one statement, which is a snapshot by itself. */
  readOne<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** Tells other processes that there are jobs, where the engine can. */
  announceJobs?(): Promise<void>
  /** Calls `listener` when another process has told so. Returns the end. */
  listenForJobs?(listener: () => void): () => Promise<void>
  /** Throws where the database is no longer the one that others would open at the same place. */
  assertInPlace?(): void
  /** Whether the engine rolled a transaction back only because it met another one; `attempt` counts from 1. */
  readonly isConflict: IsConflict
  /** `StoreUnavailableError` where the engine is to blame, the error itself otherwise. */
  toStoreError(error: unknown): unknown
  /** Ends the connections; nothing runs on them any more. */
  close(): Promise<void>
}

/**
 * The database cannot be used in its current state. The message is one line for an operator, without a
 * secret.
 */
export class StoreOpenError extends Error {
  override readonly name = 'StoreOpenError'
}
