import type { CartLine } from './cart.ts'
import type { SavedPaymentMethod } from './customer.ts'
import type { Order, PaymentMethod } from './order.ts'
import type { FulfilmentCourse } from './stock.ts'

/** An order as it will be placed: everything but what is known only when it has been paid. */
export interface PreparedOrder extends Omit<Order, 'purchasedAt' | 'status' | 'payment' | 'plan' | 'hold'> {
  readonly method: PaymentMethod
  /** The course of the order once it is placed. */
  readonly course: FulfilmentCourse
  /** Which of its cards come from the customer's own cart; `null`: none. */
  readonly drawn: DrawnCards | null
}

/** Cards that a checkout has drawn from the lines of a cart. */
export interface DrawnCards {
  readonly cartId: string
  /** The lines as they were, with how many cards were drawn of each. */
  readonly lines: readonly CartLine[]
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
  /** Milliseconds since the epoch in real time; until then one process works on the payment, and no other may. */
  readonly leaseUntil: number
}

/** The state of a leg of a payment. */
export type LegState = 'pending' | 'charged' | 'declined' | 'canceled' | 'refunding' | 'refunded'

/** By which a leg is stored. */
export type PaymentLegKey = Pick<PaymentLeg, 'orderId' | 'position'>

/** One saved method of a payment, and what became of it. It is kept for good. */
export interface PaymentLeg {
  /** The number of the order that it pays for. */
  readonly orderId: number
  /** From 0, in the order in which methods are tried. */
  readonly position: number
  /** By which the gateway knows the payment. */
  readonly reference: string
  readonly kind: SavedPaymentMethod['kind']
  /** The saved method; `null` where that was not recorded. */
  readonly methodId: number | null
  readonly amountCents: number
  readonly state: LegState
  /** The gateway's own name for the charge; `null` where it gave none. */
  readonly gatewayReference: string | null
  /** When its state was last changed, milliseconds since the epoch by the service clock. */
  readonly changedAt: number
}
