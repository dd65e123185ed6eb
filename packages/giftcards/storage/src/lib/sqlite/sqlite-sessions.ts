import type { StatementSync } from 'node:sqlite'
import type { Engine } from '../engine.ts'
import type { Session } from '../statements/session.ts'
import type { SqliteConnection } from './sqlite-connection.ts'
import { type PrepareStatement, SqliteSession } from './sqlite-session.ts'

/** How statements are run on one connection, by one after the other. */
export type SqliteSessions = Pick<Engine, 'ask' | 'read' | 'write'>

/** The turns of a connection, each a transaction of its own. */
export function createSqliteSessions(
  connection: SqliteConnection,
  prepare: PrepareStatement,
): SqliteSessions {
  const { line } = connection
  const begin = connection.prepare('begin')
  // A reader that turns writer half-way would meet SQLITE_BUSY_SNAPSHOT.
  const beginImmediate = connection.prepare('begin immediate')
  const commit = connection.prepare('commit')
  const rollback = connection.prepare('rollback')

  async function ask<T>(work: (session: Session) => Promise<T>): Promise<T> {
    await line.enter()
    const session = new SqliteSession(connection, prepare)
    try {
      return await work(session)
    } finally {
      session.end()
      line.leave()
    }
  }

  async function transact<T>(
    start: StatementSync,
    work: (session: Session) => Promise<T>,
    keep: (result: T) => boolean,
  ): Promise<T> {
    return ask(async (session) => {
      await connection.onceFree(() => start.run())
      try {
        const result = await work(session)
        if (keep(result)) await connection.onceFree(() => commit.run())
        return result
      } finally {
        // SQLite itself ends a transaction on some failures, such as a full disk.
        if (connection.isInTransaction) rollback.run()
      }
    })
  }

  return {
    write: (work, keep) => transact(beginImmediate, work, keep),
    read: (work) => transact(begin, work, () => true),
    ask,
  }
}
