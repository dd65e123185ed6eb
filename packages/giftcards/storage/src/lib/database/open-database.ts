import { resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, sql } from 'kysely'
import { parseDatabaseUrl } from '../database-url.ts'
import { maskDatabaseUrl } from '../mask-database-url.ts'
import { postgresTypes } from '../postgres/open-postgres-store.ts'
import { createKysely, createPool } from '../postgres/postgres-connection.ts'
import { describeOpenFailure } from '../postgres/postgres-failure.ts'
import type { Database } from '../schema/database.ts'
import { SqliteConnection } from '../sqlite/sqlite-connection.ts'
import { createSqliteDialect, sqliteTypes } from '../sqlite/sqlite-dialect.ts'
import { describeSqliteFailure } from '../sqlite/sqlite-failure.ts'
import { assertFile, createFile } from '../sqlite/sqlite-file.ts'
import { StoreOpenError } from '../store-open-error.ts'
import { listPostgresTables, listSqliteTables } from './list-tables.ts'
import type { ConnectedDatabase } from './schema-state.ts'

/** A database as an operator's command works on it: opened as it is, without migrating. */
export interface OpenedDatabase extends ConnectedDatabase {
  /** The URL, without what is secret in it. */
  readonly name: string
}

/** A command reads whole tables: no statement of it may be cut off by the patience of a request. */
const patience = { connectTimeoutMs: 5000, statementTimeoutMs: 3_600_000, lockTimeoutMs: 60_000 }

/**
 * Runs `work` on the database of a URL, to read it or, where `isWritten`, to write it; only then an SQLite file is made
 * where there is none. Rejects with `DatabaseUrlError` where the URL is wrong, with `StoreOpenError` where the database
 * cannot be used.
 */
export async function withDatabase<T>(
  url: string,
  isWritten: boolean,
  work: (database: OpenedDatabase) => Promise<T>,
): Promise<T> {
  const location = parseDatabaseUrl(url)
  const database =
    location.engine === 'postgres'
      ? await openPostgres(location.url)
      : await openSqlite(location.location, isWritten)
  try {
    return await work(database)
  } finally {
    await database.db.destroy()
  }
}

async function openPostgres(url: string): Promise<OpenedDatabase> {
  const db = createKysely(createPool({ url, maxConnections: 1, ...patience }))
  const opened = { db, name: maskDatabaseUrl(url), types: postgresTypes, listTables: listPostgresTables }
  return assertAnswers(opened, describeOpenFailure)
}

async function openSqlite(location: string, isWritten: boolean): Promise<OpenedDatabase> {
  const path = location === ':memory:' ? location : resolve(location)
  const refuse = (reason: string) => new StoreOpenError(`${location} cannot be used: ${reason}`)
  if (path === ':memory:') throw refuse('what is in memory is gone with its process; name a file')
  let file: DatabaseSync
  try {
    if (isWritten) createFile(path)
    assertFile(path)
    file = new DatabaseSync(path, { defensive: true, readOnly: !isWritten })
  } catch (error) {
    throw refuse(describeSqlite(error))
  }
  const connection = new SqliteConnection(file, patience.lockTimeoutMs)
  const db = new Kysely<Database>({ dialect: createSqliteDialect(connection) })
  const opened = { db, name: location, types: sqliteTypes, listTables: listSqliteTables }
  await assertAnswers(opened, describeSqlite)
  if (isWritten) {
    await sql.raw('pragma journal_mode = wal').execute(db)
    await sql.raw('pragma synchronous = full').execute(db)
  }
  return opened
}

/** Only the first statement shows whether there is a database at all. */
async function assertAnswers(
  database: OpenedDatabase,
  describe: (error: unknown) => string,
): Promise<OpenedDatabase> {
  const { db, name, listTables } = database
  try {
    await listTables(db)
    return database
  } catch (error) {
    await db.destroy()
    throw new StoreOpenError(`${name} cannot be used: ${describe(error)}`, { cause: error })
  }
}

function describeSqlite(error: unknown): string {
  if (error instanceof StoreOpenError) return error.message
  const failure = describeSqliteFailure(error)
  if (failure !== undefined) return `the database is ${failure}`
  return error instanceof Error ? (error.message.split('\n')[0] ?? error.name) : 'unknown trouble'
}
