import { resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, type Selectable, sql } from 'kysely'
import { maskDatabaseUrl, parseDatabaseUrl } from '../database-url.ts'
import { postgresTypes } from '../postgres/open-postgres-store.ts'
import { createKysely, createPool } from '../postgres/postgres-connection.ts'
import { describeOpenFailure, toStoreError as toPostgresStoreError } from '../postgres/postgres-failure.ts'
import { type Database, type DataTable, dataTables, tableColumns } from '../schema/database.ts'
import {
  assertFile,
  createFile,
  createSqliteDialect,
  SqliteConnection,
  sqliteTypes,
} from '../sqlite/sqlite-connection.ts'
import { describeSqliteOpenFailure, toStoreError as toSqliteStoreError } from '../sqlite/sqlite-failure.ts'
import { StoreOpenError } from '../engine.ts'
import type { Db } from '../tables/db.ts'
import {
  type ConnectedDatabase,
  describeOlder,
  listPostgresTables,
  listSqliteTables,
  readSchemaState,
} from './schema-state.ts'

/** A database for an operator's command: opened without migrating it. */
export interface OpenedDatabase extends ConnectedDatabase {
  /** The URL without its secrets. */
  readonly name: string
}

/** The statement timeout of a command. Commands read whole tables, so it is longer than that of a request. */
const patience = { connectTimeoutMs: 5000, statementTimeoutMs: 3_600_000, lockTimeoutMs: 60_000 }

/** How a command opens a database. Only `create` creates a missing SQLite file. */
type Access = 'read' | 'write' | 'create'

/**
 * Runs `work` on the database of a URL. Rejects with `DatabaseUrlError` if the URL is wrong, with `StoreOpenError` if the database cannot be used, and with
 * `StoreUnavailableError` if it fails during the work.
 */
export async function withDatabase<T>(
  url: string,
  access: Access,
  work: (database: OpenedDatabase) => Promise<T>,
): Promise<T> {
  const location = parseDatabaseUrl(url)
  const isPostgres = location.engine === 'postgres'
  const database = await (isPostgres ? openPostgres(location.url) : openSqlite(location.location, access))
  try {
    return await work(database)
  } catch (error) {
    throw isPostgres ? toPostgresStoreError(error) : toSqliteStoreError(error)
  } finally {
    await database.db.destroy()
  }
}

/**
 * Runs `work` on one consistent snapshot of a database, in use or not. Rejects like `withDatabase`. It also rejects with
 * `StoreOpenError` if the database does not have the schema of exactly this version. A backup or an audit by an older version
 * would leave out the data that only the newer version knows.
 */
export function readDatabase<T>(url: string, work: (snapshot: Db) => Promise<T>): Promise<T> {
  return withDatabase(url, 'read', async (database) => {
    await assertCurrentSchema(database)
    return database.db
      .transaction()
      .setAccessMode('read only')
      .setIsolationLevel('repeatable read')
      .execute((trx) => work(trx))
  })
}

/** Runs `work`, which may write, on a database with the schema of exactly this version. Rejects like `readDatabase`. */
export function writeDatabase<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  return withDatabase(url, 'write', async (database) => {
    await assertCurrentSchema(database)
    return work(database.db)
  })
}

/** Receives each step of a long task as readable text; the task awaits it. */
export type OnProgress = (step: string) => Promise<void> | void

/** Rows may hold orders of hundreds of cards, so a page is small. */
const pageSize = 200

/** Yields the rows of a table that meet a condition, in pages by primary key. No page is empty. */
export async function* readPages<Table extends DataTable>(
  db: Db,
  table: Table,
  condition = sql`1 = 1`,
): AsyncGenerator<readonly Selectable<Database[Table]>[]> {
  const keys: readonly string[] = dataTables[table]
  const key = sql.join(keys.map((column) => sql.ref(column)))
  // Without generated columns.
  const columns = sql.join(tableColumns[table].map((column: string) => sql.ref(column)))
  for (let after = sql``; ;) {
    const { rows } = await sql<Selectable<Database[Table]>>`
      select ${columns} from ${sql.table(table)} where ${condition} ${after} order by ${key} limit ${pageSize}`.execute(
      db,
    )
    const last: Readonly<Record<string, unknown>> | undefined = rows.at(-1)
    if (last === undefined) return
    yield rows
    after = sql`and (${key}) > (${sql.join(keys.map((column) => last[column]))})`
  }
}

async function openPostgres(url: string): Promise<OpenedDatabase> {
  const db = createKysely(createPool({ url, maxConnections: 1, ...patience }))
  const opened = { db, name: maskDatabaseUrl(url), types: postgresTypes, listTables: listPostgresTables }
  return assertAnswers(opened, describeOpenFailure)
}

async function openSqlite(location: string, access: Access): Promise<OpenedDatabase> {
  const path = location === ':memory:' ? location : resolve(location)
  const refuse = (reason: string) => new StoreOpenError(`${location} cannot be used: ${reason}`)
  if (path === ':memory:') throw refuse('a database in memory ends with its process; name a file')
  let file: DatabaseSync
  try {
    if (access === 'create') createFile(path)
    assertFile(path)
    file = new DatabaseSync(path, { defensive: true, readOnly: access === 'read' })
  } catch (error) {
    throw refuse(describeSqliteOpenFailure(error))
  }
  const connection = new SqliteConnection(file, patience.lockTimeoutMs)
  const db = new Kysely<Database>({ dialect: createSqliteDialect(connection) })
  const opened = { db, name: location, types: sqliteTypes, listTables: listSqliteTables }
  await assertAnswers(opened, describeSqliteOpenFailure)
  if (access !== 'read') {
    await sql.raw('pragma journal_mode = wal').execute(db)
    await sql.raw('pragma synchronous = full').execute(db)
  }
  return opened
}

/** Checks the connection: only the first statement shows whether the database exists. */
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

async function assertCurrentSchema(database: OpenedDatabase): Promise<void> {
  try {
    const state = await readSchemaState(database)
    const older = describeOlder(state)
    if (older !== undefined) throw new StoreOpenError(`${older}; run npm run migrate first`)
    const [newer] = state.newer
    if (newer !== undefined)
      throw new StoreOpenError(`the database is newer than this version (it has migration ${newer})`)
  } catch (error) {
    if (!(error instanceof StoreOpenError)) throw error
    throw new StoreOpenError(`${database.name} cannot be used: ${error.message}`)
  }
}
