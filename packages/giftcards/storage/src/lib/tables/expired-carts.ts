import { countByBucket, type StoreReader, type StoreTransaction } from '@giftcards/marketplace'
import { sql } from 'kysely'
import { fromKeyColumns, keyColumns, type StockKeyColumns, toKeyColumns } from '../schema/columns.ts'
import { columnsOf, itemsOf, statementBy } from '../statements/statement.ts'
import type { Session } from '../statements/session.ts'
import { inChunks, limitOf } from './db.ts'
import { lockingStatement } from './row-statements.ts'

/** The column that the database computes from `expires_at`. Only this one has an index. */
export const expirySlot = sql.ref<number>('carts.expiry_slot')

/** The slot of a moment in milliseconds. A slot is 2^14 ms long, and a later moment never has a lower slot. */
export const expirySlotOf = (moment: number): number => Math.floor(moment / 2 ** 14)

interface Expired {
  readonly now: number
  /** Of `now`. */
  readonly slot: number
  readonly limit: number
}

/** Leaves out carts that another transaction is working on. */
const expiredCarts = lockingStatement(
  (db, { now, slot, limit }: Expired) =>
    db
      .selectFrom('carts')
      .select('id')
      .where(expirySlot, '<=', slot)
      .where('expires_at', '<=', now)
      .orderBy(expirySlot)
      .orderBy('expires_at')
      .orderBy('id')
      .limit(limitOf(limit)),
  (query) => query.forUpdate().skipLocked(),
)

/** Expired carts that hold cards of a bucket; leaves out those that another transaction is working on. */
const holders = lockingStatement(
  (db, values: Expired & StockKeyColumns) =>
    db
      .selectFrom('carts')
      .innerJoin('cart_lines', 'cart_lines.cart_id', 'carts.id')
      .select('carts.id')
      .where(expirySlot, '<=', values.slot)
      .where('expires_at', '<=', values.now)
      .where((eb) => eb.and(columnsOf(values, keyColumns)))
      .orderBy(expirySlot)
      .limit(limitOf(values.limit)),
  (query) => query.forUpdate('carts').skipLocked(),
)

/** Lists carts that have expired. */
export function readExpiredCarts(session: Session) {
  return {
    async listExpiredCarts(now, limit) {
      const rows = await session.all(expiredCarts.plain, { now, slot: expirySlotOf(now), limit })
      return rows.map((row) => row.id)
    },
  } satisfies Partial<StoreReader>
}

interface Ids {
  readonly ids: readonly string[]
}

const deleteLinesOfBucket = statementBy(3, (db, values: Ids & StockKeyColumns, length: number) =>
  db
    .deleteFrom('cart_lines')
    .where('cart_id', 'in', itemsOf(values.ids, length))
    .where((eb) => eb.and(columnsOf(values, keyColumns)))
    .returning('quantity'),
)

const deleteLines = statementBy(3, (db, { ids }: Ids, length: number) =>
  db
    .deleteFrom('cart_lines')
    .where('cart_id', 'in', itemsOf(ids, length))
    .returning([...keyColumns, 'quantity']),
)

const deleteCarts = statementBy(3, (db, { ids }: Ids, length: number) =>
  db.deleteFrom('carts').where('id', 'in', itemsOf(ids, length)),
)

/**
 * Frees the cards that expired carts hold. Takes carts first, then their lines, then stock, as every transaction does. Frees only
 * what it has deleted, so two transactions never free the same cards.
 */
export function writeExpiredCarts(
  session: Session,
  { releaseStock }: Pick<StoreTransaction, 'releaseStock'>,
) {
  return {
    async reclaimStock(key, now, limit) {
      const columns = toKeyColumns(key)
      const values = { ...columns, now, slot: expirySlotOf(now), limit }
      const carts = await session.all(holders.for(session), values)
      const lines = await inChunks(
        carts.map((cart) => cart.id),
        (ids) => session.all(deleteLinesOfBucket(ids.length), { ...columns, ids }),
      )
      const cards = lines.flat().reduce((sum, { quantity }) => sum + quantity, 0)
      if (cards > 0) await releaseStock(key, cards)
      return cards
    },
    async deleteExpiredCarts(now, limit) {
      const values = { now, slot: expirySlotOf(now), limit }
      const carts = await session.all(expiredCarts.for(session), values)
      const expired = carts.map((cart) => cart.id)
      const held = (await inChunks(expired, (ids) => session.all(deleteLines(ids.length), { ids }))).flat()
      const lines = held.map((row) => ({ ...fromKeyColumns(row), quantity: row.quantity }))
      for (const { bucket, count } of countByBucket(lines)) await releaseStock(bucket, count)
      await inChunks(expired, (ids) => session.run(deleteCarts(ids.length), { ids }))
      return expired.length
    },
  } satisfies Partial<StoreTransaction>
}
