import type { StoreReader } from '@giftcards/marketplace'
import { tableColumns } from '../schema/database.ts'
import { itemsOf } from '../statements/placeholder.ts'
import type { Session } from '../statements/session.ts'
import { statement, statementBy } from '../statements/statement.ts'
import { type Db, inChunks, isId, limitOf } from './db.ts'
import { cardColumns, fromCardRow } from './card-rows.ts'
import { fromJoinedRows, fromOrderRow, ownUnitColumns } from './order-rows.ts'

type OrderReader = Pick<
  StoreReader,
  | 'findOrder'
  | 'findOrderByOrderId'
  | 'findCard'
  | 'listDueOrders'
  | 'listOrders'
  | 'countOrders'
  | 'listOrderIds'
>

/** One row for each unit, with the order in each; one row without a unit where the order has none. */
const selectOrders = (db: Db) =>
  db
    .selectFrom('orders')
    .leftJoin('order_units', 'order_units.order_id', 'orders.id')
    .select([
      'orders.id',
      'orders.order_id',
      'customer_id',
      'purchased_at',
      'status',
      'order_total_cents',
      'orders.face_value_cents',
      'due_cents',
      'coupon',
      'payment',
      'shipping',
      'plan',
      'hold',
      'order_units.id as unit_id',
      'order_units.face_value_cents as unit_face_value_cents',
      ...ownUnitColumns,
    ])
    .orderBy('position')

const orderById = statement((db, { id }: { readonly id: number }) =>
  selectOrders(db).where('orders.id', '=', id),
)

const orderByOrderId = statement((db, { orderId }: { readonly orderId: string }) =>
  selectOrders(db).where('orders.order_id', '=', orderId),
)

const cardById = statement((db, { cardId }: { readonly cardId: number }) =>
  db
    .selectFrom('order_units')
    .innerJoin('orders', 'orders.id', 'order_units.order_id')
    .innerJoin('merchants', 'merchants.id', 'order_units.merchant_id')
    .select(cardColumns)
    .where('order_units.id', '=', cardId),
)

interface DueBy {
  readonly now: number
  readonly limit: number
}

const selectDue = (db: Db, { now, limit }: DueBy) =>
  db
    .selectFrom('orders')
    .select('id')
    .where('next_step_at', '<=', now)
    .orderBy('next_step_at')
    .orderBy('id')
    .limit(limitOf(limit))

const dueOrders = statement((db, values: DueBy) => selectDue(db, values))

const dueOrdersOf = statement((db, values: DueBy & { readonly customerId: number }) =>
  selectDue(db, values).where('customer_id', '=', values.customerId),
)

const newestOrders = statement((db, { limit }: { readonly limit: number }) =>
  db.selectFrom('orders').select(tableColumns.orders).orderBy('id', 'desc').limit(limitOf(limit)),
)

const unitsOfOrders = statementBy(3, (db, { ids }: { readonly ids: readonly number[] }, length: number) =>
  db
    .selectFrom('order_units')
    .select(tableColumns.order_units)
    .where('order_id', 'in', itemsOf(ids, length))
    .orderBy('position'),
)

const orderCount = statement((db) =>
  db.selectFrom('orders').select((eb) => eb.fn.countAll<number>().as('orders')),
)

const orderIdsAfter = statement((db, { after, limit }: { readonly after: number; readonly limit: number }) =>
  db.selectFrom('orders').select('id').where('id', '>', after).orderBy('id').limit(limitOf(limit)),
)

/** Finds orders, with all their units. */
export function readOrders(session: Session): OrderReader {
  return {
    findOrder: async (id) => (isId(id) ? fromJoinedRows(await session.all(orderById, { id })) : undefined),
    findOrderByOrderId: async (orderId) => fromJoinedRows(await session.all(orderByOrderId, { orderId })),
    async findCard(cardId) {
      const row = isId(cardId) ? await session.first(cardById, { cardId }) : undefined
      return row && fromCardRow(row)
    },
    async listDueOrders(now, limit, customerId) {
      const rows =
        customerId === undefined
          ? await session.all(dueOrders, { now, limit })
          : await session.all(dueOrdersOf, { now, limit, customerId })
      return rows.map((row) => row.id)
    },
    async listOrders(limit) {
      const rows = await session.all(newestOrders, { limit })
      const found = await inChunks(
        rows.map((row) => row.id),
        (ids) => session.all(unitsOfOrders(ids.length), { ids }),
      )
      const unitsOf = Map.groupBy(found.flat(), (unit) => unit.order_id)
      return rows.map((row) => fromOrderRow(row, unitsOf.get(row.id) ?? []))
    },
    countOrders: async () => (await session.first(orderCount, {}))?.orders ?? 0,
    async listOrderIds(after, limit) {
      return (await session.all(orderIdsAfter, { after, limit })).map((row) => row.id)
    },
  }
}
