import type { IdempotencyRecord, PendingPayment, StoreReader, StoreTransaction } from '@giftcards/marketplace'
import { sql } from 'kysely'
import { type Database, rowsOf } from '../schema/database.ts'
import { compiled, type Param, paramsOf } from './compiled.ts'
import { type Db, isId, limitOf } from './db.ts'
import { waitingStates } from './jobs.ts'

const payments = rowsOf('payments')
const legs = rowsOf('payment_legs')
const records = rowsOf('idempotency_records')

const selectPayments = (db: Db) => db.selectFrom('payments').select(payments.columns)

const paymentOf = compiled((db, param: Param<{ readonly customerId: number }>) =>
  selectPayments(db).where('customer_id', '=', param('customerId')),
)

const selectLegs = (db: Db) => db.selectFrom('payment_legs').select(legs.columns)

interface RecordKey {
  readonly customerId: number
  readonly key: string
  readonly now: number
}

const recordOf = compiled((db, param: Param<RecordKey>) =>
  db
    .selectFrom('idempotency_records')
    .select(records.columns)
    .where('customer_id', '=', param('customerId'))
    .where('idempotency_key', '=', param('key'))
    .where('expires_at', '>', param('now')),
)

/** Finds pending payments, the legs of all payments, and the outcomes of checkouts under an `Idempotency-Key`. */
export function readPayments(db: Db) {
  return {
    async findPayment(reference) {
      const row = await selectPayments(db).where('reference', '=', reference).executeTakeFirst()
      return row && fromPaymentRow(row)
    },
    findPaymentOf: async (customerId) => (await paymentOf(db, { customerId })).rows.map(fromPaymentRow)[0],
    async listPaymentsToSettle(realNow, limit) {
      const rows = await db
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
                .where('jobs.state', 'in', waitingStates),
            ),
          ),
        )
        .orderBy('lease_until')
        .orderBy('reference')
        .limit(limitOf(limit))
        .execute()
      return rows.map((row) => row.reference)
    },
    async listPaymentLegs(orderId) {
      if (!isId(orderId)) return []
      const rows = await selectLegs(db).where('order_id', '=', orderId).orderBy('position').execute()
      return rows.map(legs.fromRow)
    },
    async listPaymentLegsAfter({ orderId, position }, limit) {
      const rows = await selectLegs(db)
        .where((eb) => eb(eb.refTuple('order_id', 'position'), '>', eb.tuple(orderId, position)))
        .orderBy('order_id')
        .orderBy('position')
        .limit(limitOf(limit))
        .execute()
      return rows.map(legs.fromRow)
    },
    findIdempotencyRecord: async (customerId, key, now) =>
      (await recordOf(db, { customerId, key, now })).rows.map(fromRecordRow)[0],
  } satisfies Partial<StoreReader>
}

const insertPayment = compiled((db, param: Param<Database['payments']>) =>
  db.insertInto('payments').values(paramsOf(param, payments.columns)),
)

interface EndedPayment {
  readonly reference: string
  readonly customerId: number
  readonly startedAt: number
}

/** After a reset of a sandbox, other payments may have the same references. */
const deletePayment = compiled((db, param: Param<EndedPayment>) =>
  db
    .deleteFrom('payments')
    .where('reference', '=', param('reference'))
    .where('customer_id', '=', param('customerId'))
    .where('started_at', '=', param('startedAt')),
)

/** Literals: they are the same in every call. */
const refundStates = [sql.lit('refunding' as const), sql.lit('refunded' as const)]

const putLeg = compiled((db, param: Param<Database['payment_legs']>) =>
  db
    .insertInto('payment_legs')
    .values(paramsOf(param, legs.columns))
    .onConflict((conflict) =>
      conflict
        .columns(['order_id', 'position'])
        .doUpdateSet((eb) => ({
          state: eb.ref('excluded.state'),
          gateway_reference: eb.ref('excluded.gateway_reference'),
          changed_at: eb.ref('excluded.changed_at'),
        }))
        // A leg whose refund has begun is not charged again.
        .where((eb) =>
          eb.or([
            eb('payment_legs.state', 'not in', refundStates),
            eb('payment_legs.state', '=', eb.ref('excluded.state')),
            eb('excluded.state', '=', sql.lit('refunded' as const)),
          ]),
        ),
    ),
)

/** Records pending payments, the legs of all payments, and the outcomes of checkouts. */
export function writePayments(db: Db) {
  return {
    async insertPayment(payment) {
      const { key = null, fingerprint = null } = payment.idempotency ?? {}
      await insertPayment(db, payments.toRow({ ...payment, key, fingerprint }))
    },
    async leasePayment(reference, realNow, leaseUntil) {
      const row = await db
        .updateTable('payments')
        .set({ lease_until: leaseUntil })
        .where('reference', '=', reference)
        .where('lease_until', '<=', realNow)
        .returning(payments.columns)
        .executeTakeFirst()
      return row && fromPaymentRow(row)
    },
    async deletePayment({ reference, customerId, startedAt }) {
      const { numAffectedRows } = await deletePayment(db, { reference, customerId, startedAt })
      return numAffectedRows !== 0n
    },
    async putPaymentLeg(leg) {
      const { numAffectedRows } = await putLeg(db, legs.toRow(leg))
      if (numAffectedRows === 0n)
        throw new Error(`Leg ${leg.position} of order ${leg.orderId} would be paid again`)
    },
    async putIdempotencyRecord({ outcome, ...record }) {
      const row = records.toRow({ orderId: null, refusal: null, ...outcome, ...record })
      await db
        .insertInto('idempotency_records')
        .values(row)
        .onConflict((conflict) => conflict.columns(['customer_id', 'idempotency_key']).doUpdateSet(row))
        .execute()
    },
  } satisfies Partial<StoreTransaction>
}

/** A pending payment from its row. */
export function fromPaymentRow(row: Database['payments']): PendingPayment {
  const { key, fingerprint, ...payment } = payments.fromRow(row)
  return { ...payment, idempotency: key === null || fingerprint === null ? null : { key, fingerprint } }
}

function fromRecordRow(row: Database['idempotency_records']): IdempotencyRecord {
  const { orderId, refusal, ...record } = records.fromRow(row)
  if (orderId !== null) return { ...record, outcome: { orderId } }
  if (refusal !== null) return { ...record, outcome: { refusal } }
  throw new Error('An idempotency record has neither an order nor a refusal')
}
