import type { Engine } from '../engine.ts'
import type { Db } from '../tables/db.ts'
import type { SqliteConnection } from './sqlite-connection.ts'
import { toStoreError } from './sqlite-failure.ts'
import { createSqliteSessions } from './sqlite-sessions.ts'

/** A connection to a migrated file, and Kysely on it. */
export interface OpenedConnection {
  readonly connection: SqliteConnection
  readonly db: Db
}

/** The engine of a file: one connection writes, one reads; both are the same where the file is in memory. */
export function createSqliteEngine(writer: OpenedConnection, reader: OpenedConnection): Engine {
  const writing = createSqliteSessions(writer.db, writer.connection)
  const reading = reader === writer ? writing : createSqliteSessions(reader.db, reader.connection)
  return {
    ...reading,
    write: (work, keep) => writing.write(work, keep),
    reader: reader.db,
    // Transactions wait for each other.
    isConflict: () => false,
    toStoreError,
    async close() {
      reader.connection.close()
      writer.connection.close()
    },
  }
}
