import { openingRows } from '../customers/ledger.ts'
import type { App, Customer, SavedPaymentMethod } from '../model/accounts.ts'
import type { Cart } from '../model/cart.ts'
import type { Coupon } from '../model/coupon.ts'
import type { Job } from '../model/job.ts'
import type { DrawdownAccount, DrawdownTransaction, StoreCreditTransaction } from '../model/ledger.ts'
import type { NumberSeries, Order } from '../model/order.ts'
import type { IdempotencyRecord, PaymentLeg, PendingPayment } from '../model/payment.ts'
import { type Merchant, type StockBucket, stockKeyText } from '../model/stock.ts'
import type { ClockSetting, SeedData } from '../ports/store.ts'

/** Everything the in-memory store holds. The values are never changed, only replaced, so a copy of the maps is a copy. */
export interface MemoryState {
  readonly apps: Map<string, App>
  readonly customers: Map<number, Customer>
  /** By customer and id. */
  readonly paymentMethods: Map<string, SavedPaymentMethod>
  readonly merchants: Map<number, Merchant>
  /** By `stockKeyText`. */
  readonly stock: Map<string, StockBucket>
  readonly carts: Map<string, Cart>
  /** By code. */
  readonly coupons: Map<string, Coupon>
  /** By order. */
  readonly couponUses: Map<number, { readonly couponId: number; readonly customerId: number }>
  readonly orders: Map<number, Order>
  /** Order ids by the id of each of their units. */
  readonly orderOfCard: Map<number, number>
  /** By reference. */
  readonly payments: Map<string, PendingPayment>
  /** By order and position. */
  readonly paymentLegs: Map<string, PaymentLeg>
  readonly jobs: Map<string, Job>
  readonly drawdownAccounts: Map<number, DrawdownAccount>
  readonly drawdownTransactions: Map<number, DrawdownTransaction>
  /** By customer and position. */
  readonly storeCreditTransactions: Map<string, StoreCreditTransaction>
  /** By customer and key. */
  readonly idempotency: Map<string, IdempotencyRecord>
  readonly attempts: Map<string, readonly number[]>
  /** The last number given out, by series. */
  readonly numbers: Map<string, number>
  readonly clock: Map<'setting', ClockSetting>
}

/** An empty state. */
export function emptyState(): MemoryState {
  return {
    apps: new Map(),
    customers: new Map(),
    paymentMethods: new Map(),
    merchants: new Map(),
    stock: new Map(),
    carts: new Map(),
    coupons: new Map(),
    couponUses: new Map(),
    orders: new Map(),
    orderOfCard: new Map(),
    payments: new Map(),
    paymentLegs: new Map(),
    jobs: new Map(),
    drawdownAccounts: new Map(),
    drawdownTransactions: new Map(),
    storeCreditTransactions: new Map(),
    idempotency: new Map(),
    attempts: new Map(),
    numbers: new Map(),
    clock: new Map(),
  }
}

/** A copy of a state. */
export function copyState(state: MemoryState): MemoryState {
  return {
    apps: new Map(state.apps),
    customers: new Map(state.customers),
    paymentMethods: new Map(state.paymentMethods),
    merchants: new Map(state.merchants),
    stock: new Map(state.stock),
    carts: new Map(state.carts),
    coupons: new Map(state.coupons),
    couponUses: new Map(state.couponUses),
    orders: new Map(state.orders),
    orderOfCard: new Map(state.orderOfCard),
    payments: new Map(state.payments),
    paymentLegs: new Map(state.paymentLegs),
    jobs: new Map(state.jobs),
    drawdownAccounts: new Map(state.drawdownAccounts),
    drawdownTransactions: new Map(state.drawdownTransactions),
    storeCreditTransactions: new Map(state.storeCreditTransactions),
    idempotency: new Map(state.idempotency),
    attempts: new Map(state.attempts),
    numbers: new Map(state.numbers),
    clock: new Map(state.clock),
  }
}

/** A text for a key that is unique for a customer. */
export function ownKey(customerId: number, key: number | string): string {
  return `${customerId}/${key}`
}

/** Empties a state. */
export function emptyMemory(state: MemoryState): void {
  for (const map of Object.values<Map<unknown, unknown>>({ ...state })) map.clear()
}

/** Puts `data` into an empty state. */
export function fillMemory(state: MemoryState, data: SeedData): void {
  for (const [series, last] of Object.entries(data.numbers)) state.numbers.set(series, last)
  for (const app of data.apps) state.apps.set(app.id, app)
  for (const customer of data.customers) state.customers.set(customer.id, customer)
  for (const method of data.paymentMethods)
    state.paymentMethods.set(ownKey(method.customerId, method.id), method)
  for (const merchant of data.merchants) state.merchants.set(merchant.id, merchant)
  for (const bucket of data.stock) state.stock.set(stockKeyText(bucket), { ...bucket, reserved: 0 })
  for (const coupon of data.coupons) state.coupons.set(coupon.code, coupon)
  for (const account of data.drawdownAccounts) state.drawdownAccounts.set(account.customerId, account)
  for (const row of data.drawdownTransactions) {
    const id = takeNumber(state, 'drawdownTransaction')
    state.drawdownTransactions.set(id, { ...row, id, orderId: null })
  }
  for (const row of openingRows(data)) state.storeCreditTransactions.set(ownKey(row.customerId, 1), row)
}

/** Whether a state has no data. */
export function isUntouched({ apps, customers, merchants, stock, coupons, numbers }: MemoryState): boolean {
  return [apps, customers, merchants, stock, coupons, numbers].every(({ size }) => size === 0)
}

/** Takes the next number of a series. */
export function takeNumber({ numbers }: MemoryState, series: NumberSeries): number {
  const next = (numbers.get(series) ?? 0) + 1
  numbers.set(series, next)
  return next
}

/** Takes the next `count` numbers of each series. */
export function takeNumbers<Series extends NumberSeries>(
  state: MemoryState,
  series: readonly Series[],
  count: number,
): Record<Series, readonly number[]> {
  const take = (one: Series) => Array.from({ length: count }, () => takeNumber(state, one))
  const taken: Record<string, readonly number[]> = Object.fromEntries(series.map((one) => [one, take(one)]))
  return taken
}
