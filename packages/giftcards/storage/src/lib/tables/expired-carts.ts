import { countByBucket, type StoreReader, type StoreTransaction } from '@giftcards/marketplace'
import { sql } from 'kysely'
import { fromKeyColumns, keyColumns, toKeyColumns } from '../schema/columns.ts'
import type { StockKeyColumns } from '../schema/database.ts'
import { columnsOf } from '../statements/columns-of.ts'
import { itemsOf } from '../statements/placeholder.ts'
import type { Session } from '../statements/session.ts'
import { statement, statementBy } from '../statements/statement.ts'
import { inChunks, limitOf } from './db.ts'

/** The column that the database keeps beside `expires_at`, and the only one of the two that is indexed. */
export const expirySlot = sql.ref<number>('carts.expiry_slot')

/** The slot of time that a moment in milliseconds lies in; slots are 2^14 ms long, and in the order of their moments. */
export const expirySlotOf = (moment: number): number => Math.floor(moment / 2 ** 14)

interface Expired {
  readonly now: number
  /** Of `now`. */
  readonly slot: number
  readonly limit: number
}

const expiredCarts = statement((db, { now, slot, limit }: Expired) =>
  db
    .selectFrom('carts')
    .select('id')
    .where(expirySlot, '<=', slot)
    .where('expires_at', '<=', now)
    .orderBy(expirySlot)
    .orderBy('expires_at')
    .orderBy('id')
    .limit(limitOf(limit)),
)

/** Lists carts that have expired. */
export function readExpiredCarts(session: Session): Pick<StoreReader, 'listExpiredCarts'> {
  return {
    async listExpiredCarts(now, limit) {
      const rows = await session.all(expiredCarts, { now, slot: expirySlotOf(now), limit })
      return rows.map((row) => row.id)
    },
  }
}

const expiredLines = statement((db, values: Expired & StockKeyColumns) =>
  db
    .selectFrom('carts')
    .innerJoin('cart_lines', 'cart_lines.cart_id', 'carts.id')
    .select(['cart_id', 'quantity'])
    .where(expirySlot, '<=', values.slot)
    .where('expires_at', '<=', values.now)
    .where((eb) => eb.and(columnsOf(values, keyColumns)))
    .orderBy(expirySlot)
    .limit(limitOf(values.limit)),
)

interface LinesOfBucket extends StockKeyColumns {
  readonly ids: readonly string[]
}

const deleteLinesOfBucket = statementBy(3, (db, values: LinesOfBucket, length: number) =>
  db
    .deleteFrom('cart_lines')
    .where('cart_id', 'in', itemsOf(values.ids, length))
    .where((eb) => eb.and(columnsOf(values, keyColumns))),
)

interface Ids {
  readonly ids: readonly string[]
}

const heldByCarts = statementBy(3, (db, { ids }: Ids, length: number) =>
  db
    .selectFrom('cart_lines')
    .select([...keyColumns, 'quantity'])
    .where('cart_id', 'in', itemsOf(ids, length)),
)

const deleteLines = statementBy(3, (db, { ids }: Ids, length: number) =>
  db.deleteFrom('cart_lines').where('cart_id', 'in', itemsOf(ids, length)),
)

const deleteCarts = statementBy(3, (db, { ids }: Ids, length: number) =>
  db.deleteFrom('carts').where('id', 'in', itemsOf(ids, length)),
)

/** Frees what expired carts hold: stock first, then lines, in which order everybody locks them. */
export function writeExpiredCarts(
  session: Session,
  { releaseStock }: Pick<StoreTransaction, 'releaseStock'>,
): Pick<StoreTransaction, 'reclaimStock' | 'deleteExpiredCarts'> {
  const { listExpiredCarts } = readExpiredCarts(session)
  return {
    async reclaimStock(key, now, limit) {
      const columns = toKeyColumns(key)
      const values = { ...columns, now, slot: expirySlotOf(now), limit }
      const lines = await session.all(expiredLines, values)
      if (lines.length === 0) return 0
      const cards = lines.reduce((sum, { quantity }) => sum + quantity, 0)
      await releaseStock(key, cards)
      await inChunks(
        lines.map((line) => line.cart_id),
        (ids) => session.run(deleteLinesOfBucket(ids.length), { ...columns, ids }),
      )
      return cards
    },
    async deleteExpiredCarts(now, limit) {
      const expired = await listExpiredCarts(now, limit)
      const held = (await inChunks(expired, (ids) => session.all(heldByCarts(ids.length), { ids }))).flat()
      const lines = held.map((row) => ({ ...fromKeyColumns(row), quantity: row.quantity }))
      for (const { bucket, count } of countByBucket(lines)) await releaseStock(bucket, count)
      await inChunks(expired, (ids) => session.run(deleteLines(ids.length), { ids }))
      await inChunks(expired, (ids) => session.run(deleteCarts(ids.length), { ids }))
      return expired.length
    },
  }
}
