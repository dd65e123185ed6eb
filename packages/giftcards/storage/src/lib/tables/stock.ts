import {
  availableCount,
  countByBucket,
  type Merchant,
  type SeedData,
  type StockBucket,
  type StockKey,
  stockKeyText,
  type StoreReader,
  type StoreTransaction,
} from '@giftcards/marketplace'
import {
  fromFlag,
  fromKeyColumns,
  keyColumns,
  type StockKeyColumns,
  toFlag,
  toKeyColumns,
} from '../schema/columns.ts'
import { type Database, tableColumns } from '../schema/database.ts'
import { columnsOf, itemsOf, statement, statementBy } from '../statements/statement.ts'
import type { Session } from '../statements/session.ts'
import { type Db, isId } from './db.ts'
import { insertOf, putOf } from './row-statements.ts'

const selectMerchants = (db: Db) => db.selectFrom('merchants').select(tableColumns.merchants)

const merchantsByIds = statementBy(3, (db, { ids }: { readonly ids: readonly number[] }, length: number) =>
  selectMerchants(db).where('id', 'in', itemsOf(ids, length)),
)

const allMerchants = statement((db) => selectMerchants(db).orderBy('id'))

const selectStock = (db: Db) => db.selectFrom('stock').select(tableColumns.stock)

const bucketOf = statement((db, key: StockKeyColumns) =>
  selectStock(db).where((eb) => eb.and(columnsOf(key, keyColumns))),
)

const allBuckets = statement((db) =>
  selectStock(db)
    .orderBy('merchant_id')
    .orderBy('card_type')
    .orderBy('face_value_cents')
    .orderBy('percent_off_bps')
    .orderBy('is_low_risk'),
)

/** Finds merchants and buckets of stock. */
export function readStock(session: Session) {
  return {
    async findMerchants(ids) {
      const known = ids.filter(isId)
      if (known.length === 0) return new Map()
      const rows = await session.all(merchantsByIds(known.length), { ids: known })
      return new Map(rows.map((row) => [row.id, fromMerchantRow(row.id, row)]))
    },
    listMerchants: async () =>
      (await session.all(allMerchants, {})).map((row) => fromMerchantRow(row.id, row)),
    async findStock(key) {
      const row = await session.first(bucketOf, toKeyColumns(key))
      return row && fromStockRow(row)
    },
    listStock: async () => (await session.all(allBuckets, {})).map(fromStockRow),
  } satisfies Partial<StoreReader>
}

const lockBucket = statement((db, key: StockKeyColumns) =>
  db
    .selectFrom('stock')
    .select('merchant_id')
    .where((eb) => eb.and(columnsOf(key, keyColumns)))
    .forNoKeyUpdate(),
)

const putMerchant = putOf('merchants', ['id'])

const updateBucket = (db: Db, key: StockKeyColumns) =>
  db.updateTable('stock').where((eb) => eb.and(columnsOf(key, keyColumns)))

/** By how much the two counts of a bucket change. */
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

/** Checks and increments in one statement, which is correct at any isolation level. */
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

/** Changes merchants and buckets of stock; the table itself refuses `reserved` outside `0 … onHand`. */
export function writeStock(session: Session) {
  const reader = readStock(session)
  const change = async (key: StockKey, onHand: number, reserved: number) => {
    const changed = await session.run(changeBucket, { ...toKeyColumns(key), onHand, reserved })
    if (changed === 0) throw new Error(`No such stock: ${stockKeyText(key)}`)
  }
  return {
    async putMerchant(merchant) {
      await session.run(putMerchant, toMerchantRow(merchant))
    },
    async lockStock(keys) {
      if (session.writesAlone) return
      // Sent at once, and run one after the other: they share one connection.
      await Promise.all(
        countByBucket(keys).map(({ bucket }) => session.first(lockBucket, toKeyColumns(bucket))),
      )
    },
    async reserveStock(key, count) {
      let wanted = count
      while (wanted > 0) {
        // Loops only if another transaction came between the two statements.
        if ((await session.run(reserve, { ...toKeyColumns(key), count: wanted })) > 0) return wanted
        const bucket = await reader.findStock(key)
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
      return fromStockRow(row)
    },
  } satisfies Partial<StoreTransaction>
}

/** Keeps the merchants that a transaction has found, until they are replaced. */
export function rememberMerchants({ findMerchants }: Pick<StoreReader, 'findMerchants'>) {
  // A checkout needs its merchants four times.
  const known = new Map<number, Merchant>()
  return {
    async findMerchants(ids: readonly number[]): Promise<ReadonlyMap<number, Merchant>> {
      const unknown = ids.filter((id) => !known.has(id))
      if (unknown.length > 0)
        for (const [id, merchant] of await findMerchants(unknown)) known.set(id, merchant)
      const found = new Map<number, Merchant>()
      for (const id of ids) {
        const merchant = known.get(id)
        if (merchant !== undefined) found.set(id, merchant)
      }
      return found
    },
    forget: () => known.clear(),
  }
}

const insertMerchants = insertOf('merchants')

const insertStock = insertOf('stock')

/** Begins to insert the merchants and the stock of a seed. */
export function seedStock(session: Session, { merchants, stock }: SeedData): readonly Promise<void>[] {
  const buckets = stock.map((row) => ({ ...toKeyColumns(row), on_hand: row.onHand, reserved: 0 }))
  return [insertMerchants(session, merchants.map(toMerchantRow)), insertStock(session, buckets)]
}

/** The columns of a merchant without its id, for joins with a table that has it. */
export const shownMerchantColumns = tableColumns.merchants.filter((column) => column !== 'id')

function toMerchantRow(merchant: Merchant): Database['merchants'] {
  const { id, name, image, color, description, course } = merchant
  return {
    id,
    name,
    image,
    color,
    description,
    course,
    balance_check_link: merchant.balanceCheckLink,
    buy_message: merchant.buyMessage,
    barcode_format: merchant.barcodeFormat,
    barcode_prefix: merchant.barcodePrefix,
    cards_have_pin: toFlag(merchant.cardsHavePin),
    can_balance_inquiry: toFlag(merchant.canBalanceInquiry),
  }
}

/** A merchant from its row. */
export function fromMerchantRow(id: number, row: Omit<Database['merchants'], 'id'>): Merchant {
  const { name, image, color, description, course } = row
  return {
    id,
    name,
    image,
    color,
    description,
    course,
    balanceCheckLink: row.balance_check_link,
    buyMessage: row.buy_message,
    barcodeFormat: row.barcode_format,
    barcodePrefix: row.barcode_prefix,
    cardsHavePin: fromFlag(row.cards_have_pin),
    canBalanceInquiry: fromFlag(row.can_balance_inquiry),
  }
}

function fromStockRow(row: Database['stock']): StockBucket {
  return { ...fromKeyColumns(row), onHand: row.on_hand, reserved: row.reserved }
}
