import { randomUUID } from 'node:crypto'
import type { StoreTransaction } from '@giftcards/marketplace'
import type { Session } from '../statements/session.ts'
import { insertOf } from './insert-of.ts'

const insertReads = insertOf('secure_reads')

/** Records who read which card's secure data, and when; never what was read. */
export function writeSecureReads(session: Session): Pick<StoreTransaction, 'insertSecureRead'> {
  return {
    async insertSecureRead({ cardId, customerId, at }) {
      const row = { id: randomUUID(), card_id: cardId, customer_id: customerId, read_at: at }
      await insertReads(session, [row])
    },
  }
}
