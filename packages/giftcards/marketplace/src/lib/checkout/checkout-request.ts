import type { Address } from '../model/customer.ts'
import type { StockKey } from '../model/stock.ts'

/** Cards a checkout asks for; `isLowRisk: true` takes only low-risk stock (spec 2.4). */
export interface CheckoutLine extends Omit<StockKey, 'isLowRisk'> {
  readonly onlyLowRisk: boolean
  readonly quantity: number
}

/** Shape A: the cards and how to pay for them; drawn first from what the active cart has reserved of the same kind (decision: checkout). */
export interface CardsCheckout {
  readonly shape: 'cards'
  readonly lines: readonly CheckoutLine[]
  /** As sent: an unknown one is a refusal. */
  readonly method: string
  /** Saved bank account; `undefined` where the request names none. */
  readonly bankId: number | undefined
  /** Saved credit card; `undefined` where the request names none. */
  readonly cardId: number | undefined
  readonly shipping: Address
  readonly hasBilling: boolean
  readonly couponCode: string | undefined
}

/** Shape B: the caller's active cart, paid from the drawdown account and consumed (decision: checkout). */
export interface CartCheckout {
  readonly shape: 'cart'
  readonly cartId: string
  readonly shipping: Address
}

/** A condensed checkout. */
export type CheckoutRequest = CardsCheckout | CartCheckout

/** The `Idempotency-Key` of a request, and a hash of what was asked. */
export interface Idempotency {
  readonly key: string
  readonly fingerprint: string
}
