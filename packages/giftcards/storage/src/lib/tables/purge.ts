import type { PurgedRecords, StoreTransaction } from '@giftcards/marketplace'
import { sql } from 'kysely'
import { itemsOf, statement, statementBy } from '../statements/statement.ts'
import type { Session } from '../statements/session.ts'
import { inChunks, limitOf } from './db.ts'
import { untyped } from './row-statements.ts'

interface Old {
  readonly before: number
  readonly limit: number
}

/**
 * Deletes rows that are older than a moment, the oldest first, and returns how many. Finds them first and deletes them by key,
 * because `delete` has no limit: it would read the whole table.
 */
type Purge = (session: Session, old: Old) => Promise<number>

/** The purge of a table by the column that says how old a row is. */
function purgeOf(table: 'attempts' | 'jobs' | 'named_locks', key: string, age: string): Purge {
  const oldRows = statement((db, { before, limit }: Old) =>
    untyped(db).selectFrom(table).select(key).where(age, '<', before).orderBy(age).limit(limitOf(limit)),
  )
  interface Values {
    readonly keys: readonly unknown[]
    readonly before: number
  }
  const deleteRows = statementBy(3, (db, { keys, before }: Values, length: number) =>
    untyped(db)
      .deleteFrom(table)
      .where(key, 'in', itemsOf(keys, length))
      // The row may have been used again meanwhile.
      .where(age, '<', before),
  )
  return async (session, old) => {
    const rows = await session.all(oldRows, old)
    const deleted = await inChunks(
      rows.map((row) => row[key]),
      (keys) => session.run(deleteRows(keys.length), { keys, before: old.before }),
    )
    return sumOf(deleted)
  }
}

const purgeAttempts = purgeOf('attempts', 'id', 'attempted_at')

const purgeLocks = purgeOf('named_locks', 'name', 'taken_at')

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
        // The key may have been used again meanwhile.
        .where('expires_at', '<=', before)
    )
  },
)

const purges: Readonly<Record<PurgedRecords, Purge>> = {
  'idempotency-records': async (session, old) =>
    sumOf(
      await inChunks(await session.all(expiredRecords, old), (keys) =>
        session.run(deleteRecords(keys.length), { keys, before: old.before }),
      ),
    ),
  async attempts(session, old) {
    // Attempts are counted under locks of names. Waits for transactions that hold one of these.
    await purgeLocks(session, old)
    return purgeAttempts(session, old)
  },
  jobs: purgeOf('jobs', 'id', 'ended_at'),
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)

/** Deletes records that are no longer kept. */
export function writePurge(session: Session) {
  return {
    purge: (records, before, limit) => purges[records](session, { before, limit }),
  } satisfies Partial<StoreTransaction>
}
