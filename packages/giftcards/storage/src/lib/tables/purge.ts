import type { PurgedRecords, StoreTransaction } from '@giftcards/marketplace'
import { sql } from 'kysely'
import type { Session } from '../statements/session.ts'
import { type Statement, statement } from '../statements/statement.ts'
import { limitOf } from './db.ts'

interface Old {
  readonly before: number
  readonly limit: number
}

const purges: Readonly<Record<PurgedRecords, Statement<Old, unknown>>> = {
  'idempotency-records': statement((db, { before, limit }: Old) =>
    db.deleteFrom('idempotency_records').where(
      sql<boolean>`(customer_id, idempotency_key) in (
        select customer_id, idempotency_key from idempotency_records
        where expires_at <= ${before} order by expires_at limit ${limitOf(limit)})`,
    ),
  ),
  attempts: statement((db, { before, limit }: Old) =>
    db
      .deleteFrom('attempts')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('attempts')
          .select('id')
          .where('attempted_at', '<', before)
          .orderBy('attempted_at')
          .limit(limitOf(limit)),
      ),
  ),
  jobs: statement((db, { before, limit }: Old) =>
    db
      .deleteFrom('jobs')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('jobs')
          .select('id')
          .where('ended_at', '<', before)
          .orderBy('ended_at')
          .limit(limitOf(limit)),
      ),
  ),
}

/** Deletes what is no longer kept. */
export function writePurge(session: Session): Pick<StoreTransaction, 'purge'> {
  return { purge: (records, before, limit) => session.run(purges[records], { before, limit }) }
}
