import { sql } from 'kysely'
import type { PendingPayment, StoreReader, StoreTransaction } from '@giftcards/marketplace'
import { fromJson, toJson } from '../schema/columns.ts'
import { type Database, tableColumns } from '../schema/database.ts'
import type { Session } from '../statements/session.ts'
import { statement } from '../statements/statement.ts'
import { type Db, limitOf } from './db.ts'
import { insertOf } from './insert-of.ts'

const selectPayments = (db: Db) => db.selectFrom('payments').select(tableColumns.payments)

const paymentByReference = statement((db, { reference }: { readonly reference: string }) =>
  selectPayments(db).where('reference', '=', reference),
)

const paymentOf = statement((db, { customerId }: { readonly customerId: number }) =>
  selectPayments(db).where('customer_id', '=', customerId),
)

const paymentsToSettle = statement(
  (db, { realNow, limit }: { readonly realNow: number; readonly limit: number }) =>
    db
      .selectFrom('payments')
      .select('reference')
      .where('lease_until', '<=', realNow)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('jobs')
              .select('jobs.id')
              .where('jobs.id', '=', sql<string>`'settle-payment/' || payments.reference`)
              .where('jobs.state', 'in', [sql.lit('open' as const), sql.lit('parked' as const)]),
          ),
        ),
      )
      .orderBy('lease_until')
      .orderBy('reference')
      .limit(limitOf(limit)),
)

/** Finds pending payments. */
export function readPayments(
  session: Session,
): Pick<StoreReader, 'findPayment' | 'findPaymentOf' | 'listPaymentsToSettle'> {
  return {
    async findPayment(reference) {
      const row = await session.first(paymentByReference, { reference })
      return row && fromPaymentRow(row)
    },
    async findPaymentOf(customerId) {
      const row = await session.first(paymentOf, { customerId })
      return row && fromPaymentRow(row)
    },
    async listPaymentsToSettle(realNow, limit) {
      const rows = await session.all(paymentsToSettle, { realNow, limit })
      return rows.map((row) => row.reference)
    },
  }
}

const insertPayments = insertOf('payments')

interface NewLease {
  readonly reference: string
  readonly realNow: number
  readonly leaseUntil: number
}

const leasePayment = statement((db, { reference, realNow, leaseUntil }: NewLease) =>
  db
    .updateTable('payments')
    .set({ lease_until: leaseUntil })
    .where('reference', '=', reference)
    .where('lease_until', '<=', realNow)
    .returning(tableColumns.payments),
)

/** After a reset of a sandbox references may come again, for other payments. */
const deletePayment = statement(
  (db, row: Pick<Database['payments'], 'reference' | 'customer_id' | 'started_at'>) =>
    db
      .deleteFrom('payments')
      .where('reference', '=', row.reference)
      .where('customer_id', '=', row.customer_id)
      .where('started_at', '=', row.started_at),
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
    async leasePayment(reference, realNow, leaseUntil) {
      const row = await session.first(leasePayment, { reference, realNow, leaseUntil })
      return row && fromPaymentRow(row)
    },
    async deletePayment({ reference, customerId: customer_id, startedAt: started_at }) {
      return (await session.run(deletePayment, { reference, customer_id, started_at })) > 0
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
