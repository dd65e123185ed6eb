import {
  availableCount,
  type StockBucket,
  type StockKey,
  stockKeyText,
  type StoreReader,
  type StoreTransaction,
} from '@giftcards/marketplace'
import { fromKeyColumns, keyColumns, type StockKeyColumns, toKeyColumns } from '../schema/columns.ts'
import { type Database, tableColumns } from '../schema/database.ts'
import { columnsOf } from '../statements/columns-of.ts'
import type { Session } from '../statements/session.ts'
import { statement } from '../statements/statement.ts'
import { assertUpdated, type Db } from './db.ts'

const bucketOf = statement((db, key: StockKeyColumns) =>
  db
    .selectFrom('stock')
    .select(tableColumns.stock)
    .where((eb) => eb.and(columnsOf(key, keyColumns))),
)

const allBuckets = statement((db) =>
  db
    .selectFrom('stock')
    .select(tableColumns.stock)
    .orderBy('merchant_id')
    .orderBy('card_type')
    .orderBy('face_value_cents')
    .orderBy('percent_off_bps')
    .orderBy('is_low_risk'),
)

/** Finds buckets of stock. */
export function readStock(session: Session): Pick<StoreReader, 'findStock' | 'listStock'> {
  return {
    async findStock(key) {
      const row = await session.first(bucketOf, toKeyColumns(key))
      return row && fromRow(row)
    },
    async listStock() {
      return (await session.all(allBuckets, {})).map(fromRow)
    },
  }
}

type StockWriter = Pick<
  StoreTransaction,
  'reserveStock' | 'releaseStock' | 'sellStock' | 'returnStock' | 'putStock'
>

const updateBucket = (db: Db, key: StockKeyColumns) =>
  db.updateTable('stock').where((eb) => eb.and(columnsOf(key, keyColumns)))

/** How many cards more there are of a bucket, and how many more of them are reserved. */
interface StockChange extends StockKeyColumns {
  readonly onHand: number
  readonly reserved: number
}

const changeBucket = statement((db, change: StockChange) =>
  updateBucket(db, change).set((eb) => ({
    on_hand: eb('on_hand', '+', change.onHand),
    reserved: eb('reserved', '+', change.reserved),
  })),
)

/** Checks and increments in one statement, so that it holds under any isolation. */
const reserve = statement((db, wanted: StockKeyColumns & { readonly count: number }) =>
  updateBucket(db, wanted)
    .set((eb) => ({ reserved: eb('reserved', '+', wanted.count) }))
    .where((eb) => eb(eb('on_hand', '-', eb.ref('reserved')), '>=', wanted.count)),
)

const putBucket = statement((db, row: StockKeyColumns & { readonly on_hand: number }) =>
  db
    .insertInto('stock')
    .values({ ...columnsOf(row, [...keyColumns, 'on_hand']), reserved: 0 })
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
    .returning(tableColumns.stock),
)

/** Changes buckets of stock; the table itself refuses `reserved` outside `0 … onHand`. */
export function writeStock(session: Session): StockWriter {
  const { findStock } = readStock(session)
  const change = async (key: StockKey, onHand: number, reserved: number) => {
    const changed = await session.run(changeBucket, { ...toKeyColumns(key), onHand, reserved })
    assertUpdated(changed, `stock: ${stockKeyText(key)}`)
  }
  return {
    async reserveStock(key, count) {
      let wanted = count
      while (wanted > 0) {
        // Goes round again only where another transaction came between the two statements.
        if ((await session.run(reserve, { ...toKeyColumns(key), count: wanted })) > 0) return wanted
        const bucket = await findStock(key)
        wanted = bucket === undefined ? 0 : Math.min(count, availableCount(bucket))
      }
      return 0
    },
    releaseStock: (key, count) => change(key, 0, -count),
    sellStock: (key, count) => change(key, -count, -count),
    returnStock: (key, count) => change(key, count, 0),
    async putStock(key, onHand) {
      const row = await session.first(putBucket, { ...toKeyColumns(key), on_hand: onHand })
      if (row === undefined) throw new Error(`Nothing was put: ${stockKeyText(key)}`)
      return fromRow(row)
    },
  }
}

function fromRow(row: Database['stock']): StockBucket {
  return { ...fromKeyColumns(row), onHand: row.on_hand, reserved: row.reserved }
}
