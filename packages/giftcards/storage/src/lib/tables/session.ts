import { type ConnectionProvider, DummyDriver, Kysely, SqliteDialect } from 'kysely'
import type { Database } from '../schema/database.ts'
import type { Db } from './db.ts'

/** The session of a write transaction. */
export interface Session {
  readonly db: Db
  /**
   * Waits, before the first statement, until no other transaction of this process works under any of these keys; holds them
   * to the end.
   */
  takeTurns(keys: readonly string[]): Promise<void>
}

/** Kysely requires both, but uses neither with a connection provider. */
const dialect = new SqliteDialect({ database: () => Promise.reject(new Error('There is no database')) })
const unused = { config: { dialect }, dialect, driver: new DummyDriver() }

/** Creates a Kysely with the dialect of `db` that runs each statement on the connection from `provideConnection`. */
export function withConnections(db: Db, provideConnection: ConnectionProvider['provideConnection']): Db {
  const executor = db.getExecutor().withConnectionProvider({ provideConnection })
  return new Kysely<Database>({ ...unused, executor })
}

/** Creates a Kysely for one statement, which is a snapshot by itself. Rejects a second one, which would see another snapshot. */
export function onlyOne(db: Db): Db {
  let isUsed = false
  return withConnections(db, async (consumer) => {
    if (isUsed) throw new Error('Only one statement may run outside of a transaction')
    isUsed = true
    return db.getExecutor().provideConnection(consumer)
  })
}
