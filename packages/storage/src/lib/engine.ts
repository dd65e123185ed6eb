import type { Kysely } from 'kysely'
import type { IsConflict } from './retry-conflicts.ts'
import type { Database } from './schema/database.ts'

/** One database engine, opened and migrated. The queries of `tables/` run on any. */
export interface Engine {
  /** For transactions that write. */
  readonly writer: Kysely<Database>
  /** For snapshots; the same as `writer` where the engine has one connection only. */
  readonly reader: Kysely<Database>
  /** Whether the engine rolled a transaction back only because it met another one; `attempt` counts from 1. */
  readonly isConflict: IsConflict
  /** `StoreUnavailableError` for what is the engine's trouble, anything else as it is. */
  toStoreError(error: unknown): unknown
}
