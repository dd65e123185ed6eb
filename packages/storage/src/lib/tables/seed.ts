import type { NumberSeries, SeedData, StoreTransaction } from '@giftcards/marketplace'
import type { Insertable } from 'kysely'
import { toFlag, toKeyColumns } from '../schema/columns.ts'
import type { Database } from '../schema/database.ts'
import { toCouponRow } from './coupons.ts'
import { toCustomerRow, toMethodRow } from './customers.ts'
import { type Db, insertAll } from './db.ts'
import { toAccountRow, toTransactionRow } from './drawdown.ts'
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

/** Empties every table and puts data in its place. */
export function writeSeed(db: Db): Pick<StoreTransaction, 'seed'> {
  return {
    async seed(data) {
      for (const table of tables) await db.deleteFrom(table).execute()
      await insertAll(data.apps, (rows) =>
        db
          .insertInto('apps')
          .values(rows.map(({ id, isEnabled }) => ({ id, is_enabled: toFlag(isEnabled) })))
          .execute(),
      )
      await insertAll(data.customers.map(toCustomerRow), (rows) =>
        db.insertInto('customers').values(rows).execute(),
      )
      await insertAll(data.paymentMethods.map(toMethodRow), (rows) =>
        db.insertInto('payment_methods').values(rows).execute(),
      )
      await insertAll(data.merchants.map(toMerchantRow), (rows) =>
        db.insertInto('merchants').values(rows).execute(),
      )
      await insertAll(data.stock, (rows) =>
        db
          .insertInto('stock')
          .values(rows.map((row) => ({ ...toKeyColumns(row), on_hand: row.onHand, reserved: 0 })))
          .execute(),
      )
      await insertAll(data.coupons.map(toCouponRow), (rows) =>
        db.insertInto('coupons').values(rows).execute(),
      )
      await insertAll(data.drawdownAccounts.map(toAccountRow), (rows) =>
        db.insertInto('drawdown_accounts').values(rows).execute(),
      )
      const firstId = (data.numbers.drawdownTransaction ?? 0) + 1
      const ledger = data.drawdownTransactions.map((row, index) =>
        toTransactionRow({ ...row, id: firstId + index }),
      )
      await insertAll(ledger, (rows) => db.insertInto('drawdown_transactions').values(rows).execute())
      await db.insertInto('number_series').values(numberRows(data)).execute()
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
function numberRows({ numbers, drawdownTransactions }: SeedData): Insertable<Database['number_series']>[] {
  return series.map((name) => {
    const taken = name === 'drawdownTransaction' ? drawdownTransactions.length : 0
    return { name, last_number: (numbers[name] ?? 0) + taken }
  })
}
