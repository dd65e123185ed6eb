import type { SavedPaymentMethod } from './accounts.ts'
import type { CartLine } from './cart.ts'
import type { Order, PaymentMethod } from './order.ts'
import type { Fulfillment } from './stock.ts'

/** An order before it is placed, without the fields that depend on its payment. */
export interface PreparedOrder extends Omit<Order, 'purchasedAt' | 'status' | 'payment' | 'plan' | 'hold'> {
  readonly method: PaymentMethod
  /** The fulfillment of the order once it is placed. */
  readonly fulfillment: Fulfillment
  /** Which of its cards come from the customer's own cart; `null`: none. */
  readonly drawn: DrawnCards | null
}

/** Cards that a checkout has drawn from the lines of a cart. */
export interface DrawnCards {
  readonly cartId: string
  /** Every line in its order, with the number of cards drawn from it, which may be 0. */
  readonly lines: readonly CartLine[]
}

/**
 * A checkout that is being charged (decision 0016). Its cards are reserved, its coupon use is counted and its numbers are drawn.
 * It ends as an order, or its cards and its coupon use are released. At most one per customer.
 */
export interface PendingPayment {
  /** Its reference at the gateway: `order:` and the UUID of the order. */
  readonly reference: string
  readonly customerId: number
  readonly order: PreparedOrder
  /** The saved methods, in the order in which they are tried. */
  readonly legs: readonly SavedPaymentMethod[]
  /** The `Idempotency-Key` of the checkout, and a hash of the request; `null` without one. */
  readonly idempotency: { readonly key: string; readonly fingerprint: string } | null
  /** Milliseconds since the epoch in real time. Distinguishes payments of one reference before and after a reset. */
  readonly startedAt: number
  /** Milliseconds since the epoch in real time. Until then only the process that holds the lease may work on it. */
  readonly leaseUntil: number
}

/** The state of a leg of a payment. */
export type LegState = 'pending' | 'charged' | 'declined' | 'canceled' | 'refunding' | 'refunded'

/** The key of a leg. */
export type PaymentLegKey = Pick<PaymentLeg, 'orderId' | 'position'>

/** One saved method of a payment, and the state of its charge. Never deleted. */
export interface PaymentLeg {
  /** The number of its order. */
  readonly orderId: number
  /** From 0, in the order in which methods are tried. */
  readonly position: number
  /** The reference of the payment at the gateway. */
  readonly reference: string
  readonly kind: SavedPaymentMethod['kind']
  /** The saved method; `null` if that was not recorded. */
  readonly methodId: number | null
  readonly amountCents: number
  readonly state: LegState
  /** The gateway's own id of the charge; `null` if it gave none. */
  readonly gatewayReference: string | null
  /** The time of its last state change, milliseconds since the epoch by the service clock. */
  readonly changedAt: number
}

/** Reads payments, their legs, and the outcomes of checkouts that are kept for replays. */
export interface PaymentsReader {
  findPayment(reference: string): Promise<PendingPayment | undefined>
  /** The pending payment of a customer, if any, whether or not its lease is over. */
  findPaymentOf(customerId: number): Promise<PendingPayment | undefined>
  /**
   * References of payments whose lease is over (`leaseUntil <= realNow`) and that have no open or parked job, earliest lease
   * first, then by reference.
   */
  listPaymentsToSettle(realNow: number, limit: number): Promise<readonly string[]>

  /** The legs of an order's payment, in the order in which they are tried. */
  listPaymentLegs(orderId: number): Promise<readonly PaymentLeg[]>
  /** The legs of all payments behind a key, by order and position. */
  listPaymentLegsAfter(after: PaymentLegKey, limit: number): Promise<readonly PaymentLeg[]>

  /** `undefined` if unknown or expired (`expiresAt <= now`). */
  findIdempotencyRecord(customerId: number, key: string, now: number): Promise<IdempotencyRecord | undefined>
}

/** Writes payments, their legs, and the outcomes of checkouts that are kept for replays. */
export interface PaymentsWriter {
  /** Throws if the customer already has a pending payment. */
  insertPayment(payment: PendingPayment): Promise<void>
  /** Leases a payment whose lease is over, until `leaseUntil`, and returns it; `undefined` if there is none. Atomic. */
  leasePayment(reference: string, realNow: number, leaseUntil: number): Promise<PendingPayment | undefined>
  /** Removes a payment and returns whether it was there; the caller releases its reservations. Atomic. */
  deletePayment(payment: Pick<PendingPayment, 'reference' | 'customerId' | 'startedAt'>): Promise<boolean>

  /**
   * Inserts a leg, or replaces its state. Throws if another leg of the order has been charged, or if
   * a refunding or refunded leg would be charged again.
   */
  putPaymentLeg(leg: PaymentLeg): Promise<void>

  putIdempotencyRecord(record: IdempotencyRecord): Promise<void>
}

/** The outcome of a checkout under an `Idempotency-Key` (decision: checkout). */
export interface IdempotencyRecord {
  readonly customerId: number
  readonly key: string
  /** Hash of the request. */
  readonly fingerprint: string
  /** The order placed, or the kind of the refusal as the version that stored it named it. */
  readonly outcome: { readonly orderId: number } | { readonly refusal: string }
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}
