import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StoreUnavailableError } from '@giftcards/marketplace'
import { Kysely, sql } from 'kysely'
import { createStore, type OpenedStore } from '../create-store.ts'
import { listSqliteTables, type OpenMode, prepareDatabase } from '../database/schema-state.ts'
import { StoreOpenError } from '../engine.ts'
import type { Database } from '../schema/database.ts'
import { migrate } from '../schema/migrate.ts'
import {
  assertFile,
  createFile,
  createSqliteDialect,
  SqliteConnection,
  sqliteTypes,
} from './sqlite-connection.ts'
import { createSqliteEngine } from './sqlite-engine.ts'
import { describeSqliteOpenFailure } from './sqlite-failure.ts'

/** The location of an in-memory store. */
const inMemory = ':memory:'

/** The location and lock timeout of an SQLite store. */
export interface SqliteStoreOptions {
  /** A file, created with its folders if missing, or `:memory:`. */
  readonly location: string
  /** A database with the other mark is not opened. */
  readonly mode: OpenMode
  /** The timeout for a lock of another process; default 5000. */
  readonly busyTimeoutMs?: number
}

/**
 * Opens a store in an SQLite file, which a sandbox creates and migrates if needed. An in-memory store is always new, so it is
 * created in any mode. Several processes may share the file: one writes at a time, readers never wait. An acknowledged commit
 * survives a crash of the machine. Rejects with `StoreOpenError` if the file cannot be used.
 */
export async function openSqliteStore({
  location,
  mode,
  busyTimeoutMs = 5000,
}: SqliteStoreOptions): Promise<OpenedStore> {
  const path = location === inMemory ? inMemory : resolve(location)
  const opened: SqliteConnection[] = []
  const connect = () => {
    const connection = new SqliteConnection(new DatabaseSync(path, { defensive: true }), busyTimeoutMs)
    opened.push(connection)
    return { connection, db: new Kysely<Database>({ dialect: createSqliteDialect(connection) }) }
  }
  try {
    if (path !== inMemory) {
      if (mode === 'sandbox') createFile(path)
      if (mode === 'production' && !existsSync(path))
        throw new StoreOpenError('there is no such file; run npm run migrate -- --mode production first')
      assertFile(path)
    }
    const writer = connect()
    await sql.raw('pragma journal_mode = wal').execute(writer.db)
    await sql.raw('pragma synchronous = full').execute(writer.db)
    // A savepoint journals the old content of its pages; more than 64 kB would spill to a file, page by page.
    await sql.raw('pragma temp_store = memory').execute(writer.db)
    if (path === inMemory && mode !== 'any') await migrate(writer.db, sqliteTypes, mode)
    else await prepareDatabase({ db: writer.db, types: sqliteTypes, listTables: listSqliteTables }, mode)
    const reader = path === inMemory ? writer : connect()
    if (reader !== writer) await sql.raw('pragma query_only = on').execute(reader.db)
    return createStore(
      createSqliteEngine(writer, reader, path === inMemory ? undefined : rememberPlace(path)),
    )
  } catch (error) {
    for (const connection of opened) connection.close()
    throw new StoreOpenError(`${location} cannot be used: ${describeSqliteOpenFailure(error)}`, {
      cause: error,
    })
  }
}

/**
 * Returns a check that the files at these paths are still those that are open. A deleted or replaced file would accept writes
 * that no other process can see.
 */
function rememberPlace(path: string): () => void {
  const identify = (): string =>
    [path, `${path}-wal`]
      .map((file) => statSync(file, { throwIfNoEntry: false }))
      .map((found) => (found === undefined ? 'none' : `${found.dev}/${found.ino}`))
      .join(' ')
  const opened = identify()
  return () => {
    if (identify() !== opened)
      throw new StoreUnavailableError('The file of the database was deleted or replaced')
  }
}
