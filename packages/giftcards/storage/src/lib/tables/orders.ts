import type { Order, OrderUnit, StoreReader, StoreTransaction } from '@giftcards/marketplace'
import { type Database, rowsOf, tableColumns } from '../schema/database.ts'
import type { AuditLog } from './audit-log.ts'
import { compiled, compiledForEach, type Param, paramsOf } from './compiled.ts'
import { type Db, inChunks, isId, limitOf, namesAny } from './db.ts'
import { merchants } from './stock.ts'

const orders = rowsOf('orders', 'next_step_at')
const units = rowsOf('order_units', 'order_id', 'position')
const joinedUnits = units.prefixed('unit')
const joinedMerchants = merchants.prefixed('merchant')

/** One row for each unit, each with the order; one row without a unit if the order has none. */
const selectOrders = (db: Db) =>
  db
    .selectFrom('orders')
    .leftJoin('order_units', 'order_units.order_id', 'orders.id')
    .select(orders.columns.map((column) => `orders.${column}` as const))
    .select(joinedUnits.columns)
    .orderBy('position')

const orderById = compiled((db, param: Param<{ readonly id: number }>) =>
  selectOrders(db).where('orders.id', '=', param('id')),
)

const orderByOrderId = compiled((db, param: Param<{ readonly orderId: string }>) =>
  selectOrders(db).where('orders.order_id', '=', param('orderId')),
)

const cardById = compiled((db, param: Param<{ readonly cardId: number }>) =>
  db
    .selectFrom('order_units')
    .innerJoin('orders', 'orders.id', 'order_units.order_id')
    .innerJoin('merchants', 'merchants.id', 'order_units.merchant_id')
    .select(joinedUnits.columns)
    .select(joinedMerchants.columns)
    .select(['orders.id', 'orders.order_id', 'customer_id', 'purchased_at', 'status'])
    .where('order_units.id', '=', param('cardId')),
)

/** Finds orders, with all their units. */
export function readOrders(db: Db) {
  return {
    findOrder: async (id) => (isId(id) ? fromJoinedRows((await orderById(db, { id })).rows) : undefined),
    findOrderByOrderId: async (orderId) => fromJoinedRows((await orderByOrderId(db, { orderId })).rows),
    async findCard(cardId) {
      const [row] = isId(cardId) ? (await cardById(db, { cardId })).rows : []
      const unit = row && joinedUnits.fromRow(row)
      const merchant = row && joinedMerchants.fromRow(row)
      if (unit === undefined || merchant === undefined) return undefined
      const { id, order_id: orderId, customer_id: customerId, purchased_at: purchasedAt, status } = row!
      return { unit, merchant, order: { id, orderId, customerId, purchasedAt, status } }
    },
    async listOrders(limit) {
      const rows = await db
        .selectFrom('orders')
        .select(orders.columns)
        .orderBy('id', 'desc')
        .limit(limitOf(limit))
        .execute()
      const ids = rows.map((row) => row.id)
      const unitRows = await inChunks(ids, (some) =>
        db
          .selectFrom('order_units')
          .select([...units.columns, 'order_id'])
          .where('order_id', 'in', some)
          .orderBy('position')
          .execute(),
      )
      const unitsOf = Map.groupBy(unitRows.flat(), (unit) => unit.order_id)
      return rows.map((row) => ({
        ...orders.fromRow(row),
        units: (unitsOf.get(row.id) ?? []).map(units.fromRow),
      }))
    },
    async countOrders() {
      const counted = await db
        .selectFrom('orders')
        .select((eb) => eb.fn.countAll<number>().as('orders'))
        .executeTakeFirstOrThrow()
      return counted.orders
    },
  } satisfies Partial<StoreReader>
}

const insertOrder = compiled((db, param: Param<Database['orders']>) =>
  db.insertInto('orders').values(paramsOf(param, tableColumns.orders)),
)

const insertUnits = compiledForEach((db, params: readonly Param<Database['order_units']>[]) =>
  db.insertInto('order_units').values(params.map((param) => paramsOf(param, tableColumns.order_units))),
)

/** The columns of a unit that may change. */
const changedColumns = units.columns.filter((column) => column !== 'id')

/** Replaces units in place. A unit of another order has no position here, so the table rejects it. */
const replaceUnits = compiledForEach((db, params: readonly Param<Database['order_units']>[]) =>
  db
    .insertInto('order_units')
    .values((eb) =>
      params.map((param) => ({
        ...paramsOf(param, tableColumns.order_units),
        position: eb
          .selectFrom('order_units as known')
          .select('known.position')
          .where('known.id', '=', param('id'))
          .where('known.order_id', '=', param('order_id')),
      })),
    )
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((eb) =>
          Object.fromEntries(changedColumns.map((column) => [column, eb.ref(`excluded.${column}`)])),
        ),
    ),
)

/** The columns of an order that may change. */
type OrderColumns = Pick<Database['orders'], 'id' | 'status' | 'plan' | 'next_step_at' | 'hold'>

const columnsOf = compiled((db, param: Param<{ readonly id: number }>) =>
  db
    .selectFrom('orders')
    .select(['id', 'customer_id', 'status', 'plan', 'next_step_at', 'hold'])
    .where('id', '=', param('id')),
)

const setColumns = compiled((db, param: Param<OrderColumns>) =>
  db
    .updateTable('orders')
    .set(paramsOf(param, ['status', 'plan', 'next_step_at', 'hold']))
    .where('id', '=', param('id')),
)

/** Inserts and changes orders. */
export function writeOrders(db: Db, audit: AuditLog) {
  return {
    async insertOrder(order) {
      const { id: orderId, customerId, dueCents, status: to } = order
      const unitRows = order.units.map((unit, index) => toUnitRow(orderId, unit, index + 1))
      const placed = { kind: 'order.placed', customerId, orderId, dueCents } as const
      const moved = { kind: 'order.status', customerId, orderId, from: 'Processing', to } as const
      const inserted = Promise.all([
        insertOrder(db, { ...orders.toRow(order), next_step_at: nextStepAt(order) }),
        inChunks(unitRows, (rows) => insertUnits(db, rows)),
      ])
      await audit.append(to === 'Processing' ? [placed] : [placed, moved], inserted)
    },
    async updateOrder(id, { units: changed = [], ...change }) {
      const unitRows = changed.map((unit) => toUnitRow(id, unit, 0))
      const replace = () => inChunks(unitRows, (rows) => replaceUnits(db, rows))
      if (!namesAny(change)) return void (await replace())
      const [row] = (await columnsOf(db, { id })).rows
      if (row === undefined) throw new Error(`No such order: ${id}`)
      const { customer_id: customerId, ...before } = row
      const { status: from } = before
      const { status: to = from, plan } = change
      const moved = { kind: 'order.status', customerId, orderId: id, from, to } as const
      const after = {
        ...before,
        ...orders.toChange(change),
        ...(plan && { next_step_at: nextStepAt({ plan }) }),
      }
      await audit.append(to === from ? [] : [moved], Promise.all([setColumns(db, after), replace()]))
    },
  } satisfies Partial<StoreTransaction>
}

/** Returns the time of the first step of a plan. */
const nextStepAt = ({ plan: [next] }: Pick<Order, 'plan'>): number | null => next?.at ?? null

/** Returns the order of joined rows; `undefined` if there are none. */
function fromJoinedRows(
  rows: readonly (Parameters<typeof orders.fromRow>[0] & Parameters<typeof joinedUnits.fromRow>[0])[],
): Order | undefined {
  const [order] = rows
  return order && { ...orders.fromRow(order), units: rows.flatMap((row) => joinedUnits.fromRow(row) ?? []) }
}

/** One card of an order as a row. */
function toUnitRow(orderId: number, unit: OrderUnit, position: number): Database['order_units'] {
  return { ...units.toRow(unit), order_id: orderId, position }
}
