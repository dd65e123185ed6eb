import { DatabaseSync } from 'node:sqlite'
import { type Store, type StoreReader, StoreUnavailableError } from '@giftcards/marketplace'
import { Kysely, type KyselyConfig, sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createKyselyStore } from '../kysely-store.ts'
import type { Database } from '../schema/database.ts'
import { migrate } from '../schema/migrate.ts'
import { noon, plentiful, sampleCart, sampleData, sampleLine, sampleOrder } from '../suite/sample-data.ts'
import { createReader } from '../tables/reader.ts'
import { createSqliteDialect, sqliteTypes } from './sqlite-dialect.ts'
import { toStoreError } from './sqlite-failure.ts'

describe('createSqliteDialect', () => {
  it('reports a full disk, and goes on afterwards', async () => {
    const { db, store } = await openInMemory()
    await store.transaction((tx) => tx.seed(sampleData))
    await limitPages(db, 0)
    const fill = store.transaction(async (tx) => {
      await tx.updateCustomer(1, { storeCreditCents: 1 })
      for (let at = 0; at < 10_000; at++) await tx.insertAttempt('s', at)
    })
    await expect(fill).rejects.toEqual(new StoreUnavailableError('The database is out of disk space'))
    expect(await store.read((tx) => tx.findCustomer(1))).toMatchObject({ storeCreditCents: 5000 })
    await limitPages(db, 1000)
    await store.transaction((tx) => tx.insertAttempt('s', 1))
    expect(await store.read((tx) => tx.listAttempts('s', 0))).toEqual([1])
  })

  it('refuses what SQLite cannot hold', async () => {
    const { db } = await openInMemory()
    await expect(sql`select ${true}`.execute(db)).rejects.toThrow('Numbers and text are stored, not boolean')
  })

  it('compiles each statement once', async () => {
    const { db } = await openInMemory()
    const answers = await Promise.all([1, 2, 3].map((value) => sql`select ${value} as value`.execute(db)))
    expect(answers.flatMap((answer) => answer.rows)).toEqual([{ value: 1 }, { value: 2 }, { value: 3 }])
  })

  it('streams no query', async () => {
    const { db } = await openInMemory()
    const rows = db.selectFrom('apps').selectAll().stream()[Symbol.asyncIterator]()
    await expect(rows.next()).rejects.toThrow('No query is streamed')
  })
})

describe('writeSeed', () => {
  it('takes no more statements where there is more to seed', async () => {
    const statements: string[] = []
    const { store } = await openInMemory((event) => void statements.push(event.query.sql))
    const countOf = async (onHand: readonly number[]) => {
      statements.length = 0
      const stock = onHand.map((count) => ({ ...plentiful, faceValueCents: 100 + count, onHand: count }))
      await store.transaction((tx) => tx.seed({ ...sampleData, stock }))
      return statements.length
    }
    expect(await countOf(Array.from({ length: 500 }, (_, index) => index))).toBe(await countOf([1]))
  })
})

describe('createReader', () => {
  const statements: string[] = []
  const openWatched = async () => {
    const opened = await openInMemory((event) => void statements.push(event.query.sql))
    await opened.store.transaction(async (tx) => {
      await tx.seed(sampleData)
      await tx.insertCart(sampleCart({ lines: [sampleLine()] }))
      await tx.insertOrder(sampleOrder())
    })
    statements.length = 0
    return opened
  }

  it('finds by an index, and sorts by it', async () => {
    const { db, database } = await openWatched()
    for (const look of lookups) await look(createReader(db))
    const plans = statements.map((statement) => `${statement}: ${explain(database, statement).join('; ')}`)
    expect(plans.filter((plan) => /: .*(SCAN|TEMP B-TREE)/.test(plan))).toEqual([])
  })

  it('asks at most twice for one thing', async () => {
    const { db } = await openWatched()
    const counts = []
    for (const look of lookups) {
      statements.length = 0
      await look(createReader(db))
      counts.push(statements.length)
    }
    expect(counts.filter((queries) => queries === 2)).toHaveLength(5)
    expect(Math.max(...counts)).toBe(2)
  })
})

interface Opened {
  readonly database: DatabaseSync
  readonly db: Kysely<Database>
  readonly store: Store
}

async function openInMemory(
  log?: Extract<KyselyConfig['log'], (...args: never[]) => unknown>,
): Promise<Opened> {
  const database = new DatabaseSync(':memory:')
  const dialect = createSqliteDialect(database, 0)
  const db = new Kysely<Database>({ dialect, ...(log === undefined ? {} : { log }) })
  await migrate(db, sqliteTypes)
  const store = createKyselyStore({ writer: db, reader: db, isConflict: () => false, toStoreError })
  onTestFinished(() => store.close())
  return { database, db, store }
}

/** Leaves room for so many more pages. */
async function limitPages(db: Kysely<Database>, more: number): Promise<void> {
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
  await sql.raw(`pragma max_page_count = ${(rows[0]?.page_count ?? 0) + more}`).execute(db)
}

/** Every query that takes some of many rows; those of carts and orders find something. */
const lookups: readonly ((reader: StoreReader) => Promise<unknown>)[] = [
  (reader) => reader.findApp('a'),
  (reader) => reader.findCustomer(1),
  (reader) => reader.findCustomerByEmail('a'),
  (reader) => reader.findPaymentMethod(1, 1),
  (reader) => reader.listPaymentMethods(1),
  (reader) => reader.findMerchants([1, 2]),
  (reader) => reader.findStock(plentiful),
  (reader) => reader.findCart('cart-1'),
  (reader) => reader.findCartOf(sampleCart().owner),
  (reader) => reader.listExpiredCarts(noon, 10),
  (reader) => reader.findCoupon('A'),
  (reader) => reader.countCouponUses(1),
  (reader) => reader.countCouponUsesBy(1, 1),
  (reader) => reader.findOrder(100_001),
  (reader) => reader.findOrderByOrderId('order-100001'),
  (reader) => reader.findOrderOfCard(1_000_011),
  (reader) => reader.listDueOrders(noon, 10),
  (reader) => reader.listDueOrders(noon, 10, 1),
  (reader) => reader.listDrawdownTransactions(1, 10),
  (reader) => reader.findIdempotencyRecord(1, 'k', noon),
  (reader) => reader.listAttempts('s', noon),
  (reader) => reader.listOrderIds(1, 10),
  (reader) => reader.listCouponUses(1, 10),
  (reader) => reader.findPayment('order:1'),
  (reader) => reader.findPaymentOf(1),
  (reader) => reader.listLapsedPayments(noon, 10),
]

function explain(database: DatabaseSync, statement: string): readonly string[] {
  const rows = database.prepare(`explain query plan ${statement}`).all()
  return rows.map((row) => String(row['detail']))
}
