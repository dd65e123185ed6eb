import type { Order, OrderUnit, StoreReader, StoreTransaction } from '@giftcards/marketplace'
import type { Database } from '../schema/database.ts'
import { assertUpdated, countRows, type Db, insertAll, isId } from './db.ts'
import { fromOrderRow, toOrderRow, toPlanColumns, toUnitRow } from './order-rows.ts'

type OrderReader = Pick<
  StoreReader,
  | 'findOrder'
  | 'findOrderByOrderId'
  | 'findOrderOfCard'
  | 'listDueOrders'
  | 'listOrders'
  | 'countOrders'
  | 'listOrderIds'
>

/** Finds orders, with all their units. */
export function readOrders(db: Db): OrderReader {
  const orders = db.selectFrom('orders').selectAll()
  const units = db.selectFrom('order_units').selectAll().orderBy('position')
  const withUnits = async (row: Database['orders'] | undefined): Promise<Order | undefined> =>
    row && fromOrderRow(row, await units.where('order_id', '=', row.id).execute())
  return {
    findOrder: async (id) =>
      isId(id) ? withUnits(await orders.where('id', '=', id).executeTakeFirst()) : undefined,
    findOrderByOrderId: async (orderId) =>
      withUnits(await orders.where('order_id', '=', orderId).executeTakeFirst()),
    async findOrderOfCard(cardId) {
      if (!isId(cardId)) return undefined
      const orderOfCard = db.selectFrom('order_units').select('order_id').where('id', '=', cardId)
      return withUnits(await orders.where('id', '=', orderOfCard).executeTakeFirst())
    },
    async listDueOrders(now, limit, customerId) {
      const due = db.selectFrom('orders').select('id').where('next_step_at', '<=', now)
      const ofCustomer = customerId === undefined ? due : due.where('customer_id', '=', customerId)
      const rows = await ofCustomer.orderBy('next_step_at').orderBy('id').limit(limit).execute()
      return rows.map((row) => row.id)
    },
    async listOrders(limit) {
      const newest = db.selectFrom('orders').orderBy('id', 'desc').limit(limit)
      const rows = await newest.selectAll().execute()
      const found = await units.where('order_id', 'in', newest.select('id')).execute()
      const unitsOf = Map.groupBy(found, (unit) => unit.order_id)
      return rows.map((row) => fromOrderRow(row, unitsOf.get(row.id) ?? []))
    },
    countOrders: () => countRows(db.selectFrom('orders')),
    async listOrderIds(after, limit) {
      const ids = db.selectFrom('orders').select('id').where('id', '>', after)
      return (await ids.orderBy('id').limit(limit).execute()).map((row) => row.id)
    },
  }
}

/** Inserts and changes orders. */
export function writeOrders(db: Db): Pick<StoreTransaction, 'insertOrder' | 'updateOrder'> {
  return {
    async insertOrder(order) {
      await db.insertInto('orders').values(toOrderRow(order)).execute()
      const units = order.units.map((unit, index) => toUnitRow(order.id, unit, index + 1))
      await insertAll(units, (chunk) => db.insertInto('order_units').values(chunk).execute())
    },
    async updateOrder(id, { status, plan, hold, units = [] }) {
      const columns = {
        ...(status === undefined ? {} : { status }),
        ...(plan === undefined ? {} : toPlanColumns(plan)),
        ...(hold === undefined ? {} : { hold }),
      }
      if (Object.keys(columns).length > 0) {
        const update = db.updateTable('orders').set(columns).where('id', '=', id)
        assertUpdated(await update.executeTakeFirst(), `order: ${id}`)
      }
      await replaceUnits(db, id, units)
    },
  }
}

/** Replaces units in place, all in one statement; a unit of another order is refused. */
async function replaceUnits(db: Db, orderId: number, units: readonly OrderUnit[]): Promise<void> {
  if (units.length === 0) return
  const known = await db
    .selectFrom('order_units')
    .select(['id', 'position'])
    .where('order_id', '=', orderId)
    .execute()
  const positions = new Map(known.map((row) => [row.id, row.position]))
  const rows = units.map((unit) => {
    const position = positions.get(unit.id)
    if (position === undefined) throw new Error(`A changed card is not of order ${orderId}: ${unit.id}`)
    return toUnitRow(orderId, unit, position)
  })
  await insertAll(rows, (chunk) =>
    db
      .insertInto('order_units')
      .values(chunk)
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((eb) => ({
          internal_card_id: eb.ref('excluded.internal_card_id'),
          merchant_id: eb.ref('excluded.merchant_id'),
          card_type: eb.ref('excluded.card_type'),
          face_value_cents: eb.ref('excluded.face_value_cents'),
          percent_off_bps: eb.ref('excluded.percent_off_bps'),
          is_low_risk: eb.ref('excluded.is_low_risk'),
          unit_cost_cents: eb.ref('excluded.unit_cost_cents'),
          coupon_share_cents: eb.ref('excluded.coupon_share_cents'),
          payment_share_cents: eb.ref('excluded.payment_share_cents'),
          fulfilled_at: eb.ref('excluded.fulfilled_at'),
          current_balance_cents: eb.ref('excluded.current_balance_cents'),
          sealed_secrets: eb.ref('excluded.sealed_secrets'),
        })),
      )
      .execute(),
  )
}
