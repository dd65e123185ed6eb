import type { PaymentLeg, PaymentLegKey, StoreReader, StoreTransaction } from '@giftcards/marketplace'
import { sql } from 'kysely'
import { type Database, tableColumns } from '../schema/database.ts'
import { columnsOf } from '../statements/columns-of.ts'
import type { Session } from '../statements/session.ts'
import { statement } from '../statements/statement.ts'
import { isId, limitOf } from './db.ts'

const legsOf = statement((db, { orderId }: { readonly orderId: number }) =>
  db
    .selectFrom('payment_legs')
    .select(tableColumns.payment_legs)
    .where('order_id', '=', orderId)
    .orderBy('position'),
)

const legsAfter = statement((db, { orderId, position, limit }: PaymentLegKey & { readonly limit: number }) =>
  db
    .selectFrom('payment_legs')
    .select(tableColumns.payment_legs)
    .where((eb) => eb(eb.refTuple('order_id', 'position'), '>', eb.tuple(orderId, position)))
    .orderBy('order_id')
    .orderBy('position')
    .limit(limitOf(limit)),
)

/** Lists the legs of payments. */
export function readPaymentLegs(
  session: Session,
): Pick<StoreReader, 'listPaymentLegs' | 'listPaymentLegsAfter'> {
  return {
    listPaymentLegs: async (orderId) =>
      isId(orderId) ? (await session.all(legsOf, { orderId })).map(fromRow) : [],
    listPaymentLegsAfter: async ({ orderId, position }, limit) =>
      (await session.all(legsAfter, { orderId, position, limit })).map(fromRow),
  }
}

/** Written out, not bound: the text of the statement is the same each time. */
const refundStates = [sql.lit('refunding' as const), sql.lit('refunded' as const)]

const putLeg = statement((db, row: Database['payment_legs']) =>
  db
    .insertInto('payment_legs')
    .values(columnsOf(row, tableColumns.payment_legs))
    .onConflict((conflict) =>
      conflict
        .columns(['order_id', 'position'])
        .doUpdateSet(columnsOf(row, ['state', 'gateway_reference', 'changed_at']))
        // Money that goes back, or is back, is not taken again.
        .where((eb) =>
          eb.or([
            eb('payment_legs.state', 'not in', refundStates),
            eb('payment_legs.state', '=', eb.ref('excluded.state')),
            eb('excluded.state', '=', sql.lit('refunded' as const)),
          ]),
        ),
    ),
)

/** Records what becomes of the legs of payments. */
export function writePaymentLegs(session: Session): Pick<StoreTransaction, 'putPaymentLeg'> {
  return {
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
  }
}

function fromRow(row: Database['payment_legs']): PaymentLeg {
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
