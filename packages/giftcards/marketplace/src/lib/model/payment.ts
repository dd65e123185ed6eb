import type { SavedPaymentMethod } from './customer.ts'
import type { FulfilmentCourse } from './merchant.ts'
import type { Order, PaymentMethod } from './order.ts'

/** An order as it will be placed: everything but what is known only when it has been paid. */
export interface PreparedOrder extends Omit<Order, 'purchasedAt' | 'status' | 'payment' | 'plan' | 'hold'> {
  readonly method: PaymentMethod
  /** How the order will go on once it is placed. */
  readonly course: FulfilmentCourse
}

/**
 * A checkout whose money is being taken (decision 0016). Its cards are reserved, its coupon use is counted and its numbers
 * are drawn; it ends as an order, or gives all of that back but the numbers. At most one per customer.
 */
export interface PendingPayment {
  /** By which the gateway knows it: `order:` and the UUID of the order. */
  readonly reference: string
  readonly customerId: number
  readonly order: PreparedOrder
  /** The saved methods, in the order in which they are tried. */
  readonly legs: readonly SavedPaymentMethod[]
  /** The `Idempotency-Key` of the checkout, and a hash of what was asked; `null` without one. */
  readonly idempotency: { readonly key: string; readonly fingerprint: string } | null
  /** Milliseconds since the epoch in real time; tells it from one of the same reference, before or after a reset. */
  readonly startedAt: number
  /** Milliseconds since the epoch in real time; until then somebody is at work on it, and nobody else may be. */
  readonly leaseUntil: number
}
