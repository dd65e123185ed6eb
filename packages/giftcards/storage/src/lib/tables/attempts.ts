import { randomUUID } from 'node:crypto'
import type { StoreReader, StoreTransaction } from '@giftcards/marketplace'
import type { Session } from '../statements/session.ts'
import { statement } from '../statements/statement.ts'
import { insertOf } from './insert-of.ts'

const attemptsSince = statement(
  (db, { subject, since }: { readonly subject: string; readonly since: number }) =>
    db
      .selectFrom('attempts')
      .select('attempted_at')
      .where('subject', '=', subject)
      .where('attempted_at', '>', since)
      .orderBy('attempted_at'),
)

/** Lists attempts, for throttling. */
export function readAttempts(session: Session): Pick<StoreReader, 'listAttempts'> {
  return {
    async listAttempts(subject, since) {
      const rows = await session.all(attemptsSince, { subject, since })
      return rows.map((row) => row.attempted_at)
    },
  }
}

const insertAttempts = insertOf('attempts')

const deleteAttempts = statement((db, { subject }: { readonly subject: string }) =>
  db.deleteFrom('attempts').where('subject', '=', subject),
)

/** Records attempts. */
export function writeAttempts(session: Session): Pick<StoreTransaction, 'insertAttempt' | 'deleteAttempts'> {
  return {
    async insertAttempt(subject, at) {
      await insertAttempts(session, [{ id: randomUUID(), subject, attempted_at: at }])
    },
    async deleteAttempts(subject) {
      await session.run(deleteAttempts, { subject })
    },
  }
}
