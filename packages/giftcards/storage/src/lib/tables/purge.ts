import type { StoreTransaction } from '@giftcards/marketplace'
import type { Session } from '../statements/session.ts'
import { statement } from '../statements/statement.ts'

/** How long an attempt is kept at least, in milliseconds. */
const attemptLifeMs = 86_400_000

const deleteExpiredRecords = statement((db, { now }: { readonly now: number }) =>
  db.deleteFrom('idempotency_records').where('expires_at', '<=', now),
)

const deleteOldAttempts = statement((db, { before }: { readonly before: number }) =>
  db.deleteFrom('attempts').where('attempted_at', '<', before),
)

/** How long a job is kept that has ended, in milliseconds. */
const jobLifeMs = 7 * 86_400_000

const deleteEndedJobs = statement((db, { before }: { readonly before: number }) =>
  db.deleteFrom('jobs').where('ended_at', '<', before),
)

/** Deletes what is of no more use. */
export function writePurge(session: Session): Pick<StoreTransaction, 'purgeExpired'> {
  return {
    async purgeExpired(now) {
      const records = await session.run(deleteExpiredRecords, { now })
      const attempts = await session.run(deleteOldAttempts, { before: now - attemptLifeMs })
      return records + attempts + (await session.run(deleteEndedJobs, { before: now - jobLifeMs }))
    },
  }
}
