import type {
  Cart,
  CartLine,
  CartOwner,
  CartWithMerchants,
  Merchant,
  StoreReader,
  StoreTransaction,
} from '@giftcards/marketplace'
import { sql } from 'kysely'
import { fromKeyColumns, keyColumns, type Nullable, toKeyColumns } from '../schema/columns.ts'
import { type Database, tableColumns } from '../schema/database.ts'
import { compiled, type Param, paramsOf } from './compiled.ts'
import { assertFound, type Db, inChunks, limitOf, namesAny } from './db.ts'
import { expirySlot, expirySlotOf } from './expired-carts.ts'
import { fromMerchantRow, shownMerchantColumns } from './stock.ts'

/** One row for each line, with the cart in each; one row without a line where the cart is empty. */
const selectCarts = (db: Db) =>
  db
    .selectFrom('carts')
    .leftJoin('cart_lines', 'cart_lines.cart_id', 'carts.id')
    .select([
      'carts.id as cart_id',
      'owner_kind',
      'owner_id',
      'coupon_code',
      'expires_at',
      'cart_lines.id',
      ...keyColumns,
      'quantity',
    ])
    .orderBy('position')

const cartById = compiled((db, param: Param<{ readonly id: string }>) =>
  selectCarts(db).where('carts.id', '=', param('id')),
)

const cartByOwner = compiled((db, param: Param<OwnerColumns>) =>
  selectCarts(db).where('owner_kind', '=', param('owner_kind')).where('owner_id', '=', param('owner_id')),
)

const cartWithMerchants = compiled((db, param: Param<OwnerColumns>) =>
  selectCarts(db)
    .leftJoin('merchants', 'merchants.id', 'merchant_id')
    .select(shownMerchantColumns)
    .where('owner_kind', '=', param('owner_kind'))
    .where('owner_id', '=', param('owner_id')),
)

/** Carts that have not expired; the slot finds them by an index. */
const selectLive = (db: Db, now: number) =>
  db.selectFrom('carts').where(expirySlot, '>=', expirySlotOf(now)).where('expires_at', '>', now)

/** Finds carts, with their lines in the order in which they were added. */
export function readCarts(db: Db) {
  return {
    findCart: async (cartId) => fromJoinedRows((await cartById(db, { id: cartId })).rows),
    findCartOf: async (owner) => fromJoinedRows((await cartByOwner(db, toOwnerColumns(owner))).rows),
    findCartWithMerchants: async (owner) =>
      fromRowsWithMerchants((await cartWithMerchants(db, toOwnerColumns(owner))).rows),
    async listLiveCarts(now, limit) {
      const carts = await selectLive(db, now)
        .select(tableColumns.carts)
        .orderBy(expirySlot, 'desc')
        .orderBy('expires_at', 'desc')
        .orderBy('id')
        .limit(limitOf(limit))
        .execute()
      const ids = carts.map((row) => row.id)
      const lines = await inChunks(ids, (some) =>
        db
          .selectFrom('cart_lines')
          .select(tableColumns.cart_lines)
          .where('cart_id', 'in', some)
          .orderBy('position')
          .execute(),
      )
      const linesOf = Map.groupBy(lines.flat(), (line) => line.cart_id)
      return carts.map((row) => fromCartRow(row, linesOf.get(row.id) ?? []))
    },
    async countLiveCarts(now) {
      const { carts } = await selectLive(db, now)
        .select((eb) => eb.fn.countAll<number>().as('carts'))
        .executeTakeFirstOrThrow()
      return carts
    },
  } satisfies Partial<StoreReader>
}

const insertCart = compiled((db, param: Param<Database['carts']>) =>
  db.insertInto('carts').values(paramsOf(param, tableColumns.carts)),
)

/** A line without its place in the cart. */
type NewLine = Omit<Database['cart_lines'], 'position'>

const newLineColumns = tableColumns.cart_lines.filter((column) => column !== 'position')

const putLine = compiled((db, param: Param<NewLine>) =>
  db
    .insertInto('cart_lines')
    .values((eb) => ({
      ...paramsOf(param, newLineColumns),
      position: eb
        .selectFrom('cart_lines')
        .select(sql<number>`coalesce(max(position), 0) + 1`.as('next'))
        .where('cart_id', '=', param('cart_id')),
    }))
    .onConflict((conflict) =>
      conflict.columns(['cart_id', 'id']).doUpdateSet((eb) => ({ quantity: eb.ref('excluded.quantity') })),
    ),
)

const deleteLines = compiled((db, param: Param<{ readonly cartId: string }>) =>
  db.deleteFrom('cart_lines').where('cart_id', '=', param('cartId')),
)

const deleteCart = compiled((db, param: Param<{ readonly id: string }>) =>
  db.deleteFrom('carts').where('id', '=', param('id')),
)

/** The change that every change of a line makes. */
const slideExpiry = compiled((db, param: Param<Pick<Database['carts'], 'id' | 'expires_at'>>) =>
  db
    .updateTable('carts')
    .set({ expires_at: param('expires_at') })
    .where('id', '=', param('id')),
)

/** Changes carts; the table itself refuses a second cart of one owner. */
export function writeCarts(db: Db) {
  return {
    async insertCart({ id, owner, couponCode, expiresAt, lines }) {
      const row = { id, ...toOwnerColumns(owner), coupon_code: couponCode, expires_at: expiresAt }
      const lineRows = lines.map((line, index) => ({ ...toLineRow(id, line), position: index + 1 }))
      await Promise.all([
        insertCart(db, row),
        inChunks(lineRows, (rows) => db.insertInto('cart_lines').values(rows).execute()),
      ])
    },
    async putCartLine(cartId, line) {
      await putLine(db, toLineRow(cartId, line))
    },
    async deleteCartLine(cartId, lineId) {
      await db.deleteFrom('cart_lines').where('cart_id', '=', cartId).where('id', '=', lineId).execute()
    },
    async updateCart(id, { expiresAt, couponCode, owner }) {
      const others = { coupon_code: couponCode, ...(owner && toOwnerColumns(owner)) }
      if (namesAny(others)) {
        const change = { expires_at: expiresAt, ...others }
        assertFound(await db.updateTable('carts').set(change).where('id', '=', id).execute(), 'cart', id)
      } else if (expiresAt !== undefined) {
        const { numAffectedRows } = await slideExpiry(db, { id, expires_at: expiresAt })
        if (numAffectedRows === 0n) throw new Error(`No such cart: ${id}`)
      }
    },
    async deleteCart(cartId) {
      await Promise.all([deleteLines(db, { cartId }), deleteCart(db, { id: cartId })])
    },
  } satisfies Partial<StoreTransaction>
}

/** The owner of a cart, as columns. */
export type OwnerColumns = Pick<Database['carts'], 'owner_kind' | 'owner_id'>

/** An owner as columns, which also make the `where`. */
export function toOwnerColumns(owner: CartOwner): OwnerColumns {
  return owner.kind === 'customer'
    ? { owner_kind: 'customer', owner_id: String(owner.customerId) }
    : { owner_kind: 'session', owner_id: owner.sessionId }
}

function fromOwnerColumns({ owner_kind: kind, owner_id: id }: OwnerColumns): CartOwner {
  return kind === 'customer' ? { kind, customerId: Number(id) } : { kind, sessionId: id }
}

/** The columns of a line that its cart shows. */
type LineColumns = Omit<Database['cart_lines'], 'cart_id' | 'position'>

/** A cart beside one of its lines. */
type JoinedRow = Omit<Database['carts'], 'id'> & { readonly cart_id: string } & Nullable<LineColumns>

/** A cart from its rows, in each of which it is the same; `undefined` from none. */
function fromJoinedRows(rows: readonly JoinedRow[]): Cart | undefined {
  const [first] = rows
  if (first === undefined) return undefined
  const { cart_id: id, owner_kind, owner_id, coupon_code, expires_at } = first
  return fromCartRow({ id, owner_kind, owner_id, coupon_code, expires_at }, rows.filter(isLine))
}

function isLine(row: JoinedRow): row is JoinedRow & LineColumns {
  return row.id !== null
}

/** A cart beside one of its lines and its merchant. */
type RowWithMerchant = JoinedRow & Nullable<Omit<Database['merchants'], 'id'>>

/** A cart with its merchants from its rows; `undefined` from none. */
function fromRowsWithMerchants(rows: readonly RowWithMerchant[]): CartWithMerchants | undefined {
  const cart = fromJoinedRows(rows)
  if (cart === undefined) return undefined
  const merchants = new Map<number, Merchant>()
  for (const row of rows)
    if (hasMerchant(row) && !merchants.has(row.merchant_id))
      merchants.set(row.merchant_id, fromMerchantRow(row.merchant_id, row))
  return { cart, merchants }
}

type MerchantColumns = Omit<Database['merchants'], 'id'> & Pick<Database['cart_lines'], 'merchant_id'>

function hasMerchant(row: RowWithMerchant): row is RowWithMerchant & MerchantColumns {
  return row.merchant_id !== null && row.name !== null
}

/** A cart from its row and those of its lines. */
export function fromCartRow(row: Database['carts'], lines: readonly LineColumns[]): Cart {
  return {
    id: row.id,
    owner: fromOwnerColumns(row),
    couponCode: row.coupon_code,
    lines: lines.map((line) => ({ ...fromKeyColumns(line), id: line.id, quantity: line.quantity })),
    expiresAt: row.expires_at,
  }
}

/** A line as a row, without its place in the cart. */
function toLineRow(cartId: string, line: CartLine): NewLine {
  return { cart_id: cartId, id: line.id, ...toKeyColumns(line), quantity: line.quantity }
}
