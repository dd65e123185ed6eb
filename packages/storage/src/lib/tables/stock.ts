import {
  availableCount,
  type StockBucket,
  type StockKey,
  stockKeyText,
  type StoreReader,
  type StoreTransaction,
} from '@giftcards/marketplace'
import { fromKeyColumns, toKeyColumns } from '../schema/columns.ts'
import type { Database } from '../schema/database.ts'
import { assertUpdated, type Db } from './db.ts'

/** Finds buckets of stock. */
export function readStock(db: Db): Pick<StoreReader, 'findStock' | 'listStock'> {
  const buckets = db.selectFrom('stock').selectAll()
  return {
    async findStock(key) {
      const row = await buckets.where((eb) => eb.and(toKeyColumns(key))).executeTakeFirst()
      return row && fromRow(row)
    },
    async listStock() {
      const rows = await buckets
        .orderBy('merchant_id')
        .orderBy('card_type')
        .orderBy('face_value_cents')
        .orderBy('percent_off_bps')
        .orderBy('is_low_risk')
        .execute()
      return rows.map(fromRow)
    },
  }
}

type StockWriter = Pick<
  StoreTransaction,
  'reserveStock' | 'releaseStock' | 'sellStock' | 'returnStock' | 'putStock'
>

/** Changes buckets of stock; the table itself refuses `reserved` outside `0 … onHand`. */
export function writeStock(db: Db): StockWriter {
  const { findStock } = readStock(db)
  const change = async (key: StockKey, onHand: number, reserved: number) => {
    const update = db
      .updateTable('stock')
      .set((eb) => ({ on_hand: eb('on_hand', '+', onHand), reserved: eb('reserved', '+', reserved) }))
      .where((eb) => eb.and(toKeyColumns(key)))
    assertUpdated(await update.executeTakeFirst(), `stock: ${stockKeyText(key)}`)
  }
  /** Checks and increments in one statement, so that it holds under any isolation. */
  const tryReserve = async (key: StockKey, count: number) => {
    const { numUpdatedRows } = await db
      .updateTable('stock')
      .set((eb) => ({ reserved: eb('reserved', '+', count) }))
      .where((eb) =>
        eb.and([eb.and(toKeyColumns(key)), eb(eb('on_hand', '-', eb.ref('reserved')), '>=', count)]),
      )
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }
  return {
    async reserveStock(key, count) {
      let wanted = count
      while (wanted > 0) {
        // Goes round again only where another transaction came between the two statements.
        if (await tryReserve(key, wanted)) return wanted
        const bucket = await findStock(key)
        wanted = bucket === undefined ? 0 : Math.min(count, availableCount(bucket))
      }
      return 0
    },
    releaseStock: (key, count) => change(key, 0, -count),
    sellStock: (key, count) => change(key, -count, -count),
    returnStock: (key, count) => change(key, count, 0),
    async putStock(key, onHand) {
      const row = await db
        .insertInto('stock')
        .values({ ...toKeyColumns(key), on_hand: onHand, reserved: 0 })
        .onConflict((conflict) =>
          conflict.columns(keyColumns).doUpdateSet((eb) => ({
            on_hand: eb
              .case()
              .when('excluded.on_hand', '<', eb.ref('stock.reserved'))
              .then(eb.ref('stock.reserved'))
              .else(eb.ref('excluded.on_hand'))
              .end(),
          })),
        )
        .returningAll()
        .executeTakeFirstOrThrow()
      return fromRow(row)
    },
  }
}

const keyColumns = ['merchant_id', 'card_type', 'face_value_cents', 'percent_off_bps', 'is_low_risk'] as const

function fromRow(row: Database['stock']): StockBucket {
  return { ...fromKeyColumns(row), onHand: row.on_hand, reserved: row.reserved }
}
