import type { PurgedRecords, StoreTransaction } from '@giftcards/marketplace'
import { sql } from 'kysely'
import { itemsOf, statement, statementBy } from '../statements/statement.ts'
import type { Session } from '../statements/session.ts'
import { inChunks, limitOf } from './db.ts'

interface Old {
  readonly before: number
  readonly limit: number
}

const expiredRecords = statement((db, { before, limit }: Old) =>
  db
    .selectFrom('idempotency_records')
    .select(['customer_id', 'idempotency_key'])
    .where('expires_at', '<=', before)
    .orderBy('expires_at')
    .limit(limitOf(limit)),
)

interface RecordKey {
  readonly customer_id: number
  readonly idempotency_key: string
}

const deleteRecords = statementBy(
  3,
  (
    db,
    { keys, before }: { readonly keys: readonly RecordKey[]; readonly before: number },
    length: number,
  ) => {
    const pairs = itemsOf(keys, length).map(
      ({ customer_id, idempotency_key }) => sql`(cast(${customer_id} as bigint), ${idempotency_key})`,
    )
    return (
      db
        .deleteFrom('idempotency_records')
        .where(sql<boolean>`(customer_id, idempotency_key) in (values ${sql.join(pairs)})`)
        // Its key may have been used again meanwhile.
        .where('expires_at', '<=', before)
    )
  },
)

const oldAttempts = statement((db, { before, limit }: Old) =>
  db
    .selectFrom('attempts')
    .select('id')
    .where('attempted_at', '<', before)
    .orderBy('attempted_at')
    .limit(limitOf(limit)),
)

interface Ids {
  readonly ids: readonly string[]
}

const deleteAttempts = statementBy(3, (db, { ids }: Ids, length: number) =>
  db.deleteFrom('attempts').where('id', 'in', itemsOf(ids, length)),
)

const endedJobs = statement((db, { before, limit }: Old) =>
  db.selectFrom('jobs').select('id').where('ended_at', '<', before).orderBy('ended_at').limit(limitOf(limit)),
)

const deleteJobs = statementBy(3, (db, { ids, before }: Ids & { readonly before: number }, length: number) =>
  db
    .deleteFrom('jobs')
    .where('id', 'in', itemsOf(ids, length))
    // It may have been opened again meanwhile.
    .where('ended_at', '<', before),
)

const oldLocks = statement((db, { before, limit }: Old) =>
  db
    .selectFrom('named_locks')
    .select('name as id')
    .where('taken_at', '<', before)
    .orderBy('taken_at')
    .limit(limitOf(limit)),
)

const deleteLocks = statementBy(3, (db, { ids }: Ids, length: number) =>
  db.deleteFrom('named_locks').where('name', 'in', itemsOf(ids, length)),
)

type Purge = (session: Session, old: Old) => Promise<readonly number[]>

/** Found first and deleted by key then: an engine that does not know the limit would read a whole table to delete from it. */
const purges: Readonly<Record<PurgedRecords, Purge>> = {
  'idempotency-records': async (session, old) =>
    inChunks(await session.all(expiredRecords, old), (keys) =>
      session.run(deleteRecords(keys.length), { keys, before: old.before }),
    ),
  async attempts(session, old) {
    // The names under which attempts are counted were locked. A transaction that holds one is waited for.
    await inChunks(idsOf(await session.all(oldLocks, old)), (ids) =>
      session.run(deleteLocks(ids.length), { ids }),
    )
    return inChunks(idsOf(await session.all(oldAttempts, old)), (ids) =>
      session.run(deleteAttempts(ids.length), { ids }),
    )
  },
  jobs: async (session, old) =>
    inChunks(idsOf(await session.all(endedJobs, old)), (ids) =>
      session.run(deleteJobs(ids.length), { ids, before: old.before }),
    ),
}

const idsOf = (rows: readonly { readonly id: string }[]): readonly string[] => rows.map(({ id }) => id)

/** Deletes what is no longer kept. */
export function writePurge(session: Session): Pick<StoreTransaction, 'purge'> {
  return {
    async purge(records, before, limit) {
      const deleted = await purges[records](session, { before, limit })
      return deleted.reduce((sum, rows) => sum + rows, 0)
    },
  }
}
