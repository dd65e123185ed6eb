import type {
  Address,
  AppliedCoupon,
  Cart,
  CardType,
  Coupon,
  DrawdownTransaction,
  Fulfillment,
  JobState,
  JobTask,
  NumberSeries,
  Order,
  OrderPayment,
  OrderStep,
  PaymentLeg,
  PendingPayment,
  PreparedOrder,
  SavedPaymentMethod,
  StoreCreditTransaction,
  StoreMode,
} from '@giftcards/marketplace'
import type { RecordedEvent } from '../tables/audit-event.ts'
import { flag, identity, integer, json, moment, named, nullable, stockKey, text, textOf } from './columns.ts'
import { mapRows, type RowMapper, type RowOf } from './rows.ts'

/**
 * Every table, as migrated; referenced tables come first. Money is integer cents, percentages are integer basis points. Columns
 * that a database computes by itself are left out.
 */
const tables = {
  apps: { id: text, is_enabled: flag },
  customers: {
    id: integer,
    email: text,
    firstname: text,
    lastname: text,
    password_hash: text,
    token_generation: integer,
    is_elite: flag,
    is_disabled: flag,
    phone: nullable(text),
    address: nullable(json<Address>()),
    store_credit_cents: integer,
  },
  payment_methods: {
    customer_id: integer,
    id: integer,
    kind: textOf<SavedPaymentMethod['kind']>(),
    account_number: nullable(text),
    routing_number: nullable(text),
  },
  merchants: {
    id: integer,
    name: text,
    image: text,
    balance_check_link: text,
    color: text,
    description: text,
    buy_message: text,
    barcode_format: text,
    barcode_prefix: text,
    cards_have_pin: flag,
    can_balance_inquiry: flag,
    fulfillment: textOf<Fulfillment>(),
  },
  stock: { ...stockKey, on_hand: integer, reserved: integer },
  carts: {
    id: text,
    owner_kind: textOf<Cart['owner']['kind']>(),
    /** Session id or customer id; one cart per owner. */
    owner_id: text,
    coupon_code: nullable(text),
    expires_at: moment,
  },
  cart_lines: { cart_id: text, id: text, position: integer, ...stockKey, quantity: integer },
  coupons: {
    id: integer,
    code: text,
    coupon_type: named('type', textOf<Coupon['type']>()),
    amount: integer,
    description: text,
    starts_at: nullable(moment),
    expires: text,
    merchant_ids: nullable(json<readonly number[]>()),
    card_types: nullable(json<readonly CardType[]>()),
    elite_only: flag,
    minimum_subtotal_cents: integer,
    uses_per_account: nullable(integer),
    uses_in_total: nullable(integer),
    uses: integer,
  },
  coupon_uses: { order_id: integer, coupon_id: integer, customer_id: integer },
  store_credit_transactions: {
    customer_id: integer,
    position: integer,
    booked_at: named('at', moment),
    transaction_type: named('type', textOf<StoreCreditTransaction['type']>()),
    amount_cents: integer,
    balance_cents: integer,
    description: text,
    order_id: nullable(integer),
  },
  orders: {
    id: integer,
    order_id: text,
    customer_id: integer,
    purchased_at: moment,
    status: textOf<Order['status']>(),
    order_total_cents: integer,
    face_value_cents: integer,
    due_cents: integer,
    coupon: nullable(json<AppliedCoupon>()),
    payment: json<OrderPayment>(),
    shipping: json<Address>(),
    plan: json<readonly OrderStep[]>(),
    /** The time of the first step of `plan`; `null` if none is left. */
    next_step_at: nullable(moment),
    hold: textOf<Order['hold']>(),
  },
  order_units: {
    id: integer,
    order_id: integer,
    position: integer,
    internal_card_id: integer,
    ...stockKey,
    unit_cost_cents: integer,
    coupon_share_cents: integer,
    payment_share_cents: integer,
    fulfilled_at: nullable(moment),
    current_balance_cents: integer,
    sealed_secrets: nullable(text),
  },
  payments: {
    reference: text,
    /** One pending payment per customer. */
    customer_id: integer,
    prepared_order: named('order', json<PreparedOrder>()),
    legs: json<PendingPayment['legs']>(),
    idempotency_key: named('key', nullable(text)),
    fingerprint: nullable(text),
    started_at: moment,
    /** In real time. */
    lease_until: integer,
  },
  payment_legs: {
    /** The number of the order, which may never have been placed. */
    order_id: integer,
    position: integer,
    reference: text,
    kind: textOf<PaymentLeg['kind']>(),
    method_id: nullable(integer),
    amount_cents: integer,
    state: textOf<PaymentLeg['state']>(),
    gateway_reference: nullable(text),
    changed_at: moment,
  },
  jobs: {
    id: text,
    kind: textOf<JobTask['kind']>(),
    task: json<JobTask>(),
    state: textOf<JobState>(),
    due_at: moment,
    attempts: integer,
    /** In real time. */
    held_until: integer,
    last_error: nullable(text),
    ended_at: nullable(moment),
  },
  drawdown_accounts: {
    customer_id: integer,
    balance_cents: integer,
    pending_cents: integer,
    is_active: flag,
  },
  drawdown_transactions: {
    id: integer,
    customer_id: integer,
    booked_at: named('at', moment),
    transaction_type: named('type', textOf<DrawdownTransaction['type']>()),
    amount_cents: integer,
    balance_cents: integer,
    description: text,
    order_id: nullable(integer),
    deposit_key: named('key', nullable(text)),
  },
  idempotency_records: {
    customer_id: integer,
    idempotency_key: named('key', text),
    fingerprint: text,
    order_id: nullable(integer),
    refusal: nullable(text),
    expires_at: moment,
  },
  attempts: { id: text, subject: text, attempted_at: moment },
  secure_reads: { id: text, card_id: integer, customer_id: integer, read_at: moment },
  audit_log: {
    id: identity,
    /** In real time: the service clock of a sandbox can be set. */
    recorded_at: integer,
    event: json<RecordedEvent>(),
  },
  named_locks: {
    name: text,
    /** In real time. */
    taken_at: integer,
  },
  number_series: { name: textOf<NumberSeries>(), last_number: integer },
  clock_setting: { id: integer, frozen_at: nullable(moment), offset_ms: integer },
  database_mode: { id: integer, mode: textOf<StoreMode>() },
  schema_migrations: { id: text, checksum: text },
}

/** Every table with the type of its rows. */
export interface Database extends Rows<typeof tables> {}

type Rows<Tables> = { -readonly [Table in keyof Tables]: RowOf<Tables[Table]> }

/** The names of the tables, in that order. */
export const tableNames = Object.keys(tables) as readonly (keyof Database)[]

/**
 * The columns of every table, for statements to name. A statement with `*` would break when a newer version, on the same
 * database, adds a column.
 */
export const tableColumns = Object.fromEntries(
  Object.entries(tables).map(([table, columns]) => [table, Object.keys(columns)]),
) as unknown as { readonly [Table in keyof Database]: readonly (keyof Database[Table] & string)[] }

/** Maps the rows of a table, without some of its columns. */
export function rowsOf<Table extends keyof Database, Left extends keyof Database[Table] = never>(
  table: Table,
  ...without: readonly Left[]
): RowMapper<Table, Omit<(typeof tables)[Table], Left>> {
  const left: readonly PropertyKey[] = without
  const kept = Object.entries(tables[table]).filter(([column]) => !left.includes(column))
  return mapRows(table, Object.fromEntries(kept)) as unknown as RowMapper<
    Table,
    Omit<(typeof tables)[Table], Left>
  >
}

/** The key of a kind of card, in every table that has one. */
export const keys = mapRows('stock', stockKey)

/** The stored form of a stock key, also usable as a `where`. */
export type StockKeyColumns = RowOf<typeof stockKey>

/** A table of the marketplace's own. */
export type DataTable = Exclude<keyof Database, 'schema_migrations'>

/** Every table with its primary key; referenced tables come first. */
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
  store_credit_transactions: ['customer_id', 'position'],
  orders: ['id'],
  order_units: ['id'],
  payments: ['reference'],
  payment_legs: ['order_id', 'position'],
  jobs: ['id'],
  drawdown_accounts: ['customer_id'],
  drawdown_transactions: ['id'],
  idempotency_records: ['customer_id', 'idempotency_key'],
  attempts: ['id'],
  secure_reads: ['id'],
  audit_log: ['id'],
  named_locks: ['name'],
  number_series: ['name'],
  clock_setting: ['id'],
} as const satisfies { readonly [Table in DataTable]: readonly (keyof Database[Table])[] }

/** Their names, in that order. */
export const dataTableNames = Object.keys(dataTables) as readonly DataTable[]
