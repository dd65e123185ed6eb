import type { NumberSeries, SeedData, StoreTransaction } from '@giftcards/marketplace'
import { toFlag, toKeyColumns } from '../schema/columns.ts'
import type { Database } from '../schema/database.ts'
import type { Session } from '../statements/session.ts'
import { statementBy } from '../statements/statement.ts'
import { toCouponRow } from './coupons.ts'
import { toCustomerRow, toMethodRow } from './customers.ts'
import { toAccountRow, toEntryRow } from './drawdown.ts'
import { insertOf } from './insert-of.ts'
import { toMerchantRow } from './merchants.ts'

/** Every table with data, those that refer to others first. */
const tables = [
  'payments',
  'order_units',
  'orders',
  'cart_lines',
  'carts',
  'coupon_uses',
  'coupons',
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
  'number_series',
  'clock_setting',
] as const satisfies readonly Exclude<keyof Database, 'schema_migrations'>[]

const empty = statementBy('stock', (db, _values: object, table: (typeof tables)[number]) =>
  db.deleteFrom(table),
)

const insertApps = insertOf('apps')
const insertCustomers = insertOf('customers')
const insertMethods = insertOf('payment_methods')
const insertMerchants = insertOf('merchants')
const insertStock = insertOf('stock')
const insertCoupons = insertOf('coupons')
const insertAccounts = insertOf('drawdown_accounts')
const insertEntries = insertOf('drawdown_transactions')
const insertSeries = insertOf('number_series')

/** Empties every table and puts data in its place. */
export function writeSeed(session: Session): Pick<StoreTransaction, 'seed'> {
  return {
    async seed(data) {
      const firstId = (data.numbers.drawdownTransaction ?? 0) + 1
      // One after the other on one connection, which is not waited for in between.
      await Promise.all([
        ...tables.map((table) => session.run(empty(table), {})),
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
          data.drawdownTransactions.map((row, index) => ({ ...toEntryRow(row), id: firstId + index })),
        ),
        insertSeries(session, numberRows(data)),
      ])
    },
  }
}

const series = [
  'session',
  'cart',
  'order',
  'card',
  'internalCard',
  'drawdownTransaction',
] as const satisfies readonly NumberSeries[]

/** The ledger's rows have taken the first numbers of theirs. */
function numberRows({ numbers, drawdownTransactions }: SeedData): Database['number_series'][] {
  return series.map((name) => {
    const taken = name === 'drawdownTransaction' ? drawdownTransactions.length : 0
    return { name, last_number: (numbers[name] ?? 0) + taken }
  })
}
