/**
 * Charges saved bank accounts and credit cards. It is called outside of any transaction, may be slow, and its response may be
 * lost. So each call has a reference, which makes it idempotent (decision 0016).
 */
export interface PaymentGateway {
  /**
   * Charges one saved method. A repeated charge of the same reference and leg moves nothing and gets the same response;
   * a charge of a canceled reference is refused. After a rejection it is unknown whether money moved.
   */
  charge(charge: {
    readonly kind: 'bank' | 'card'
    readonly customerId: number
    readonly methodId: number
    readonly amountCents: number
    /** A unique reference for each paid order. */
    readonly reference: string
    /** The position of the saved method among the order's methods, from 0. */
    readonly leg: number
  }): Promise<PaymentAnswer>
  /**
   * Cancels a reference, so that it is never charged, even by a charge that is still in flight. If a leg was accepted under
   * the reference, returns that leg instead. May be repeated. After a rejection either may be true.
   */
  cancel(reference: string): Promise<CancelAnswer>
  /**
   * Refunds the charge of a reference and leg. A repeated refund moves nothing; neither does a refund of money that the bank has already
   * returned. It resolves once the gateway has finally accepted the refund. After a rejection the outcome is unknown, and the call is
   * retried.
   */
  refund(refund: {
    readonly reference: string
    readonly leg: number
    readonly amountCents: number
  }): Promise<void>
  /**
   * Reports the charges under a reference, one record for each leg; none for an unknown reference. Changes nothing and may be repeated. It
   * must report every leg whose money moved, and may omit declined or canceled ones.
   */
  find(reference: string): Promise<readonly GatewayRecord[]>
  /**
   * Streams every charge whose money moved, of any reference, so that charges without a payment here are found too. `since`: only
   * charges made at that time or later, milliseconds since the epoch. A gateway that cannot list its charges leaves this out.
   */
  list?(filter: { readonly since?: number }): AsyncIterable<GatewayCharge>
}

/** The gateway's record of one leg. */
export interface GatewayRecord {
  readonly leg: number
  readonly state: 'charged' | 'declined' | 'canceled'
  /** The amount that was charged. */
  readonly amountCents: number
  /** The part of a charge that was returned, by refunds or by the bank. If it is the whole amount, the leg is refunded. */
  readonly refundedCents: number
  /** The gateway's own id of the charge. */
  readonly gatewayReference?: string
}

/** A charge in the gateway's own list. */
export interface GatewayCharge extends GatewayRecord {
  readonly reference: string
}

/** A charge that the gateway accepted. */
export interface AcceptedPayment {
  readonly kind: 'accepted'
  /** The delay after which the bank returns the payment. */
  readonly returnedAfterMs?: number
  /** The gateway's own id of the charge. */
  readonly gatewayReference?: string
}

/** The result of a charge; a bank may return an accepted one later. */
export type PaymentAnswer = AcceptedPayment | { readonly kind: 'refused' }

/** The final state of a reference: canceled, or the leg that was accepted. */
export type CancelAnswer = { readonly kind: 'canceled' } | (AcceptedPayment & { readonly leg: number })

/**
 * The gateway gave no usable response, so no order was placed: nothing was charged, or the payment stays pending until its
 * state is known. The response is 503; nothing is kept for replays under the request's `Idempotency-Key`.
 */
export class PaymentUnavailableError extends Error {
  override readonly name = 'PaymentUnavailableError'
}
