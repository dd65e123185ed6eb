import type { Cart, CartLine, CartOwner, StoreReader, StoreTransaction } from '@giftcards/marketplace'
import type { Insertable } from 'kysely'
import { fromKeyColumns, toKeyColumns } from '../schema/columns.ts'
import type { Database } from '../schema/database.ts'
import { assertUpdated, countRows, type Db } from './db.ts'

type CartReader = Pick<
  StoreReader,
  'findCart' | 'findCartOf' | 'listExpiredCarts' | 'listLiveCarts' | 'countLiveCarts'
>

/** Finds carts, with their lines in the order in which they were added. */
export function readCarts(db: Db): CartReader {
  const carts = db.selectFrom('carts').selectAll()
  const lines = db.selectFrom('cart_lines').selectAll().orderBy('position')
  const withLines = async (row: Database['carts'] | undefined): Promise<Cart | undefined> =>
    row && fromCartRow(row, await lines.where('cart_id', '=', row.id).execute())
  return {
    findCart: async (cartId) => withLines(await carts.where('id', '=', cartId).executeTakeFirst()),
    findCartOf: async (owner) =>
      withLines(await carts.where((eb) => eb.and(toOwnerColumns(owner))).executeTakeFirst()),
    async listExpiredCarts(now, limit) {
      const rows = await db
        .selectFrom('carts')
        .select('id')
        .where('expires_at', '<=', now)
        .orderBy('expires_at')
        .orderBy('id')
        .limit(limit)
        .execute()
      return rows.map((row) => row.id)
    },
    async listLiveCarts(now, limit) {
      const live = db.selectFrom('carts').where('expires_at', '>', now)
      const chosen = live.orderBy('expires_at', 'desc').orderBy('id').limit(limit)
      const rows = await chosen.selectAll().execute()
      // The carts once more, not their ids: one statement, however many there are.
      const found = await lines.where('cart_id', 'in', chosen.select('id')).execute()
      const linesOf = Map.groupBy(found, (line) => line.cart_id)
      return rows.map((row) => fromCartRow(row, linesOf.get(row.id) ?? []))
    },
    countLiveCarts: (now) => countRows(db.selectFrom('carts').where('expires_at', '>', now)),
  }
}

type CartWriter = Pick<
  StoreTransaction,
  'insertCart' | 'putCartLine' | 'deleteCartLine' | 'updateCart' | 'deleteCart'
>

/** Changes carts; the table itself refuses a second cart of one owner. */
export function writeCarts(db: Db): CartWriter {
  return {
    async insertCart({ id, owner, couponCode, expiresAt, lines }) {
      const row = { id, ...toOwnerColumns(owner), coupon_code: couponCode, expires_at: expiresAt }
      await db.insertInto('carts').values(row).execute()
      if (lines.length > 0)
        await db
          .insertInto('cart_lines')
          .values(lines.map((line, index) => toLineRow(id, line, index + 1)))
          .execute()
    },
    async putCartLine(cartId, line) {
      const { last } = await db
        .selectFrom('cart_lines')
        .select((eb) => eb.fn.max<number | null>('position').as('last'))
        .where('cart_id', '=', cartId)
        .executeTakeFirstOrThrow()
      await db
        .insertInto('cart_lines')
        .values(toLineRow(cartId, line, (last ?? 0) + 1))
        .onConflict((conflict) =>
          conflict.columns(['cart_id', 'id']).doUpdateSet({ quantity: line.quantity }),
        )
        .execute()
    },
    async deleteCartLine(cartId, lineId) {
      await db.deleteFrom('cart_lines').where('cart_id', '=', cartId).where('id', '=', lineId).execute()
    },
    async updateCart(cartId, { expiresAt, couponCode, owner }) {
      const columns = {
        ...(expiresAt === undefined ? {} : { expires_at: expiresAt }),
        ...(couponCode === undefined ? {} : { coupon_code: couponCode }),
        ...(owner === undefined ? {} : toOwnerColumns(owner)),
      }
      if (Object.keys(columns).length === 0) return
      const update = db.updateTable('carts').set(columns).where('id', '=', cartId)
      assertUpdated(await update.executeTakeFirst(), `cart: ${cartId}`)
    },
    async deleteCart(cartId) {
      await db.deleteFrom('cart_lines').where('cart_id', '=', cartId).execute()
      await db.deleteFrom('carts').where('id', '=', cartId).execute()
    },
  }
}

type OwnerColumns = Pick<Database['carts'], 'owner_kind' | 'owner_id'>

function toOwnerColumns(owner: CartOwner): OwnerColumns {
  return owner.kind === 'customer'
    ? { owner_kind: 'customer', owner_id: String(owner.customerId) }
    : { owner_kind: 'session', owner_id: owner.sessionId }
}

function fromOwnerColumns({ owner_kind: kind, owner_id: id }: OwnerColumns): CartOwner {
  return kind === 'customer' ? { kind, customerId: Number(id) } : { kind, sessionId: id }
}

/** A cart from its row and those of its lines. */
export function fromCartRow(row: Database['carts'], lines: readonly Database['cart_lines'][]): Cart {
  return {
    id: row.id,
    owner: fromOwnerColumns(row),
    couponCode: row.coupon_code,
    lines: lines.map((line) => ({ ...fromKeyColumns(line), id: line.id, quantity: line.quantity })),
    expiresAt: row.expires_at,
  }
}

function toLineRow(cartId: string, line: CartLine, position: number): Insertable<Database['cart_lines']> {
  return { cart_id: cartId, id: line.id, position, ...toKeyColumns(line), quantity: line.quantity }
}
