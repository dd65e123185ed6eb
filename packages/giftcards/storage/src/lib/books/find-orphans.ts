import type { Findings } from '@giftcards/marketplace'
import { sql } from 'kysely'
import { type DataTable, dataTables } from '../database/data-tables.ts'
import { type Db, mostRows } from '../tables/db.ts'

type Reference = readonly [table: DataTable, column: string, to: DataTable, key: string]

/** What refers to what. The last five are no foreign keys of the schema. */
const references: readonly Reference[] = [
  ['payment_methods', 'customer_id', 'customers', 'id'],
  ['cart_lines', 'cart_id', 'carts', 'id'],
  ['coupon_uses', 'coupon_id', 'coupons', 'id'],
  ['coupon_uses', 'customer_id', 'customers', 'id'],
  ['orders', 'customer_id', 'customers', 'id'],
  ['order_units', 'order_id', 'orders', 'id'],
  ['payments', 'customer_id', 'customers', 'id'],
  ['drawdown_accounts', 'customer_id', 'customers', 'id'],
  ['drawdown_transactions', 'customer_id', 'drawdown_accounts', 'customer_id'],
  ['store_credit_transactions', 'customer_id', 'customers', 'id'],
  ['idempotency_records', 'customer_id', 'customers', 'id'],
  ['drawdown_transactions', 'order_id', 'orders', 'id'],
  ['store_credit_transactions', 'order_id', 'orders', 'id'],
  ['idempotency_records', 'order_id', 'orders', 'id'],
  ['secure_reads', 'card_id', 'order_units', 'id'],
  ['secure_reads', 'customer_id', 'customers', 'id'],
]

/** Rows that refer to what does not exist: cards without their order, lines without their cart, and so on. */
export async function findOrphans(db: Db, report: Findings['add']): Promise<void> {
  for (const [table, column, to, key] of references) {
    const keys: readonly string[] = dataTables[table]
    const { rows } = await sql<Readonly<Record<string, string | number>>>`
      select ${sql.join(keys.map((each) => sql.ref(each)))}, ${sql.ref(column)} as missing
      from ${sql.table(table)} as child
      where ${sql.ref(`child.${column}`)} is not null and not exists (
        select 1 from ${sql.table(to)} as parent where ${sql.ref(`parent.${key}`)} = ${sql.ref(`child.${column}`)})
      order by ${sql.join(keys.map((each) => sql.ref(each)))} limit ${mostRows}`.execute(db)
    for (const row of rows) {
      const id = keys.map((each) => row[each]).join('/')
      report(`Row ${id} of ${table} has ${column} ${row['missing']}, which is not in ${to}`)
    }
  }
}
