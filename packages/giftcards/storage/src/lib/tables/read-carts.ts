import type { StoreReader } from '@giftcards/marketplace'
import { keyColumns } from '../schema/columns.ts'
import { tableColumns } from '../schema/database.ts'
import { itemsOf } from '../statements/placeholder.ts'
import type { Session } from '../statements/session.ts'
import { statement, statementBy } from '../statements/statement.ts'
import {
  fromCartRow,
  fromJoinedRows,
  fromRowsWithMerchants,
  type OwnerColumns,
  toOwnerColumns,
} from './cart-rows.ts'
import { type Db, inChunks, limitOf } from './db.ts'
import { expirySlot, expirySlotOf } from './expired-carts.ts'
import { shownMerchantColumns } from './merchants.ts'

type CartReader = Pick<
  StoreReader,
  'findCart' | 'findCartOf' | 'findCartWithMerchants' | 'listLiveCarts' | 'countLiveCarts'
>

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

interface AtMost extends Moment {
  readonly limit: number
}

const liveCarts = statement((db, { now, slot, limit }: AtMost) =>
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
export function readCarts(session: Session): CartReader {
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
  }
}
