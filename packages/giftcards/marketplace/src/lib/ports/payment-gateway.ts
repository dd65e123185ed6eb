/**
 * Takes money from saved bank accounts and credit cards. It is asked outside of any transaction, may be slow, and its
 * answer may be lost; so what it does is named by a reference and never happens twice (decision 0016).
 */
export interface PaymentGateway {
  /**
   * Charges one saved method. A repeated charge of the same reference and leg moves nothing and is answered as before;
   * one of a reference that was canceled is refused. A rejection leaves it unknown whether money moved.
   */
  charge(charge: {
    readonly kind: 'bank' | 'card'
    readonly customerId: number
    readonly methodId: number
    readonly amountCents: number
    /** One for each order that is to be paid. */
    readonly reference: string
    /** Which of the order's saved methods is tried, in their order, from 0. */
    readonly leg: number
  }): Promise<PaymentAnswer>
  /**
   * Makes sure that a reference is not charged and never will be, whatever is still on its way, or says what was
   * accepted under it. May be repeated. A rejection leaves it unknown which of the two holds.
   */
  cancel(reference: string): Promise<CancelAnswer>
  /**
   * Gives back what was charged under a reference and leg. A repeated refund moves nothing, and so does one of money that the
   * bank has taken back itself. It resolves once the gateway has taken the refund on for good; a rejection leaves that
   * unknown, and it is asked again.
   */
  refund(refund: {
    readonly reference: string
    readonly leg: number
    readonly amountCents: number
  }): Promise<void>
  /**
   * Reports what the gateway holds under a reference, one record for each leg; none where it knows nothing of it. Changes
   * nothing and may be repeated. Every leg whose money moved is reported; one that was declined or canceled may be left out.
   */
  find(reference: string): Promise<readonly GatewayRecord[]>
  /**
   * Streams every charge whose money moved, of any reference, so that one that no payment here knows is found too. `since`:
   * only charges made at that time or later, milliseconds since the epoch. A gateway that cannot list its charges leaves this out.
   */
  list?(filter: { readonly since?: number }): AsyncIterable<GatewayCharge>
}

/** One leg as the gateway keeps it. */
export interface GatewayRecord {
  readonly leg: number
  readonly state: 'charged' | 'declined' | 'canceled'
  /** The amount that was charged. */
  readonly amountCents: number
  /** What has gone back of a charge, by refunds or because the bank took it back. All of it: the leg is refunded. */
  readonly refundedCents: number
  /** The gateway's own name for the charge. */
  readonly gatewayReference?: string
}

/** A charge in the gateway's own list. */
export interface GatewayCharge extends GatewayRecord {
  readonly reference: string
}

/** Money that a gateway took. */
export interface AcceptedPayment {
  readonly kind: 'accepted'
  /** The bank takes it back after this long. */
  readonly returnedAfterMs?: number
  /** The gateway's own name for the charge. */
  readonly gatewayReference?: string
}

/** Whether a charge was accepted; a bank may return it later. */
export type PaymentAnswer = AcceptedPayment | { readonly kind: 'refused' }

/** The end of a reference: canceled for good, or the leg that was accepted. */
export type CancelAnswer = { readonly kind: 'canceled' } | (AcceptedPayment & { readonly leg: number })

/**
 * The gateway gave no usable answer, so no order was placed: nothing was charged, or a payment is left pending until it
 * can be known. Answered 503; nothing is remembered under the request's `Idempotency-Key`.
 */
export class PaymentUnavailableError extends Error {
  override readonly name = 'PaymentUnavailableError'
}
