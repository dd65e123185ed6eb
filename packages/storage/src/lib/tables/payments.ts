import type { PendingPayment, StoreReader, StoreTransaction } from '@giftcards/marketplace'
import { fromJson, toJson } from '../schema/columns.ts'
import type { Database } from '../schema/database.ts'
import { assertUpdated, type Db } from './db.ts'

/** Finds pending payments. */
export function readPayments(
  db: Db,
): Pick<StoreReader, 'findPayment' | 'findPaymentOf' | 'listLapsedPayments'> {
  const payments = db.selectFrom('payments').selectAll()
  return {
    async findPayment(reference) {
      const row = await payments.where('reference', '=', reference).executeTakeFirst()
      return row && fromPaymentRow(row)
    },
    async findPaymentOf(customerId) {
      const row = await payments.where('customer_id', '=', customerId).executeTakeFirst()
      return row && fromPaymentRow(row)
    },
    async listLapsedPayments(realNow, limit) {
      const lapsed = db.selectFrom('payments').select('reference').where('lease_until', '<=', realNow)
      const rows = await lapsed.orderBy('lease_until').orderBy('reference').limit(limit).execute()
      return rows.map((row) => row.reference)
    },
  }
}

/** Records payments from their beginning to their end. */
export function writePayments(
  db: Db,
): Pick<StoreTransaction, 'insertPayment' | 'leasePayment' | 'deletePayment'> {
  return {
    async insertPayment({ reference, customerId, order, legs, idempotency, startedAt, leaseUntil }) {
      await db
        .insertInto('payments')
        .values({
          reference,
          customer_id: customerId,
          prepared_order: toJson(order),
          legs: toJson(legs),
          idempotency_key: idempotency?.key ?? null,
          fingerprint: idempotency?.fingerprint ?? null,
          started_at: startedAt,
          lease_until: leaseUntil,
        })
        .execute()
    },
    async leasePayment(reference, leaseUntil) {
      const update = db
        .updateTable('payments')
        .set({ lease_until: leaseUntil })
        .where('reference', '=', reference)
      assertUpdated(await update.executeTakeFirst(), `payment: ${reference}`)
    },
    async deletePayment(reference) {
      await db.deleteFrom('payments').where('reference', '=', reference).execute()
    },
  }
}

/** A pending payment from its row. */
export function fromPaymentRow(row: Database['payments']): PendingPayment {
  const { idempotency_key: key, fingerprint } = row
  return {
    reference: row.reference,
    customerId: row.customer_id,
    order: fromJson(row.prepared_order),
    legs: fromJson(row.legs),
    idempotency: key === null || fingerprint === null ? null : { key, fingerprint },
    startedAt: row.started_at,
    leaseUntil: row.lease_until,
  }
}
