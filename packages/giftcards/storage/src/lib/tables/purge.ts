import type { PurgedRecords, StoreTransaction } from '@giftcards/marketplace'
import { sql } from 'kysely'
import { type Db, deleteByKey, limitOf } from './db.ts'
import { purgeLocks } from './locks.ts'

/** Deletes at most `limit` rows older than the given time, the oldest first, and returns the number. */
type Purge = (db: Db, before: number, limit: number) => Promise<number>

const purgeAttempts: Purge = async (db, before, limit) => {
  const old = await db
    .selectFrom('attempts')
    .select('id')
    .where('attempted_at', '<', before)
    .orderBy('attempted_at')
    .limit(limitOf(limit))
    .execute()
  return deleteByKey(
    old.map(({ id }) => id),
    (ids) => db.deleteFrom('attempts').where('id', 'in', ids).where('attempted_at', '<', before),
  )
}

const purgeJobs: Purge = async (db, before, limit) => {
  const old = await db
    .selectFrom('jobs')
    .select('id')
    .where('ended_at', '<', before)
    .orderBy('ended_at')
    .limit(limitOf(limit))
    .execute()
  return deleteByKey(
    old.map(({ id }) => id),
    (ids) => db.deleteFrom('jobs').where('id', 'in', ids).where('ended_at', '<', before),
  )
}

const purgeRecords: Purge = async (db, before, limit) => {
  const old = await db
    .selectFrom('idempotency_records')
    .select(['customer_id', 'idempotency_key'])
    .where('expires_at', '<=', before)
    .orderBy('expires_at')
    .limit(limitOf(limit))
    .execute()
  const keys = old.map((row) => sql`(cast(${row.customer_id} as bigint), ${row.idempotency_key})`)
  return deleteByKey(keys, (some) =>
    db
      .deleteFrom('idempotency_records')
      .where(sql<boolean>`(customer_id, idempotency_key) in (values ${sql.join(some)})`)
      .where('expires_at', '<=', before),
  )
}

const purges: Readonly<Record<PurgedRecords, Purge>> = {
  'idempotency-records': purgeRecords,
  async attempts(db, before, limit) {
    // Attempts are counted under name locks. Waits for transactions that hold one.
    await purgeLocks(db, limit)
    return purgeAttempts(db, before, limit)
  },
  jobs: purgeJobs,
}

/** Deletes records whose retention has ended. */
export function writePurge(db: Db) {
  return {
    purge: (records, before, limit) => purges[records](db, before, limit),
  } satisfies Partial<StoreTransaction>
}
