import { listPostgresTables, type OpenMode, prepareDatabase } from '../database/schema-state.ts'
import { createStore, type OpenedStore } from '../create-store.ts'
import { maskDatabaseUrl } from '../database-url.ts'
import { retryConflicts } from '../retry-conflicts.ts'
import type { ColumnTypes } from '../schema/migration.ts'
import { StoreOpenError } from '../engine.ts'
import { createKysely, createPool } from './postgres-connection.ts'
import { createPostgresEngine } from './postgres-engine.ts'
import { describeOpenFailure, isMigrationConflict } from './postgres-failure.ts'

/** Where a PostgreSQL store is, how much of the server it takes, and how patient it is. */
export interface PostgresStoreOptions {
  /** `postgres://user:password@host:port/database`, with options in its query as `pg` reads them. */
  readonly url: string
  /** An empty database is marked with it; a database with the other mark is not opened. */
  readonly mode: OpenMode
  /** Connections of this process at most; default 10. All processes together stay below the server's limit. */
  readonly maxConnections?: number
  /** How long a connection is waited for, a free one of the pool included; default 5000. */
  readonly connectTimeoutMs?: number
  /** How long one statement may take; default 10000. */
  readonly statementTimeoutMs?: number
  /** How long a lock of another transaction is waited for; default 5000. */
  readonly lockTimeoutMs?: number
}

/**
 * The column types. They have no `collate "C"`, which CockroachDB supports in expressions but not on columns (its
 * documentation, COLLATE). The store orders by text only where any stable order will do.
 */
export const postgresTypes: ColumnTypes = {
  integer: 'bigint',
  text: 'text',
  generated: 'stored',
  hasSequences: true,
  tableOptions: '',
}

/**
 * Opens a store in a PostgreSQL database. Any number of processes share one. In sandbox mode it migrates the database if needed.
 * While the server is unavailable, calls reject with `StoreUnavailableError`. A call that rejects during its commit may have
 * happened or not, so a caller that retries needs an idempotency key. Rejects with `StoreOpenError` if the database cannot be
 * used.
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<OpenedStore> {
  const { url, mode, maxConnections = 10, connectTimeoutMs = 5000 } = options
  const { statementTimeoutMs = 10_000, lockTimeoutMs = 5000 } = options
  // A migration may take longer than any request, so it has a connection of its own.
  const patient = createKysely(createPool({ url, maxConnections: 1, connectTimeoutMs, ...migrationTimeouts }))
  try {
    const database = { db: patient, types: postgresTypes, listTables: listPostgresTables }
    await retryConflicts(isMigrationConflict, () => prepareDatabase(database, mode))
  } catch (error) {
    const reason = error instanceof StoreOpenError ? error.message : describeOpenFailure(error)
    throw new StoreOpenError(`${maskDatabaseUrl(url)} cannot be used: ${reason}`, { cause: error })
  } finally {
    await patient.destroy()
  }
  const limits = { url, connectTimeoutMs, statementTimeoutMs, lockTimeoutMs }
  const pool = createPool({ ...limits, maxConnections })
  return createStore(createPostgresEngine(createKysely(pool), pool, lockTimeoutMs))
}

const migrationTimeouts = { statementTimeoutMs: 600_000, lockTimeoutMs: 60_000 }
