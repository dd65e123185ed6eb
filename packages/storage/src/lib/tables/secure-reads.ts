import { randomUUID } from 'node:crypto'
import type { StoreTransaction } from '@giftcards/marketplace'
import type { Db } from './db.ts'

/** Records who read which card's secure data, and when; never what was read. */
export function writeSecureReads(db: Db): Pick<StoreTransaction, 'insertSecureRead'> {
  return {
    async insertSecureRead({ cardId, customerId, at }) {
      const row = { id: randomUUID(), card_id: cardId, customer_id: customerId, read_at: at }
      await db.insertInto('secure_reads').values(row).execute()
    },
  }
}
