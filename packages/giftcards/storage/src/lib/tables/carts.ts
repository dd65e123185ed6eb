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
import { columnsOf, itemsOf, statement, statementBy } from '../statements/statement.ts'
import type { Session } from '../statements/session.ts'
import { type Db, inChunks, limitOf } from './db.ts'
import { expirySlot, expirySlotOf } from './expired-carts.ts'
import { insertOf, updateOf } from './row-statements.ts'
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

const cartById = statement((db, { id }: { readonly id: string }) =>
  selectCarts(db).where('carts.id', '=', id),
)

const cartByOwner = statement((db, { owner_kind, owner_id }: OwnerColumns) =>
  selectCarts(db).where('owner_kind', '=', owner_kind).where('owner_id', '=', owner_id),
)

const cartWithMerchants = statement((db, { owner_kind, owner_id }: OwnerColumns) =>
  selectCarts(db)
    .leftJoin('merchants', 'merchants.id', 'merchant_id')
    .select(shownMerchantColumns)
    .where('owner_kind', '=', owner_kind)
    .where('owner_id', '=', owner_id),
)

interface Moment {
  readonly now: number
  /** Of `now`. */
  readonly slot: number
}

const liveCarts = statement((db, { now, slot, limit }: Moment & { readonly limit: number }) =>
  db
    .selectFrom('carts')
    .select(tableColumns.carts)
    .where(expirySlot, '>=', slot)
    .where('expires_at', '>', now)
    .orderBy(expirySlot, 'desc')
    .orderBy('expires_at', 'desc')
    .orderBy('id')
    .limit(limitOf(limit)),
)

const linesOfCarts = statementBy(3, (db, { ids }: { readonly ids: readonly string[] }, length: number) =>
  db
    .selectFrom('cart_lines')
    .select(tableColumns.cart_lines)
    .where('cart_id', 'in', itemsOf(ids, length))
    .orderBy('position'),
)

const liveCount = statement((db, { now, slot }: Moment) =>
  db
    .selectFrom('carts')
    .select((eb) => eb.fn.countAll<number>().as('carts'))
    .where(expirySlot, '>=', slot)
    .where('expires_at', '>', now),
)

/** Finds carts, with their lines in the order in which they were added. */
export function readCarts(session: Session) {
  return {
    findCart: async (cartId) => fromJoinedRows(await session.all(cartById, { id: cartId })),
    findCartOf: async (owner) => fromJoinedRows(await session.all(cartByOwner, toOwnerColumns(owner))),
    findCartWithMerchants: async (owner) =>
      fromRowsWithMerchants(await session.all(cartWithMerchants, toOwnerColumns(owner))),
    async listLiveCarts(now, limit) {
      const rows = await session.all(liveCarts, { now, slot: expirySlotOf(now), limit })
      const found = await inChunks(
        rows.map((row) => row.id),
        (ids) => session.all(linesOfCarts(ids.length), { ids }),
      )
      const linesOf = Map.groupBy(found.flat(), (line) => line.cart_id)
      return rows.map((row) => fromCartRow(row, linesOf.get(row.id) ?? []))
    },
    countLiveCarts: async (now) =>
      (await session.first(liveCount, { now, slot: expirySlotOf(now) }))?.carts ?? 0,
  } satisfies Partial<StoreReader>
}

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
export function writeCarts(session: Session) {
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
    updateCart: (cartId, { expiresAt, couponCode, owner }) =>
      updateCart(session, cartId, {
        expires_at: expiresAt,
        coupon_code: couponCode,
        ...(owner && toOwnerColumns(owner)),
      }),
    async deleteCart(cartId) {
      await Promise.all([session.run(deleteLines, { cartId }), session.run(deleteCart, { id: cartId })])
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
function toLineRow(cartId: string, line: CartLine): Omit<Database['cart_lines'], 'position'> {
  return { cart_id: cartId, id: line.id, ...toKeyColumns(line), quantity: line.quantity }
}
