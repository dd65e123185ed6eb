import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { createStore, type OpenedStore } from '../create-store.ts'
import type { Engine } from '../engine.ts'
import { createPool } from '../postgres/postgres-connection.ts'
import { createPostgresEngine } from '../postgres/postgres-engine.ts'
import type { Database } from '../schema/database.ts'
import { migrate } from '../schema/migrate.ts'
import { createSqliteDialect, SqliteConnection, sqliteTypes } from '../sqlite/sqlite-connection.ts'
import { createSqliteEngine } from '../sqlite/sqlite-engine.ts'
import type { Db } from '../tables/db.ts'
import { withConnections } from '../tables/session.ts'

/** Receives the text of each statement before it runs. */
export type OnStatement = (statement: string) => void

/** Kysely on the connections of `db` that reports each statement to `onStatement`. */
export function recordStatements(db: Db, onStatement: OnStatement): Db {
  return withConnections(db, (consumer) =>
    db.getExecutor().provideConnection((connection) =>
      consumer({
        executeQuery(query) {
          onStatement(query.sql)
          return connection.executeQuery(query)
        },
        streamQuery: connection.streamQuery.bind(connection),
      }),
    ),
  )
}

function recordEngine(engine: Engine, onStatement: OnStatement): Engine {
  const record = (db: Db) => recordStatements(db, onStatement)
  return {
    ...engine,
    write: (work) =>
      engine.write((session) =>
        work({ db: record(session.db), takeTurns: (keys) => session.takeTurns(keys) }),
      ),
    read: (work) => engine.read((db) => work(record(db))),
    readOne: (work) => engine.readOne((db) => work(record(db))),
  }
}

/** A database of this version in memory, marked as a sandbox. */
export async function openInMemory() {
  const database = new DatabaseSync(':memory:')
  const connection = new SqliteConnection(database, 0)
  const db = new Kysely<Database>({ dialect: createSqliteDialect(connection) })
  await migrate(db, sqliteTypes, 'sandbox')
  const opened = { connection, db }
  return { database, connection, db, engine: createSqliteEngine(opened, opened) }
}

/** A store on SQLite in memory that reports its statements. */
export async function openRecordedSqlite(onStatement: OnStatement): Promise<OpenedStore> {
  const { engine } = await openInMemory()
  return createStore(recordEngine(engine, onStatement))
}

/** A store on PostgreSQL, with this version's schema, that reports its statements. */
export async function openRecordedPostgres(url: string, onStatement: OnStatement): Promise<OpenedStore> {
  const limits = { connectTimeoutMs: 5000, statementTimeoutMs: 10_000, lockTimeoutMs: 5000 }
  const pool = createPool({ ...limits, url, maxConnections: 10 })
  return createStore(recordEngine(await createPostgresEngine(url, pool, limits.lockTimeoutMs), onStatement))
}
