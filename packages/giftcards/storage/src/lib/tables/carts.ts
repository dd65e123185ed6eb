import type {
  Cart,
  CartLine,
  CartOwner,
  CartWithMerchants,
  StoreReader,
  StoreTransaction,
} from '@giftcards/marketplace'
import { sql } from 'kysely'
import { type Database, rowsOf, tableColumns } from '../schema/database.ts'
import { compiled, type Param, paramsOf } from './compiled.ts'
import { assertFound, type Db, inChunks, limitOf } from './db.ts'
import { expirySlot, expirySlotOf } from './expired-carts.ts'
import { merchants } from './stock.ts'

const carts = rowsOf('carts', 'owner_kind', 'owner_id')
const lines = rowsOf('cart_lines', 'cart_id', 'position')
const joinedLines = lines.prefixed('line')
const joinedMerchants = merchants.prefixed('merchant')

/** One row for each line, each with the cart; for an empty cart, one row without a line. */
const selectCarts = (db: Db) =>
  db
    .selectFrom('carts')
    .leftJoin('cart_lines', 'cart_lines.cart_id', 'carts.id')
    .select(tableColumns.carts.map((column) => `carts.${column}` as const))
    .select(joinedLines.columns)
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
    .select(joinedMerchants.columns)
    .where('owner_kind', '=', param('owner_kind'))
    .where('owner_id', '=', param('owner_id')),
)

/** Carts that have not expired; the condition on the slot uses its index. */
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
      const found = await selectLive(db, now)
        .select(tableColumns.carts)
        .orderBy(expirySlot, 'desc')
        .orderBy('expires_at', 'desc')
        .orderBy('id')
        .limit(limitOf(limit))
        .execute()
      const ids = found.map((row) => row.id)
      const lineRows = await inChunks(ids, (some) =>
        db
          .selectFrom('cart_lines')
          .select([...lines.columns, 'cart_id'])
          .where('cart_id', 'in', some)
          .orderBy('position')
          .execute(),
      )
      const linesOf = Map.groupBy(lineRows.flat(), (line) => line.cart_id)
      return found.map((row) => toCart(row, (linesOf.get(row.id) ?? []).map(lines.fromRow)))
    },
    async countLiveCarts(now) {
      const counted = await selectLive(db, now)
        .select((eb) => eb.fn.countAll<number>().as('carts'))
        .executeTakeFirstOrThrow()
      return counted.carts
    },
  } satisfies Partial<StoreReader>
}

const insertCart = compiled((db, param: Param<Database['carts']>) =>
  db.insertInto('carts').values(paramsOf(param, tableColumns.carts)),
)

/** A line without its position in the cart. */
type NewLine = Omit<Database['cart_lines'], 'position'>

const putLine = compiled((db, param: Param<NewLine>) =>
  db
    .insertInto('cart_lines')
    .values((eb) => ({
      ...paramsOf(param, [...lines.columns, 'cart_id']),
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

/** The update of a cart for every change of a line. */
const slideExpiry = compiled((db, param: Param<Pick<Database['carts'], 'id' | 'expires_at'>>) =>
  db
    .updateTable('carts')
    .set({ expires_at: param('expires_at') })
    .where('id', '=', param('id')),
)

/** Changes carts. A unique key rejects a second cart of one owner. */
export function writeCarts(db: Db) {
  return {
    async insertCart(cart) {
      const row = { ...carts.toRow(cart), ...toOwnerColumns(cart.owner) }
      const lineRows = cart.lines.map((line, index) => ({ ...toLineRow(cart.id, line), position: index + 1 }))
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
    async updateCart(id, { owner, ...fields }) {
      const { couponCode, expiresAt } = fields
      if (couponCode !== undefined || owner !== undefined) {
        const change = { ...carts.toChange(fields), ...(owner && toOwnerColumns(owner)) }
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

/** An owner as columns, also usable as a `where`. */
export function toOwnerColumns(owner: CartOwner): OwnerColumns {
  return owner.kind === 'customer'
    ? { owner_kind: 'customer', owner_id: String(owner.customerId) }
    : { owner_kind: 'session', owner_id: owner.sessionId }
}

function fromOwnerColumns({ owner_kind: kind, owner_id: id }: OwnerColumns): CartOwner {
  return kind === 'customer' ? { kind, customerId: Number(id) } : { kind, sessionId: id }
}

/** A cart beside one of its lines. */
type JoinedRow = Database['carts'] & Parameters<typeof joinedLines.fromRow>[0]

/** Returns the cart of joined rows; `undefined` if there are none. */
function fromJoinedRows(rows: readonly JoinedRow[]): Cart | undefined {
  const [first] = rows
  return (
    first &&
    toCart(
      first,
      rows.flatMap((row) => joinedLines.fromRow(row) ?? []),
    )
  )
}

/** Returns the cart of joined rows with its merchants; `undefined` if there are none. */
function fromRowsWithMerchants(
  rows: readonly (JoinedRow & Parameters<typeof joinedMerchants.fromRow>[0])[],
): CartWithMerchants | undefined {
  const cart = fromJoinedRows(rows)
  const found = rows.flatMap((row) => joinedMerchants.fromRow(row) ?? [])
  return cart && { cart, merchants: new Map(found.map((merchant) => [merchant.id, merchant])) }
}

function toCart(row: Database['carts'], cartLines: readonly CartLine[]): Cart {
  return { ...carts.fromRow(row), owner: fromOwnerColumns(row), lines: cartLines }
}

/** Returns the row of a line, without its position in the cart. */
function toLineRow(cartId: string, line: CartLine): NewLine {
  return { ...lines.toRow(line), cart_id: cartId }
}
