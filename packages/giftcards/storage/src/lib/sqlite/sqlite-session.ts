import type { Db } from '../tables/db.ts'
import { type Session, withConnections } from '../tables/session.ts'
import type { SqliteConnection } from './sqlite-connection.ts'

/** A connection to a migrated file, and Kysely on it. */
export interface OpenedConnection {
  readonly connection: SqliteConnection
  readonly db: Db
}

/** Runs `work` as the only user of the connection. From then on, its Kysely rejects every statement. */
export function inTurn<T>({ connection, db }: OpenedConnection, work: (db: Db) => Promise<T>): Promise<T> {
  return connection.inTurn(async () => {
    let isOver = false
    const session = withConnections(db, (consumer) =>
      isOver ? Promise.reject(new Error('The transaction is over')) : consumer(connection),
    )
    try {
      return await work(session)
    } finally {
      isOver = true
    }
  })
}

/** A session of SQLite. Write transactions run one after the other, across all processes. */
export const toSession = (db: Db): Session => ({ db, takeTurns: async () => undefined })
