import type { App, Customer, SavedPaymentMethod } from '../model/accounts.ts'
import type { Cart } from '../model/cart.ts'
import type { Coupon } from '../model/coupon.ts'
import type { Job } from '../model/job.ts'
import type { DrawdownAccount, DrawdownTransaction, StoreCreditTransaction } from '../model/ledger.ts'
import type { Order } from '../model/order.ts'
import type { IdempotencyRecord, PaymentLeg, PendingPayment } from '../model/payment.ts'
import type { Merchant, StockBucket } from '../model/stock.ts'
import type { ClockSetting } from '../ports/store.ts'

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
  readonly secureReads: Map<
    number,
    { readonly cardId: number; readonly customerId: number; readonly at: number }
  >
  readonly clock: Map<'setting', ClockSetting>
}

/** Nothing at all. */
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
    secureReads: new Map(),
    clock: new Map(),
  }
}

/** A state of its own, equal to `state`. */
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
    secureReads: new Map(state.secureReads),
    clock: new Map(state.clock),
  }
}

/** One spelling of a customer's own key. */
export function ownKey(customerId: number, key: number | string): string {
  return `${customerId}/${key}`
}
