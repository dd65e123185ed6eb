import type { Pool } from 'pg'
import type { Engine } from '../engine.ts'
import type { Session } from '../statements/session.ts'
import type { Db } from '../tables/db.ts'
import { createNumberDraw } from './draw-numbers.ts'
import { PostgresConnection } from './postgres-connection.ts'
import { isConflict, toStoreError } from './postgres-failure.ts'
import { PostgresSession } from './postgres-session.ts'
import { createPreparation } from './prepare-statements.ts'

const command = (text: string) => ({ text, values: [] })
const beginWriting = command('begin isolation level serializable')
const beginReading = command('begin isolation level repeatable read read only')
const commit = command('commit')
const rollback = command('rollback')
/** Changes nothing. A standby and a read-only database refuse it all the same (25006), as they do any update. */
const touch = command('update attempts set subject = subject where false')

/** The engine of a migrated database; `db` is Kysely on the same pool, and `numbers` the pool on which numbers are drawn. */
export function createPostgresEngine(db: Db, pool: Pool, numbers: Pool): Engine {
  const prepare = createPreparation(db)
  const draw = createNumberDraw(numbers)

  /** Runs `work`, then what ends the transaction; rolls back where either throws. Whoever ends it releases as well. */
  async function transact<T>(
    begin: typeof commit,
    work: (session: Session) => Promise<T>,
    end: (connection: PostgresConnection, result: T) => Promise<void>,
  ): Promise<T> {
    const connection = await PostgresConnection.from(pool)
    const begun = connection.query(begin)
    // Heard here as well: `work` may end before it asks anything.
    begun.catch(() => undefined)
    const session = new PostgresSession(connection, prepare, draw, begun)
    try {
      const result = await work(session)
      session.end()
      await begun
      await end(connection, result)
      return result
    } catch (error) {
      session.end()
      await rollBack(connection)
      throw error
    }
  }

  return {
    write: (work, keep) =>
      transact(beginWriting, work, async (connection, result) => {
        await connection.query(keep(result) ? commit : rollback)
        connection.release()
      }),
    read: (work) =>
      transact(beginReading, work, async (connection) => {
        const committed = connection.query(commit)
        if (connection.hasFailed) await committed
        // What was read is read: nobody has to wait for the end of a snapshot.
        committed.then(
          () => connection.release(),
          () => connection.release(true),
        )
      }),
    async ask(work) {
      const connection = await PostgresConnection.from(pool)
      const session = new PostgresSession(connection, prepare, draw)
      try {
        return await work(session)
      } finally {
        session.end()
        connection.release()
      }
    },
    async probe() {
      // A request that draws numbers needs a connection of either pool.
      await Promise.all([pool, numbers].map(touchOn))
    },
    reader: db,
    isConflict,
    toStoreError,
    async close() {
      await Promise.all([pool.end(), numbers.end()])
    },
  }
}

async function touchOn(pool: Pool): Promise<void> {
  const connection = await PostgresConnection.from(pool)
  try {
    await connection.query(touch)
  } finally {
    connection.release()
  }
}

/** Ends a transaction that came to nothing, and gives its connection back. */
async function rollBack(connection: PostgresConnection): Promise<void> {
  let isUsable = true
  try {
    await connection.query(rollback)
  } catch {
    isUsable = false
  }
  connection.release(!isUsable)
}
