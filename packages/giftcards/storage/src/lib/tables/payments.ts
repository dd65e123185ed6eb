import type { PendingPayment, StoreReader, StoreTransaction } from '@giftcards/marketplace'
import { fromJson, toJson } from '../schema/columns.ts'
import type { Database } from '../schema/database.ts'
import { tableColumns } from '../schema/table-columns.ts'
import type { Session } from '../statements/session.ts'
import { statement } from '../statements/statement.ts'
import { assertUpdated, type Db, limitOf } from './db.ts'
import { insertOf } from './insert-of.ts'

const selectPayments = (db: Db) => db.selectFrom('payments').select(tableColumns.payments)

const paymentByReference = statement((db, { reference }: { readonly reference: string }) =>
  selectPayments(db).where('reference', '=', reference),
)

const paymentOf = statement((db, { customerId }: { readonly customerId: number }) =>
  selectPayments(db).where('customer_id', '=', customerId),
)

const lapsedPayments = statement(
  (db, { realNow, limit }: { readonly realNow: number; readonly limit: number }) =>
    db
      .selectFrom('payments')
      .select('reference')
      .where('lease_until', '<=', realNow)
      .orderBy('lease_until')
      .orderBy('reference')
      .limit(limitOf(limit)),
)

/** Finds pending payments. */
export function readPayments(
  session: Session,
): Pick<StoreReader, 'findPayment' | 'findPaymentOf' | 'listLapsedPayments'> {
  return {
    async findPayment(reference) {
      const row = await session.first(paymentByReference, { reference })
      return row && fromPaymentRow(row)
    },
    async findPaymentOf(customerId) {
      const row = await session.first(paymentOf, { customerId })
      return row && fromPaymentRow(row)
    },
    async listLapsedPayments(realNow, limit) {
      const rows = await session.all(lapsedPayments, { realNow, limit })
      return rows.map((row) => row.reference)
    },
  }
}

const insertPayments = insertOf('payments')

const leasePayment = statement(
  (db, { reference, leaseUntil }: { readonly reference: string; readonly leaseUntil: number }) =>
    db.updateTable('payments').set({ lease_until: leaseUntil }).where('reference', '=', reference),
)

const deletePayment = statement((db, { reference }: { readonly reference: string }) =>
  db.deleteFrom('payments').where('reference', '=', reference),
)

/** Records payments from their beginning to their end. */
export function writePayments(
  session: Session,
): Pick<StoreTransaction, 'insertPayment' | 'leasePayment' | 'deletePayment'> {
  return {
    async insertPayment({ reference, customerId, order, legs, idempotency, startedAt, leaseUntil }) {
      const row = {
        reference,
        customer_id: customerId,
        prepared_order: toJson(order),
        legs: toJson(legs),
        idempotency_key: idempotency?.key ?? null,
        fingerprint: idempotency?.fingerprint ?? null,
        started_at: startedAt,
        lease_until: leaseUntil,
      }
      await insertPayments(session, [row])
    },
    async leasePayment(reference, leaseUntil) {
      assertUpdated(await session.run(leasePayment, { reference, leaseUntil }), `payment: ${reference}`)
    },
    async deletePayment(reference) {
      await session.run(deletePayment, { reference })
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
