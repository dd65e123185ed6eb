import type { Engine } from '../engine.ts'
import type { Db } from '../tables/db.ts'
import { createGroupCommit } from './group-commit.ts'
import type { SqliteConnection } from './sqlite-connection.ts'
import { toStoreError } from './sqlite-failure.ts'
import { createPrepareStatement } from './sqlite-session.ts'
import { createSqliteSessions } from './sqlite-sessions.ts'

/** A connection to a migrated file, and Kysely on it. */
export interface OpenedConnection {
  readonly connection: SqliteConnection
  readonly db: Db
}

/** The engine of a file: one connection writes, one reads; both are the same where the file is in memory. */
export function createSqliteEngine(writer: OpenedConnection, reader: OpenedConnection): Engine {
  const { ask, read, write } = sessionsOf(reader)
  const group = reader === writer ? undefined : createGroupCommit(writer.connection, prepareFor(writer))
  const writeInTurn = group?.write ?? write
  return {
    ask,
    read,
    write: writeInTurn,
    // A transaction that writes begins with the lock of the file, which a file that cannot be written does not give.
    probe: () =>
      writeInTurn(
        async () => undefined,
        () => false,
      ),
    reader: reader.db,
    // Transactions wait for each other.
    isConflict: () => false,
    toStoreError,
    async close() {
      await group?.settle()
      reader.connection.close()
      writer.connection.close()
    },
  }
}

const prepareFor = ({ db, connection }: OpenedConnection) => createPrepareStatement(db, connection)

const sessionsOf = (opened: OpenedConnection) => createSqliteSessions(opened.connection, prepareFor(opened))
