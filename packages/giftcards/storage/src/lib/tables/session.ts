import { type ConnectionProvider, DummyDriver, Kysely, SqliteDialect } from 'kysely'
import type { Database } from '../schema/database.ts'
import type { Db } from './db.ts'

/** What a transaction that writes has of its engine. */
export interface Session {
  readonly db: Db
  /**
   * Waits, before the first statement, until no other transaction of this process works under any of these keys; holds them
   * to the end.
   */
  takeTurns(keys: readonly string[]): Promise<void>
}

/** Kysely asks for both, and uses neither where connections come from a provider. */
const dialect = new SqliteDialect({ database: () => Promise.reject(new Error('There is no database')) })
const unused = { config: { dialect }, dialect, driver: new DummyDriver() }

/** Kysely in the language of `db`, each statement of which runs on the connection that `provideConnection` gives. */
export function withConnections(db: Db, provideConnection: ConnectionProvider['provideConnection']): Db {
  const executor = db.getExecutor().withConnectionProvider({ provideConnection })
  return new Kysely<Database>({ ...unused, executor })
}

/** Kysely for one statement, which is a snapshot by itself. Rejects a second one, which would see another snapshot. */
export function onlyOne(db: Db): Db {
  let isUsed = false
  return withConnections(db, async (consumer) => {
    if (isUsed) throw new Error('Only one statement runs outside of a transaction')
    isUsed = true
    return db.getExecutor().provideConnection(consumer)
  })
}
