import type { Order, OrderStep, OrderUnit, StoreReader, StoreTransaction } from '@giftcards/marketplace'
import { fromJson, fromKeyColumns, type Nullable, toJson, toKeyColumns } from '../schema/columns.ts'
import { type Database, tableColumns } from '../schema/database.ts'
import type { AuditLog } from './audit-log.ts'
import { compiled, compiledForEach, type Param, paramsOf } from './compiled.ts'
import { assertFound, type Db, inChunks, isId, limitOf, namesAny } from './db.ts'
import { fromMerchantRow, shownMerchantColumns } from './stock.ts'

/** The columns of a card whose names its order does not have. */
const ownUnitColumns = tableColumns.order_units.filter(
  (column) =>
    column !== 'id' && column !== 'order_id' && column !== 'position' && column !== 'face_value_cents',
)

/** One row for each unit, with the order in each; one row without a unit if the order has none. */
const selectOrders = (db: Db) =>
  db
    .selectFrom('orders')
    .leftJoin('order_units', 'order_units.order_id', 'orders.id')
    .select([
      ...tableColumns.orders.map((column) => `orders.${column}` as const),
      'order_units.id as unit_id',
      'order_units.face_value_cents as unit_face_value_cents',
      ...ownUnitColumns,
    ])
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
    .select([
      'order_units.id',
      'order_units.face_value_cents',
      ...ownUnitColumns,
      'orders.id as order_number',
      'orders.order_id',
      'customer_id',
      'purchased_at',
      'status',
      ...shownMerchantColumns,
    ])
    .where('order_units.id', '=', param('cardId')),
)

/** Finds orders, with all their units. */
export function readOrders(db: Db) {
  return {
    findOrder: async (id) => (isId(id) ? fromJoinedRows((await orderById(db, { id })).rows) : undefined),
    findOrderByOrderId: async (orderId) => fromJoinedRows((await orderByOrderId(db, { orderId })).rows),
    async findCard(cardId) {
      const [row] = isId(cardId) ? (await cardById(db, { cardId })).rows : []
      return (
        row && {
          unit: fromUnitRow(row),
          order: {
            id: row.order_number,
            orderId: row.order_id,
            customerId: row.customer_id,
            purchasedAt: row.purchased_at,
            status: row.status,
          },
          merchant: fromMerchantRow(row.merchant_id, row),
        }
      )
    },
    async listOrders(limit) {
      const orders = await db
        .selectFrom('orders')
        .select(tableColumns.orders)
        .orderBy('id', 'desc')
        .limit(limitOf(limit))
        .execute()
      const ids = orders.map((row) => row.id)
      const units = await inChunks(ids, (some) =>
        db
          .selectFrom('order_units')
          .select(tableColumns.order_units)
          .where('order_id', 'in', some)
          .orderBy('position')
          .execute(),
      )
      const unitsOf = Map.groupBy(units.flat(), (unit) => unit.order_id)
      return orders.map((row) => fromOrderRow(row, unitsOf.get(row.id) ?? []))
    },
    async countOrders() {
      const { orders } = await db
        .selectFrom('orders')
        .select((eb) => eb.fn.countAll<number>().as('orders'))
        .executeTakeFirstOrThrow()
      return orders
    },
    async listOrderIds(after, limit) {
      const rows = await db
        .selectFrom('orders')
        .select('id')
        .where('id', '>', after)
        .orderBy('id')
        .limit(limitOf(limit))
        .execute()
      return rows.map((row) => row.id)
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
const changedColumns = [...ownUnitColumns, 'face_value_cents'] as const

/** Replaces units in place. A unit of another order has no position here, so the table rejects it. */
const replaceUnits = (db: Db, units: readonly Database['order_units'][]) =>
  db
    .insertInto('order_units')
    .values((eb) =>
      units.map((unit) => ({
        ...unit,
        position: eb
          .selectFrom('order_units as known')
          .select('known.position')
          .where('known.id', '=', unit.id)
          .where('known.order_id', '=', unit.order_id),
      })),
    )
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((eb) =>
          Object.fromEntries(changedColumns.map((column) => [column, eb.ref(`excluded.${column}`)])),
        ),
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
        insertOrder(db, toOrderRow(order)),
        inChunks(unitRows, (rows) => insertUnits(db, rows)),
      ])
      await audit.append(to === 'Processing' ? [placed] : [placed, moved], inserted)
    },
    async updateOrder(id, change) {
      const { status: to } = change
      const before =
        to === undefined
          ? undefined
          : await db
              .selectFrom('orders')
              .select(['customer_id', 'status'])
              .where('id', '=', id)
              .executeTakeFirst()
      const updated = updateOrder(db, id, change)
      if (to === undefined || before === undefined || before.status === to) return updated
      const { customer_id: customerId, status: from } = before
      await audit.append([{ kind: 'order.status', customerId, orderId: id, from, to }], updated)
    },
  } satisfies Partial<StoreTransaction>
}

async function updateOrder(
  db: Db,
  id: number,
  { status, plan, hold, units = [] }: Parameters<StoreTransaction['updateOrder']>[1],
): Promise<void> {
  const change = { status, hold, ...(plan && toPlanColumns(plan)) }
  if (namesAny(change))
    assertFound(await db.updateTable('orders').set(change).where('id', '=', id).execute(), 'order', id)
  const changed = units.map((unit) => toUnitRow(id, unit, 0))
  await inChunks(changed, (rows) => replaceUnits(db, rows).execute())
}

/** An order as a row, without its units. */
function toOrderRow(order: Order): Database['orders'] {
  return {
    id: order.id,
    order_id: order.orderId,
    customer_id: order.customerId,
    purchased_at: order.purchasedAt,
    status: order.status,
    order_total_cents: order.orderTotalCents,
    face_value_cents: order.faceValueCents,
    due_cents: order.dueCents,
    coupon: toJson(order.coupon),
    payment: toJson(order.payment),
    shipping: toJson(order.shipping),
    ...toPlanColumns(order.plan),
    hold: order.hold,
  }
}

/** A plan, and when its first step is due. */
function toPlanColumns(plan: readonly OrderStep[]): Pick<Database['orders'], 'plan' | 'next_step_at'> {
  return { plan: toJson(plan), next_step_at: plan[0]?.at ?? null }
}

/** An order beside one of its units, if it has any. Columns of the unit whose names the order has too are renamed. */
type JoinedRow = Database['orders'] &
  Nullable<Omit<UnitColumns, 'face_value_cents' | 'id'>> & {
    readonly unit_id: number | null
    readonly unit_face_value_cents: number | null
  }

/** An order from its rows, in each of which it is the same; `undefined` from none. */
function fromJoinedRows(rows: readonly JoinedRow[]): Order | undefined {
  const [order] = rows
  return (
    order &&
    toOrder(
      order,
      rows.filter(hasUnit).map((row) => fromUnitRow(row, row.unit_id, row.unit_face_value_cents)),
    )
  )
}

type RowWithUnit = JoinedRow &
  UnitColumns & { readonly unit_id: number; readonly unit_face_value_cents: number }

function hasUnit(row: JoinedRow): row is RowWithUnit {
  return row.unit_id !== null
}

/** An order from its row and those of its units. */
export function fromOrderRow(row: Database['orders'], units: readonly UnitColumns[]): Order {
  return toOrder(
    row,
    units.map((unit) => fromUnitRow(unit)),
  )
}

function toOrder(row: Database['orders'], units: readonly OrderUnit[]): Order {
  return {
    id: row.id,
    orderId: row.order_id,
    customerId: row.customer_id,
    purchasedAt: row.purchased_at,
    status: row.status,
    orderTotalCents: row.order_total_cents,
    faceValueCents: row.face_value_cents,
    dueCents: row.due_cents,
    coupon: fromJson(row.coupon),
    payment: fromJson(row.payment),
    shipping: fromJson(row.shipping),
    units,
    plan: fromJson(row.plan),
    hold: row.hold,
  }
}

/** One card of an order as a row. */
function toUnitRow(orderId: number, unit: OrderUnit, position: number): Database['order_units'] {
  return {
    id: unit.id,
    order_id: orderId,
    position,
    internal_card_id: unit.internalCardId,
    ...toKeyColumns(unit),
    unit_cost_cents: unit.unitCostCents,
    coupon_share_cents: unit.couponShareCents,
    payment_share_cents: unit.paymentShareCents,
    fulfilled_at: unit.fulfilledAt,
    current_balance_cents: unit.currentBalanceCents,
    sealed_secrets: unit.sealedSecrets,
  }
}

/** The columns of a unit that its order shows. */
type UnitColumns = Omit<Database['order_units'], 'order_id' | 'position'>

/** A card from its row. In a join, where `id` and `face_value_cents` are those of the order, the card's are passed. */
function fromUnitRow(row: UnitColumns, id = row.id, faceValueCents = row.face_value_cents): OrderUnit {
  return {
    ...fromKeyColumns(row),
    id,
    faceValueCents,
    internalCardId: row.internal_card_id,
    unitCostCents: row.unit_cost_cents,
    couponShareCents: row.coupon_share_cents,
    paymentShareCents: row.payment_share_cents,
    fulfilledAt: row.fulfilled_at,
    currentBalanceCents: row.current_balance_cents,
    sealedSecrets: row.sealed_secrets,
  }
}
