import { randomUUID } from 'node:crypto'
import type { StoreReader, StoreTransaction } from '@giftcards/marketplace'
import type { Db } from './db.ts'

/** Lists attempts, for throttling. */
export function readAttempts(db: Db): Pick<StoreReader, 'listAttempts'> {
  return {
    async listAttempts(subject, since) {
      const rows = await db
        .selectFrom('attempts')
        .select('attempted_at')
        .where('subject', '=', subject)
        .where('attempted_at', '>', since)
        .orderBy('attempted_at')
        .execute()
      return rows.map((row) => row.attempted_at)
    },
  }
}

/** Records attempts. */
export function writeAttempts(db: Db): Pick<StoreTransaction, 'insertAttempt' | 'deleteAttempts'> {
  return {
    async insertAttempt(subject, at) {
      await db.insertInto('attempts').values({ id: randomUUID(), subject, attempted_at: at }).execute()
    },
    async deleteAttempts(subject) {
      await db.deleteFrom('attempts').where('subject', '=', subject).execute()
    },
  }
}
