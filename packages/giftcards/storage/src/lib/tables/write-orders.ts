import type { StoreTransaction } from '@giftcards/marketplace'
import type { Database } from '../schema/database.ts'
import { columnsOf, itemsOf, statementBy } from '../statements/statement.ts'
import type { Session } from '../statements/session.ts'
import { assertUpdated, inChunks } from './db.ts'
import { insertOf } from './insert-of.ts'
import { ownUnitColumns, toOrderRow, toPlanColumns, toUnitRow } from './order-rows.ts'
import { updateOf } from './update-of.ts'

const insertOrders = insertOf('orders')

const insertUnits = insertOf('order_units')

interface UnitRows {
  readonly rows: readonly Database['order_units'][]
}

const updateOrder = updateOf('orders', ['status', 'plan', 'next_step_at', 'hold'])

/** What may become different of a unit. */
const changedColumns = [...ownUnitColumns, 'face_value_cents'] as const

/** Replaces units in place. A unit that is not of its order has no position there, and the table refuses it. */
const replaceUnits = statementBy(3, (db, { rows }: UnitRows, length: number) =>
  db
    .insertInto('order_units')
    .values((eb) =>
      itemsOf(rows, length).map((row) => ({
        ...columnsOf(row, ['id', 'order_id', ...changedColumns]),
        position: eb
          .selectFrom('order_units as known')
          .select('known.position')
          .where('known.id', '=', row.id)
          .where('known.order_id', '=', row.order_id),
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

/** Inserts and changes orders. */
export function writeOrders(session: Session): Pick<StoreTransaction, 'insertOrder' | 'updateOrder'> {
  return {
    async insertOrder(order) {
      const units = order.units.map((unit, index) => toUnitRow(order.id, unit, index + 1))
      await Promise.all([insertOrders(session, [toOrderRow(order)]), insertUnits(session, units)])
    },
    async updateOrder(id, { status, plan, hold, units = [] }) {
      const columns = {
        ...(status === undefined ? {} : { status }),
        ...(plan === undefined ? {} : toPlanColumns(plan)),
        ...(hold === undefined ? {} : { hold }),
      }
      if (Object.keys(columns).length > 0)
        assertUpdated(await updateOrder(session, id, columns), `order: ${id}`)
      const changed = units.map((unit) => toUnitRow(id, unit, 0))
      await inChunks(changed, (rows) => session.run(replaceUnits(rows.length), { rows }))
    },
  }
}
