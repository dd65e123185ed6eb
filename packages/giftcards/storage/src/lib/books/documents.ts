import { sql } from 'kysely'
import { type DataTable, dataTables } from '../schema/database.ts'
import { allOf, given, type Invariant } from './invariant.ts'

/** The columns that hold JSON. Nothing else can be checked until they are readable. */
const documents: readonly (readonly [table: DataTable, column: string, kind: 'array' | 'object'])[] = [
  ['customers', 'address', 'object'],
  ['coupons', 'merchant_ids', 'array'],
  ['coupons', 'card_types', 'array'],
  ['orders', 'coupon', 'object'],
  ['orders', 'payment', 'object'],
  ['orders', 'shipping', 'object'],
  ['orders', 'plan', 'array'],
  ['payments', 'prepared_order', 'object'],
  ['payments', 'legs', 'array'],
  ['jobs', 'task', 'object'],
  ['audit_log', 'event', 'object'],
]

/** The primary key of a row as one text. */
const keyOf = (table: DataTable) =>
  sql.join(
    dataTables[table].map((column) => sql`cast(${sql.ref(`child.${column}`)} as text)`),
    sql` || '/' || `,
  )

export const documentsAreReadable: Invariant = {
  name: 'readable-documents',
  rule: 'Every JSON text is valid. No other rule is checked until they all are.',
  action: 'Restore the column from the last sound backup.',
  find: ({ json, replacedAt }) =>
    allOf(
      documents.map(
        ([table, column, kind]) => sql`
          select ${keyOf(table)} as key, ${sql.lit(table)} as table_name, ${sql.lit(column)} as column_name
          from ${sql.table(table)} as child
          where ${sql.ref(column)} is not null
            and ${table === 'audit_log' ? sql`child.id >= ${given(replacedAt)}` : sql.lit(true)}
            and not ${json.isReadable(sql.ref(`child.${column}`), kind)}`,
      ),
    ),
}

type Reference = readonly [table: DataTable, column: string, to: DataTable, key: string]

/** Every reference between tables by one column. Many are not foreign keys in the schema. */
const references: readonly Reference[] = [
  ['payment_methods', 'customer_id', 'customers', 'id'],
  ['stock', 'merchant_id', 'merchants', 'id'],
  ['carts', 'coupon_code', 'coupons', 'code'],
  ['cart_lines', 'cart_id', 'carts', 'id'],
  ['coupon_uses', 'coupon_id', 'coupons', 'id'],
  ['coupon_uses', 'customer_id', 'customers', 'id'],
  ['orders', 'customer_id', 'customers', 'id'],
  ['order_units', 'order_id', 'orders', 'id'],
  ['order_units', 'merchant_id', 'merchants', 'id'],
  ['payments', 'customer_id', 'customers', 'id'],
  ['drawdown_accounts', 'customer_id', 'customers', 'id'],
  ['drawdown_transactions', 'customer_id', 'drawdown_accounts', 'customer_id'],
  ['drawdown_transactions', 'order_id', 'orders', 'id'],
  ['store_credit_transactions', 'customer_id', 'customers', 'id'],
  ['store_credit_transactions', 'order_id', 'orders', 'id'],
  ['idempotency_records', 'customer_id', 'customers', 'id'],
  ['idempotency_records', 'order_id', 'orders', 'id'],
  ['secure_reads', 'card_id', 'order_units', 'id'],
  ['secure_reads', 'customer_id', 'customers', 'id'],
]

/** Callers choose the idempotency keys, so a row shows only the customer. */
const shownKey = (table: DataTable) =>
  table === 'idempotency_records' ? sql`cast(child.customer_id as text)` : keyOf(table)

export const referencesExist: Invariant = {
  name: 'references',
  rule: 'Every row refers to rows that exist.',
  action: 'Restore the missing row from the last sound backup, or remove the row that refers to it.',
  find: () =>
    allOf(
      references.map(
        ([table, column, to, key]) => sql`
          select ${shownKey(table)} as key, ${sql.lit(table)} as table_name, ${sql.lit(column)} as column_name,
            cast(${sql.ref(`child.${column}`)} as text) as missing
          from ${sql.table(table)} as child
          where ${sql.ref(`child.${column}`)} is not null and not exists (
            select 1 from ${sql.table(to)} as parent
            where ${sql.ref(`parent.${key}`)} = ${sql.ref(`child.${column}`)})`,
      ),
    ),
}
