import type { StoreTransaction } from '@giftcards/marketplace'
import { sql } from 'kysely'
import { keyColumns } from '../schema/columns.ts'
import type { Database } from '../schema/database.ts'
import { columnsOf, statement } from '../statements/statement.ts'
import type { Session } from '../statements/session.ts'
import { toLineRow, toOwnerColumns } from './cart-rows.ts'
import { assertUpdated } from './db.ts'
import { insertOf } from './insert-of.ts'
import { updateOf } from './update-of.ts'

type CartWriter = Pick<
  StoreTransaction,
  'insertCart' | 'putCartLine' | 'deleteCartLine' | 'updateCart' | 'deleteCart'
>

const insertCarts = insertOf('carts')

const insertLines = insertOf('cart_lines')

const putLine = statement((db, row: Omit<Database['cart_lines'], 'position'>) =>
  db
    .insertInto('cart_lines')
    .values((eb) => ({
      ...columnsOf(row, ['cart_id', 'id', ...keyColumns, 'quantity']),
      position: eb
        .selectFrom('cart_lines')
        .select(sql<number>`coalesce(max(position), 0) + 1`.as('next'))
        .where('cart_id', '=', row.cart_id),
    }))
    .onConflict((conflict) => conflict.columns(['cart_id', 'id']).doUpdateSet({ quantity: row.quantity })),
)

const deleteLine = statement((db, { cartId, id }: { readonly cartId: string; readonly id: string }) =>
  db.deleteFrom('cart_lines').where('cart_id', '=', cartId).where('id', '=', id),
)

const updateCart = updateOf('carts', ['expires_at', 'coupon_code', 'owner_kind', 'owner_id'])

const deleteLines = statement((db, { cartId }: { readonly cartId: string }) =>
  db.deleteFrom('cart_lines').where('cart_id', '=', cartId),
)

const deleteCart = statement((db, { id }: { readonly id: string }) =>
  db.deleteFrom('carts').where('id', '=', id),
)

/** Changes carts; the table itself refuses a second cart of one owner. */
export function writeCarts(session: Session): CartWriter {
  return {
    async insertCart({ id, owner, couponCode, expiresAt, lines }) {
      const row = { id, ...toOwnerColumns(owner), coupon_code: couponCode, expires_at: expiresAt }
      const rows = lines.map((line, index) => ({ ...toLineRow(id, line), position: index + 1 }))
      await Promise.all([insertCarts(session, [row]), insertLines(session, rows)])
    },
    async putCartLine(cartId, line) {
      await session.run(putLine, toLineRow(cartId, line))
    },
    async deleteCartLine(cartId, lineId) {
      await session.run(deleteLine, { cartId, id: lineId })
    },
    async updateCart(cartId, { expiresAt, couponCode, owner }) {
      const columns = {
        ...(expiresAt === undefined ? {} : { expires_at: expiresAt }),
        ...(couponCode === undefined ? {} : { coupon_code: couponCode }),
        ...(owner === undefined ? {} : toOwnerColumns(owner)),
      }
      if (Object.keys(columns).length === 0) return
      assertUpdated(await updateCart(session, cartId, columns), `cart: ${cartId}`)
    },
    async deleteCart(cartId) {
      await Promise.all([session.run(deleteLines, { cartId }), session.run(deleteCart, { id: cartId })])
    },
  }
}
