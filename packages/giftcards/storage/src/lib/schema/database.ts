import type {
  Address,
  AppliedCoupon,
  Cart,
  CardType,
  Coupon,
  DrawdownTransaction,
  FulfilmentCourse,
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
  StoreMode,
} from '@giftcards/marketplace'

/** 0 or 1: SQLite has no booleans. `toFlag` and `fromFlag` convert. */
export type Flag = number

declare const content: unique symbol

/** A `T` as JSON text: no engine looks inside. `toJson` and `fromJson` convert. */
export type JsonText<T> = string & { readonly [content]: T }

/** Milliseconds since the epoch, by the service clock. */
export type Moment = number

/** Columns of a row that may be missing beside another, to which it is joined. */
export type Nullable<Columns> = { readonly [Column in keyof Columns]: Columns[Column] | null }

/** The columns of a stock key, wherever one is stored. */
export interface StockKeyColumns {
  merchant_id: number
  card_type: CardType
  face_value_cents: number
  percent_off_bps: number
  is_low_risk: Flag
}

/** Every table, as migrated. Money is integer cents, percentages are integer basis points. */
export interface Database {
  apps: { id: string; is_enabled: Flag }
  customers: {
    id: number
    email: string
    firstname: string
    lastname: string
    password_hash: string
    is_elite: Flag
    is_disabled: Flag
    phone: string | null
    address: JsonText<Address> | null
    store_credit_cents: number
  }
  payment_methods: {
    customer_id: number
    id: number
    kind: SavedPaymentMethod['kind']
    account_number: string | null
    routing_number: string | null
  }
  merchants: {
    id: number
    name: string
    image: string
    balance_check_link: string
    color: string
    description: string
    buy_message: string
    barcode_format: string
    barcode_prefix: string
    cards_have_pin: Flag
    can_balance_inquiry: Flag
    course: FulfilmentCourse
  }
  stock: StockKeyColumns & { on_hand: number; reserved: number }
  carts: {
    id: string
    owner_kind: Cart['owner']['kind']
    /** Session id or customer id; one cart per owner. */
    owner_id: string
    coupon_code: string | null
    expires_at: Moment
  }
  cart_lines: StockKeyColumns & { cart_id: string; id: string; position: number; quantity: number }
  coupons: {
    id: number
    code: string
    coupon_type: Coupon['type']
    amount: number
    description: string
    starts_at: Moment | null
    expires: string
    merchant_ids: JsonText<readonly number[]> | null
    card_types: JsonText<readonly CardType[]> | null
    elite_only: Flag
    minimum_subtotal_cents: number
    uses_per_account: number | null
    uses_in_total: number | null
  }
  coupon_uses: { order_id: number; coupon_id: number; customer_id: number }
  orders: {
    id: number
    order_id: string
    customer_id: number
    purchased_at: Moment
    status: Order['status']
    order_total_cents: number
    face_value_cents: number
    due_cents: number
    coupon: JsonText<AppliedCoupon> | null
    payment: JsonText<OrderPayment>
    shipping: JsonText<Address>
    plan: JsonText<readonly OrderStep[]>
    /** When the first step of `plan` is due; `null` where none is left. */
    next_step_at: Moment | null
    hold: Order['hold']
  }
  order_units: StockKeyColumns & {
    id: number
    order_id: number
    position: number
    internal_card_id: number
    unit_cost_cents: number
    coupon_share_cents: number
    payment_share_cents: number
    fulfilled_at: Moment | null
    current_balance_cents: number
    sealed_secrets: string | null
  }
  payments: {
    reference: string
    /** One pending payment per customer. */
    customer_id: number
    prepared_order: JsonText<PreparedOrder>
    legs: JsonText<PendingPayment['legs']>
    idempotency_key: string | null
    fingerprint: string | null
    started_at: Moment
    /** In real time. */
    lease_until: number
  }
  payment_legs: {
    /** The number of the order, which does not exist where it was never placed. */
    order_id: number
    position: number
    reference: string
    kind: PaymentLeg['kind']
    method_id: number | null
    amount_cents: number
    state: PaymentLeg['state']
    gateway_reference: string | null
    changed_at: Moment
  }
  jobs: {
    id: string
    kind: JobTask['kind']
    task: JsonText<JobTask>
    state: JobState
    due_at: Moment
    attempts: number
    /** In real time. */
    held_until: number
    last_error: string | null
    ended_at: Moment | null
  }
  drawdown_accounts: { customer_id: number; balance_cents: number; pending_cents: number; is_active: Flag }
  drawdown_transactions: {
    id: number
    customer_id: number
    booked_at: Moment
    transaction_type: DrawdownTransaction['type']
    amount_cents: number
    balance_cents: number
    description: string
    order_id: number | null
    deposit_key: string | null
  }
  idempotency_records: {
    customer_id: number
    idempotency_key: string
    fingerprint: string
    order_id: number | null
    refusal: string | null
    expires_at: Moment
  }
  attempts: { id: string; subject: string; attempted_at: Moment }
  secure_reads: { id: string; card_id: number; customer_id: number; read_at: Moment }
  audit_log: { chain: string; position: number; content: string; hash: string }
  audit_heads: { chain: string; position: number; hash: string }
  number_series: { name: NumberSeries; last_number: number }
  clock_setting: { id: number; frozen_at: Moment | null; offset_ms: number }
  database_mode: { id: number; mode: StoreMode }
  schema_migrations: { id: string; checksum: string }
}
