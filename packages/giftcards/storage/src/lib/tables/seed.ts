import { type NumberSeries, openingRows, type SeedData, type StoreTransaction } from '@giftcards/marketplace'
import { sql } from 'kysely'
import { toFlag, toKeyColumns } from '../schema/columns.ts'
import type { Database } from '../schema/database.ts'
import type { Session } from '../statements/session.ts'
import { rawCommand, statementBy } from '../statements/statement.ts'
import { toCouponRow } from './coupons.ts'
import { toCustomerRow, toMethodRow } from './customers.ts'
import { toAccountRow, toEntryRow } from './drawdown.ts'
import { limitOf } from './db.ts'
import { insertOf } from './insert-of.ts'
import { assertSandbox } from './mode.ts'
import { toMerchantRow } from './merchants.ts'
import { numberSeries, setLastNumber } from './numbers.ts'
import { toStoreCreditRow } from './store-credit.ts'

/** Every table with data, those that refer to others first. */
const tables = [
  'jobs',
  'payment_legs',
  'payments',
  'order_units',
  'orders',
  'cart_lines',
  'carts',
  'coupon_uses',
  'coupons',
  'store_credit_transactions',
  'drawdown_transactions',
  'drawdown_accounts',
  'payment_methods',
  'idempotency_records',
  'customers',
  'stock',
  'merchants',
  'apps',
  'attempts',
  'secure_reads',
  'named_locks',
  'number_series',
  'clock_setting',
] as const satisfies readonly Exclude<keyof Database, 'database_mode' | 'schema_migrations'>[]

const empty = statementBy('stock', (db, _values: object, table: (typeof tables)[number]) =>
  db.deleteFrom(table),
)

/** Tables that anything put into a store has rows in: everything else refers to these, or is counted by them. */
const firstTables = ['apps', 'customers', 'merchants', 'stock', 'coupons', 'number_series'] as const

const anyRow = statementBy('apps', (db, _values: object, table: (typeof firstTables)[number]) =>
  db.selectFrom(table).select(sql.lit(1).as('found')).limit(limitOf(1)),
)

const insertApps = insertOf('apps')
const insertCustomers = insertOf('customers')
const insertMethods = insertOf('payment_methods')
const insertMerchants = insertOf('merchants')
const insertStock = insertOf('stock')
const insertCoupons = insertOf('coupons')
const insertAccounts = insertOf('drawdown_accounts')
const insertEntries = insertOf('drawdown_transactions')
const insertCredits = insertOf('store_credit_transactions')

/**
 * Waits for every transaction that writes, and keeps others out: one that had read before would write beside the new data.
 * Those tables first that transactions lock first.
 */
async function lockTables(session: Session): Promise<void> {
  if (session.writesAlone) return
  const first = ['named_locks', 'customers', 'carts', 'cart_lines', 'jobs', 'payments', 'stock'] as const
  const locked = sql.join([...new Set([...first, ...tables])].map((table) => sql.table(table)))
  await session.run(rawCommand(sql`lock table ${locked} in exclusive mode`), {})
}

/** Puts data in the place of what a sandbox holds, or into a database that holds nothing. */
export function writeSeed(session: Session): Pick<StoreTransaction, 'seed' | 'seedIfEmpty'> {
  return {
    async seed(data) {
      await assertSandbox(session)
      await lockTables(session)
      // One after the other on one connection, which is not waited for in between.
      await Promise.all([
        ...tables.map((table) => session.run(empty(table), {})),
        ...insertData(session, data),
      ])
    },
    async seedIfEmpty(data) {
      for (const table of firstTables) {
        if ((await session.first(anyRow(table), {})) !== undefined) return false
      }
      await Promise.all(insertData(session, data))
      return true
    },
  }
}

/** Begins to insert all of it, each table after those that it refers to. */
function insertData(session: Session, data: SeedData): readonly Promise<void>[] {
  const firstId = (data.numbers.drawdownTransaction ?? 0) + 1
  return [
    insertApps(
      session,
      data.apps.map(({ id, isEnabled }) => ({ id, is_enabled: toFlag(isEnabled) })),
    ),
    insertCustomers(session, data.customers.map(toCustomerRow)),
    insertMethods(session, data.paymentMethods.map(toMethodRow)),
    insertMerchants(session, data.merchants.map(toMerchantRow)),
    insertStock(
      session,
      data.stock.map((row) => ({ ...toKeyColumns(row), on_hand: row.onHand, reserved: 0 })),
    ),
    insertCoupons(session, data.coupons.map(toCouponRow)),
    insertAccounts(session, data.drawdownAccounts.map(toAccountRow)),
    insertEntries(
      session,
      data.drawdownTransactions.map((row, index) => ({
        ...toEntryRow({ ...row, orderId: null }),
        id: firstId + index,
      })),
    ),
    insertCredits(session, openingRows(data).map(toStoreCreditRow)),
    ...numberSeries.map((name) => setLastNumber(session, name, lastNumber(data, name))),
  ]
}

/** The ledger's rows have taken the first numbers of theirs. */
function lastNumber({ numbers, drawdownTransactions }: SeedData, name: NumberSeries): number {
  return (numbers[name] ?? 0) + (name === 'drawdownTransaction' ? drawdownTransactions.length : 0)
}
