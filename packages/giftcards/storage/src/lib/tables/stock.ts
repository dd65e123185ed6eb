import {
  availableCount,
  countByBucket,
  type Merchant,
  type SeedData,
  type StockKey,
  stockKeyText,
  type StoreReader,
  type StoreTransaction,
} from '@giftcards/marketplace'
import { keys, rowsOf, type StockKeyColumns } from '../schema/database.ts'
import type { AuditLog } from './audit-log.ts'
import { compiled, compiledForEach, type Param, paramsOf } from './compiled.ts'
import { type Db, inChunks, isId, isPostgres } from './db.ts'

/** The rows of merchants. */
export const merchants = rowsOf('merchants')
const buckets = rowsOf('stock')

const selectMerchants = (db: Db) => db.selectFrom('merchants').select(merchants.columns)

const merchantsByIds = compiledForEach((db, params: readonly Param<{ readonly id: number }>[]) =>
  selectMerchants(db).where(
    'id',
    'in',
    params.map((param) => param('id')),
  ),
)

const selectStock = (db: Db) => db.selectFrom('stock').select(buckets.columns)

const bucketOf = compiled((db, param: Param<StockKeyColumns>) =>
  selectStock(db).where((eb) => eb.and(paramsOf(param, keys.columns))),
)

/** Finds merchants and buckets of stock. */
export function readStock(db: Db) {
  return {
    async findMerchants(ids) {
      const known = ids.filter(isId).map((id) => ({ id }))
      if (known.length === 0) return new Map()
      const { rows } = await merchantsByIds(db, known)
      return new Map(rows.map((row) => [row.id, merchants.fromRow(row)]))
    },
    async listMerchants() {
      const rows = await selectMerchants(db).orderBy('id').execute()
      return rows.map((row) => merchants.fromRow(row))
    },
    findStock: async (key) => (await bucketOf(db, keys.toRow(key))).rows.map(buckets.fromRow)[0],
    async listStock() {
      const rows = await selectStock(db)
        .orderBy('merchant_id')
        .orderBy('card_type')
        .orderBy('face_value_cents')
        .orderBy('percent_off_bps')
        .orderBy('is_low_risk')
        .execute()
      return rows.map(buckets.fromRow)
    },
  } satisfies Partial<StoreReader>
}

const lockBucket = compiled((db, param: Param<StockKeyColumns>) =>
  db
    .selectFrom('stock')
    .select('merchant_id')
    .where((eb) => eb.and(paramsOf(param, keys.columns)))
    .forNoKeyUpdate(),
)

const updateBucket = (db: Db, param: Param<StockKeyColumns>) =>
  db.updateTable('stock').where((eb) => eb.and(paramsOf(param, keys.columns)))

/** The changes of the two counts of a bucket. */
interface StockChange extends StockKeyColumns {
  readonly onHand: number
  readonly reserved: number
}

const changeBucket = compiled((db, param: Param<StockChange>) =>
  updateBucket(db, param).set((eb) => ({
    on_hand: eb('on_hand', '+', param('onHand')),
    reserved: eb('reserved', '+', param('reserved')),
  })),
)

/** Checks and increments in one statement, which is correct at any isolation level. */
const reserve = compiled((db, param: Param<StockKeyColumns & { readonly count: number }>) =>
  updateBucket(db, param)
    .set((eb) => ({ reserved: eb('reserved', '+', param('count')) }))
    .where((eb) => eb(eb('on_hand', '-', eb.ref('reserved')), '>=', param('count'))),
)

/** Changes merchants and buckets of stock; a table constraint rejects `reserved` outside `0 … onHand`. */
export function writeStock(db: Db, audit: AuditLog) {
  const reader = readStock(db)
  const change = async (key: StockKey, onHand: number, reserved: number) => {
    const { numAffectedRows } = await changeBucket(db, { ...keys.toRow(key), onHand, reserved })
    if (numAffectedRows === 0n) throw new Error(`No such stock: ${stockKeyText(key)}`)
  }
  return {
    async putMerchant(merchant) {
      const { id, ...others } = merchants.toRow(merchant)
      const put = db
        .insertInto('merchants')
        .values({ id, ...others })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(others))
      await audit.append([{ kind: 'merchant.put', merchantId: id }], put.execute())
    },
    async lockStock(cards) {
      if (!isPostgres(db)) return
      // Pipelined: one connection runs them in this order.
      await Promise.all(countByBucket(cards).map(({ bucket }) => lockBucket(db, keys.toRow(bucket))))
    },
    async reserveStock(key, count) {
      let wanted = count
      while (wanted > 0) {
        // Repeats only if another transaction ran between the two statements.
        const { numAffectedRows } = await reserve(db, { ...keys.toRow(key), count: wanted })
        if (numAffectedRows !== 0n) return wanted
        const bucket = await reader.findStock(key)
        wanted = bucket === undefined ? 0 : Math.min(count, availableCount(bucket))
      }
      return 0
    },
    releaseStock: (key, count) => change(key, 0, -count),
    sellStock: (key, count) => change(key, -count, -count),
    returnStock: (key, count) => change(key, count, 0),
    async putStock(key, onHand) {
      // Locked against sales: the event records the number of added cards.
      if (isPostgres(db)) await lockBucket(db, keys.toRow(key))
      const before = await reader.findStock(key)
      const row = await db
        .insertInto('stock')
        .values({ ...keys.toRow(key), on_hand: onHand, reserved: 0 })
        .onConflict((conflict) =>
          conflict.columns(keys.columns).doUpdateSet((eb) => ({
            on_hand: eb
              .case()
              .when('excluded.on_hand', '<', eb.ref('stock.reserved'))
              .then(eb.ref('stock.reserved'))
              .else(eb.ref('excluded.on_hand'))
              .end(),
          })),
        )
        .returning(buckets.columns)
        .executeTakeFirstOrThrow()
      const [fromCards, toCards] = [before?.onHand ?? 0, row.on_hand]
      await audit.append([{ kind: 'stock.put', ...keys.fromRow(row), fromCards, toCards }])
      return buckets.fromRow(row)
    },
  } satisfies Partial<StoreTransaction>
}

/** Caches the merchants that a transaction has read, until they are replaced. */
export function rememberMerchants({ findMerchants }: Pick<StoreReader, 'findMerchants'>) {
  // A checkout reads its merchants four times.
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

/** Begins to insert the merchants and the stock of a seed. */
export function seedStock(db: Db, data: SeedData) {
  const stock = data.stock.map((bucket) => buckets.toRow({ ...bucket, reserved: 0 }))
  return [
    inChunks(data.merchants.map(merchants.toRow), (rows) =>
      db.insertInto('merchants').values(rows).execute(),
    ),
    inChunks(stock, (rows) => db.insertInto('stock').values(rows).execute()),
  ]
}
