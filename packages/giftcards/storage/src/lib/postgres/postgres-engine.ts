import { createKeyedQueue, isRefused } from '@giftcards/marketplace'
import { PostgresDialect } from 'kysely'
import type { Pool } from 'pg'
import type { Engine } from '../engine.ts'
import type { Db } from '../tables/db.ts'
import { announceJobs, listenForJobs } from './job-channel.ts'
import { createKysely, toKyselyPool } from './postgres-connection.ts'
import { isConflict, toStoreError } from './postgres-failure.ts'
import { type PostgresParts, PostgresSession } from './postgres-session.ts'

/**
 * The engine of a migrated database. Write transactions are `read committed`: they lock the rows that they use and change shared
 * counters by guarded updates (decision 0015). Each waits at most `turnLimitMs` for its turn.
 */
export async function createPostgresEngine(url: string, pool: Pool, turnLimitMs: number): Promise<Engine> {
  const db = createKysely(pool)
  const driver = new PostgresDialect({ pool: toKyselyPool(pool) }).createDriver()
  await driver.init()
  const parts: PostgresParts = { db, driver, turns: createKeyedQueue(startTimer, { limitMs: turnLimitMs }) }

  return {
    async write(work) {
      const session = new PostgresSession(parts, { isolationLevel: 'read committed' })
      try {
        const result = await work(session)
        await (isRefused(result) ? session.rollBack() : session.commit())
        return result
      } catch (error) {
        await session.rollBack()
        throw error
      }
    },
    read: (work) =>
      look(new PostgresSession(parts, { isolationLevel: 'repeatable read', accessMode: 'read only' }), work),
    readOne: (work) => look(new PostgresSession(parts), work),
    announceJobs: () => announceJobs(db),
    listenForJobs: (listener) => listenForJobs(url, listener),
    isConflict,
    toStoreError,
    close: () => pool.end(),
  }
}

/** Calls `onTime` after `ms`, unless the returned function is called before. */
function startTimer(ms: number, onTime: () => void): () => void {
  const timer = setTimeout(onTime, ms)
  return () => clearTimeout(timer)
}

/** Reads from one snapshot. The result does not depend on the end of the snapshot, so the caller does not wait for it. */
async function look<T>(session: PostgresSession, work: (db: Db) => Promise<T>): Promise<T> {
  try {
    const result = await work(session.db)
    // After a failure the snapshot is incomplete, even if the caller has caught the error.
    if (session.failure !== undefined) throw session.failure
    return result
  } finally {
    void session.rollBack()
  }
}
