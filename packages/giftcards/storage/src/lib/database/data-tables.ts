import type { Database } from '../schema/database.ts'

/** A table of the marketplace's own. */
export type DataTable = Exclude<keyof Database, 'schema_migrations'>

/** Every table with its primary key; those that others refer to come first. */
export const dataTables = {
  database_mode: ['id'],
  apps: ['id'],
  customers: ['id'],
  payment_methods: ['customer_id', 'id'],
  merchants: ['id'],
  stock: ['merchant_id', 'card_type', 'face_value_cents', 'percent_off_bps', 'is_low_risk'],
  coupons: ['id'],
  carts: ['id'],
  cart_lines: ['cart_id', 'id'],
  coupon_uses: ['order_id'],
  orders: ['id'],
  order_units: ['id'],
  payments: ['reference'],
  payment_legs: ['order_id', 'position'],
  jobs: ['id'],
  drawdown_accounts: ['customer_id'],
  drawdown_transactions: ['id'],
  store_credit_transactions: ['customer_id', 'position'],
  idempotency_records: ['customer_id', 'idempotency_key'],
  attempts: ['id'],
  secure_reads: ['id'],
  audit_log: ['chain', 'position'],
  audit_heads: ['chain'],
  audit_archives: ['chain'],
  named_locks: ['name'],
  number_series: ['name'],
  clock_setting: ['id'],
} as const satisfies { readonly [Table in DataTable]: readonly (keyof Database[Table])[] }

/** Their names, in that order. */
export const dataTableNames = Object.keys(dataTables) as readonly DataTable[]
