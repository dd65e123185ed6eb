import type { IdempotencyRecord, StoreReader, StoreTransaction } from '@giftcards/marketplace'
import { type Database, tableColumns } from '../schema/database.ts'
import { columnsOf } from '../statements/columns-of.ts'
import type { Session } from '../statements/session.ts'
import { statement } from '../statements/statement.ts'

const recordOf = statement(
  (
    db,
    { customerId, key, now }: { readonly customerId: number; readonly key: string; readonly now: number },
  ) =>
    db
      .selectFrom('idempotency_records')
      .select(tableColumns.idempotency_records)
      .where('customer_id', '=', customerId)
      .where('idempotency_key', '=', key)
      .where('expires_at', '>', now),
)

/** Finds what a checkout under an `Idempotency-Key` came to. */
export function readIdempotency(session: Session): Pick<StoreReader, 'findIdempotencyRecord'> {
  return {
    async findIdempotencyRecord(customerId, key, now) {
      const row = await session.first(recordOf, { customerId, key, now })
      return row && fromRow(row)
    },
  }
}

const putRecord = statement((db, row: Database['idempotency_records']) =>
  db
    .insertInto('idempotency_records')
    .values(columnsOf(row, tableColumns.idempotency_records))
    .onConflict((conflict) =>
      conflict
        .columns(['customer_id', 'idempotency_key'])
        .doUpdateSet(columnsOf(row, ['fingerprint', 'order_id', 'refusal', 'expires_at'])),
    ),
)

/** Records what a checkout came to; an earlier record of the same key is replaced. */
export function writeIdempotency(session: Session): Pick<StoreTransaction, 'putIdempotencyRecord'> {
  return {
    async putIdempotencyRecord({ customerId, key, fingerprint, outcome, expiresAt }) {
      await session.run(putRecord, {
        customer_id: customerId,
        idempotency_key: key,
        fingerprint,
        order_id: 'orderId' in outcome ? outcome.orderId : null,
        refusal: 'refusal' in outcome ? outcome.refusal : null,
        expires_at: expiresAt,
      })
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
