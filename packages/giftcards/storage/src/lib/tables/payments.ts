import type {
  IdempotencyRecord,
  PaymentLeg,
  PaymentLegKey,
  PendingPayment,
  StoreReader,
  StoreTransaction,
} from '@giftcards/marketplace'
import { sql } from 'kysely'
import { fromJson, toJson } from '../schema/columns.ts'
import { type Database, tableColumns } from '../schema/database.ts'
import { columnsOf, statement } from '../statements/statement.ts'
import type { Session } from '../statements/session.ts'
import { type Db, isId, limitOf } from './db.ts'
import { waitingStates } from './jobs.ts'
import { insertOf, putOf } from './row-statements.ts'

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
              .where('jobs.state', 'in', waitingStates),
          ),
        ),
      )
      .orderBy('lease_until')
      .orderBy('reference')
      .limit(limitOf(limit)),
)

const selectLegs = (db: Db) => db.selectFrom('payment_legs').select(tableColumns.payment_legs)

const legsOf = statement((db, { orderId }: { readonly orderId: number }) =>
  selectLegs(db).where('order_id', '=', orderId).orderBy('position'),
)

const legsAfter = statement((db, { orderId, position, limit }: PaymentLegKey & { readonly limit: number }) =>
  selectLegs(db)
    .where((eb) => eb(eb.refTuple('order_id', 'position'), '>', eb.tuple(orderId, position)))
    .orderBy('order_id')
    .orderBy('position')
    .limit(limitOf(limit)),
)

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

/** Finds pending payments, the legs of all payments, and the outcomes of checkouts under an `Idempotency-Key`. */
export function readPayments(session: Session) {
  return {
    async findPayment(reference) {
      const row = await session.first(paymentByReference, { reference })
      return row && fromPaymentRow(row)
    },
    async findPaymentOf(customerId) {
      const row = await session.first(paymentOf, { customerId })
      return row && fromPaymentRow(row)
    },
    listPaymentsToSettle: async (realNow, limit) =>
      (await session.all(paymentsToSettle, { realNow, limit })).map((row) => row.reference),
    listPaymentLegs: async (orderId) =>
      isId(orderId) ? (await session.all(legsOf, { orderId })).map(fromLegRow) : [],
    listPaymentLegsAfter: async ({ orderId, position }, limit) =>
      (await session.all(legsAfter, { orderId, position, limit })).map(fromLegRow),
    async findIdempotencyRecord(customerId, key, now) {
      const row = await session.first(recordOf, { customerId, key, now })
      return row && fromRecordRow(row)
    },
  } satisfies Partial<StoreReader>
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

/** After a reset of a sandbox, other payments may have the same references. */
const deletePayment = statement(
  (db, row: Pick<Database['payments'], 'reference' | 'customer_id' | 'started_at'>) =>
    db
      .deleteFrom('payments')
      .where('reference', '=', row.reference)
      .where('customer_id', '=', row.customer_id)
      .where('started_at', '=', row.started_at),
)

/** Literals: they are the same in every call. */
const refundStates = [sql.lit('refunding' as const), sql.lit('refunded' as const)]

const putLeg = statement((db, row: Database['payment_legs']) =>
  db
    .insertInto('payment_legs')
    .values(columnsOf(row, tableColumns.payment_legs))
    .onConflict((conflict) =>
      conflict
        .columns(['order_id', 'position'])
        .doUpdateSet(columnsOf(row, ['state', 'gateway_reference', 'changed_at']))
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

const putRecord = putOf('idempotency_records', ['customer_id', 'idempotency_key'])

/** Records pending payments, the legs of all payments, and the outcomes of checkouts. */
export function writePayments(session: Session) {
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
    async putPaymentLeg(leg) {
      const put = await session.run(putLeg, {
        order_id: leg.orderId,
        position: leg.position,
        reference: leg.reference,
        kind: leg.kind,
        method_id: leg.methodId,
        amount_cents: leg.amountCents,
        state: leg.state,
        gateway_reference: leg.gatewayReference,
        changed_at: leg.changedAt,
      })
      if (put === 0) throw new Error(`Leg ${leg.position} of order ${leg.orderId} would be paid again`)
    },
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
  } satisfies Partial<StoreTransaction>
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

function fromLegRow(row: Database['payment_legs']): PaymentLeg {
  return {
    orderId: row.order_id,
    position: row.position,
    reference: row.reference,
    kind: row.kind,
    methodId: row.method_id,
    amountCents: row.amount_cents,
    state: row.state,
    gatewayReference: row.gateway_reference,
    changedAt: row.changed_at,
  }
}

function fromRecordRow(row: Database['idempotency_records']): IdempotencyRecord {
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
