import type { Pool } from 'pg'
import type { Engine } from '../engine.ts'
import { KeyedQueue } from './keyed-queue.ts'
import type { Db } from '../tables/db.ts'
import { isConflict, toStoreError } from './postgres-failure.ts'
import { beginReading, beginWriting, createPreparation, PostgresSession } from './postgres-session.ts'

/**
 * The engine of a migrated database; `db` is Kysely on the same pool. Transactions that write are `read committed`: they
 * lock what they work on and change shared counters by guarded updates (decision 0015).
 */
export function createPostgresEngine(db: Db, pool: Pool, turnLimitMs: number): Engine {
  const parts = { pool, prepare: createPreparation(db), turns: new KeyedQueue(), turnLimitMs }

  return {
    async write(work, keep) {
      const session = new PostgresSession(parts, beginWriting)
      try {
        const result = await work(session)
        await (keep(result) ? session.commit() : session.rollBack())
        return result
      } catch (error) {
        await session.rollBack()
        throw error
      }
    },
    read: (work) => look(new PostgresSession(parts, beginReading), work),
    readOne: (work) => look(new PostgresSession(parts), work),
    isConflict,
    toStoreError,
    close: () => pool.end(),
  }
}

/** Reads. The result does not depend on how the snapshot ends, so nothing waits for that. */
async function look<T>(session: PostgresSession, work: (session: PostgresSession) => Promise<T>): Promise<T> {
  try {
    const result = await work(session)
    const failure = await session.failure()
    // After a failure the snapshot is incomplete, even if the caller has caught the error.
    if (failure !== undefined) throw failure
    return result
  } finally {
    void session.rollBack()
  }
}
