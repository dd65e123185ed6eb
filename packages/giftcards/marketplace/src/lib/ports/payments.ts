import type { PaymentLeg, PaymentLegKey, PendingPayment } from '../model/payment.ts'

/** Reads payments, their legs, and the outcomes of checkouts that are kept for replays. */
export interface PaymentsReader {
  findPayment(reference: string): Promise<PendingPayment | undefined>
  /** The one pending payment of a customer, its lease over or not. */
  findPaymentOf(customerId: number): Promise<PendingPayment | undefined>
  /**
   * References of payments whose lease is over (`leaseUntil <= realNow`) and that no open or parked job is to settle, the longest
   * first, then by reference.
   */
  listPaymentsToSettle(realNow: number, limit: number): Promise<readonly string[]>

  /** The legs of an order's payment, in the order in which they are tried. */
  listPaymentLegs(orderId: number): Promise<readonly PaymentLeg[]>
  /** The legs of all payments behind a key, by order and position. */
  listPaymentLegsAfter(after: PaymentLegKey, limit: number): Promise<readonly PaymentLeg[]>

  /** `undefined` also where it expired (`expiresAt <= now`). */
  findIdempotencyRecord(customerId: number, key: string, now: number): Promise<IdempotencyRecord | undefined>
}

/** Writes payments, their legs, and the outcomes of checkouts that are kept for replays. */
export interface PaymentsWriter {
  /** Throws where the customer already has a pending payment. */
  insertPayment(payment: PendingPayment): Promise<void>
  /** Takes over a payment whose lease is over, until `leaseUntil`, and returns it; `undefined` where there is none. Atomic. */
  leasePayment(reference: string, realNow: number, leaseUntil: number): Promise<PendingPayment | undefined>
  /** Removes a payment, frees nothing by itself, and returns whether it was there. Atomic. */
  deletePayment(payment: Pick<PendingPayment, 'reference' | 'customerId' | 'startedAt'>): Promise<boolean>

  /**
   * Inserts a leg, or replaces what became of it. Throws where another leg of the order has been charged, and where
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
