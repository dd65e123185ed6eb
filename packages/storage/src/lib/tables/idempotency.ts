import type { IdempotencyRecord, StoreReader, StoreTransaction } from '@giftcards/marketplace'
import type { Database } from '../schema/database.ts'
import type { Db } from './db.ts'

/** Finds what a checkout under an `Idempotency-Key` came to. */
export function readIdempotency(db: Db): Pick<StoreReader, 'findIdempotencyRecord'> {
  return {
    async findIdempotencyRecord(customerId, key, now) {
      const row = await db
        .selectFrom('idempotency_records')
        .selectAll()
        .where('customer_id', '=', customerId)
        .where('idempotency_key', '=', key)
        .where('expires_at', '>', now)
        .executeTakeFirst()
      return row && fromRow(row)
    },
  }
}

/** Records what a checkout came to; an earlier record of the same key is replaced. */
export function writeIdempotency(db: Db): Pick<StoreTransaction, 'putIdempotencyRecord'> {
  return {
    async putIdempotencyRecord({ customerId, key, fingerprint, outcome, expiresAt }) {
      const columns = {
        fingerprint,
        order_id: 'orderId' in outcome ? outcome.orderId : null,
        refusal: 'refusal' in outcome ? outcome.refusal : null,
        expires_at: expiresAt,
      }
      await db
        .insertInto('idempotency_records')
        .values({ customer_id: customerId, idempotency_key: key, ...columns })
        .onConflict((conflict) => conflict.columns(['customer_id', 'idempotency_key']).doUpdateSet(columns))
        .execute()
    },
  }
}

function fromRow(row: Database['idempotency_records']): IdempotencyRecord {
  return {
    customerId: row.customer_id,
    key: row.idempotency_key,
    fingerprint: row.fingerprint,
    outcome: toOutcome(row),
    expiresAt: row.expires_at,
  }
}

function toOutcome(row: Database['idempotency_records']): IdempotencyRecord['outcome'] {
  if (row.order_id !== null) return { orderId: row.order_id }
  if (row.refusal !== null) return { refusal: row.refusal }
  throw new Error('An idempotency record holds neither an order nor a refusal')
}
