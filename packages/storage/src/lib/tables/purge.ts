import type { StoreTransaction } from '@giftcards/marketplace'
import type { Db } from './db.ts'

/** How long an attempt is kept at least, in milliseconds. */
const attemptLifeMs = 86_400_000

/** Deletes what is of no more use. */
export function writePurge(db: Db): Pick<StoreTransaction, 'purgeExpired'> {
  return {
    async purgeExpired(now) {
      const records = await db
        .deleteFrom('idempotency_records')
        .where('expires_at', '<=', now)
        .executeTakeFirst()
      const attempts = await db
        .deleteFrom('attempts')
        .where('attempted_at', '<', now - attemptLifeMs)
        .executeTakeFirst()
      return Number(records.numDeletedRows + attempts.numDeletedRows)
    },
  }
}
