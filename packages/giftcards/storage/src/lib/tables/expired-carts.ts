import { countByBucket, type StoreTransaction } from '@giftcards/marketplace'
import { sql } from 'kysely'
import { keys } from '../schema/database.ts'
import { type Db, inChunks, isPostgres, limitOf } from './db.ts'

/** The indexed column that the database computes from `expires_at`. */
export const expirySlot = sql.ref<number>('carts.expiry_slot')

/** The slot of a moment in milliseconds. A slot is 2^14 ms long, and a later moment never has a lower slot. */
export const expirySlotOf = (moment: number): number => Math.floor(moment / 2 ** 14)

const selectExpired = (db: Db, now: number, limit: number) =>
  db
    .selectFrom('carts')
    .select('carts.id')
    .where(expirySlot, '<=', expirySlotOf(now))
    .where('expires_at', '<=', now)
    .orderBy(expirySlot)
    .orderBy('expires_at')
    .orderBy('carts.id')
    .limit(limitOf(limit))

/**
 * Releases the cards of expired carts. Locks carts first, then their lines, then stock, as every transaction does. Skips carts
 * locked by another transaction. Releases only the cards of deleted lines, so two transactions never release the same cards.
 */
export function writeExpiredCarts(db: Db, { releaseStock }: Pick<StoreTransaction, 'releaseStock'>) {
  return {
    async reclaimStock(key, now, limit) {
      const bucket = keys.toRow(key)
      const holders = await db
        .selectFrom('carts')
        .innerJoin('cart_lines', 'cart_lines.cart_id', 'carts.id')
        .select('carts.id')
        .where(expirySlot, '<=', expirySlotOf(now))
        .where('expires_at', '<=', now)
        .where((eb) => eb.and(bucket))
        .orderBy(expirySlot)
        .limit(limitOf(limit))
        .$if(isPostgres(db), (query) => query.forUpdate('carts').skipLocked())
        .execute()
      const ids = holders.map((cart) => cart.id)
      const lines = await inChunks(ids, (some) =>
        db
          .deleteFrom('cart_lines')
          .where('cart_id', 'in', some)
          .where((eb) => eb.and(bucket))
          .returning('quantity')
          .execute(),
      )
      const cards = lines.flat().reduce((sum, { quantity }) => sum + quantity, 0)
      if (cards > 0) await releaseStock(key, cards)
      return cards
    },
    async deleteExpiredCarts(now, limit) {
      const expired = await selectExpired(db, now, limit)
        .$if(isPostgres(db), (query) => query.forUpdate().skipLocked())
        .execute()
      const ids = expired.map((cart) => cart.id)
      const held = await inChunks(ids, (some) =>
        db
          .deleteFrom('cart_lines')
          .where('cart_id', 'in', some)
          .returning([...keys.columns, 'quantity'])
          .execute(),
      )
      const lines = held.flat().map((row) => ({ ...keys.fromRow(row), quantity: row.quantity }))
      for (const { bucket, count } of countByBucket(lines)) await releaseStock(bucket, count)
      await inChunks(ids, (some) => db.deleteFrom('carts').where('id', 'in', some).execute())
      return ids.length
    },
  } satisfies Partial<StoreTransaction>
}
