import type { Address } from '../model/accounts.ts'
import { asPlaced, type Order } from '../model/order.ts'
import type { StockKey } from '../model/stock.ts'
import { type OrderView, viewOrder } from '../orders/order-view.ts'
import type { StoreReader } from '../ports/store.ts'
import { done, type Outcome, type RefusalKind } from '../refusal.ts'

/** The cards of a checkout request; `isLowRisk: true` takes only low-risk stock (spec 2.4). */
export interface CheckoutLine extends Omit<StockKey, 'isLowRisk'> {
  readonly onlyLowRisk: boolean
  readonly quantity: number
}

/**
 * Shape A: the cards and how to pay for them. Cards of the same kind in the active cart are used first (decision: checkout).
 */
export interface CardsCheckout {
  readonly shape: 'cards'
  readonly lines: readonly CheckoutLine[]
  /** As sent; an unknown method is refused. */
  readonly method: string
  /** Saved bank account; `undefined` if the request names none. */
  readonly bankId: number | undefined
  /** Saved credit card; `undefined` if the request names none. */
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

/** The `Idempotency-Key` of a request, and a hash of the request. */
export interface Idempotency {
  readonly key: string
  readonly fingerprint: string
}

/** The order in its first state, or a refusal; `isReplay`: kept from an earlier checkout under the same key. */
export type CheckoutOutcome = Outcome<
  { readonly order: OrderView },
  EarlyRefusalKind | ExecutedRefusalKind | 'checkout_in_progress' | 'idempotency_mismatch'
> & { readonly isReplay: boolean }

/** Refusals before the reservation, which are not kept for replays. */
export type EarlyRefusalKind =
  | 'payment_method_invalid'
  | 'billing_details_missing'
  | 'payment_details_missing'
  | 'payment_method_not_found'
  | 'too_many_cards'
  | 'drawdown_not_authorized'
  | 'drawdown_inactive'
  | 'customer_details_required'
  | 'coupon_throttled'
  | 'coupon_not_found'
  | 'cart_not_found'

/** Refusals after the reservation began: the attempt counts as executed, and its outcome is kept for replays. */
export const executedRefusalKinds = [
  'cards_unavailable',
  'coupon_not_yet_active',
  'coupon_expired',
  'coupon_used_up',
  'coupon_not_eligible',
  'drawdown_insufficient',
  'payment_declined',
] as const satisfies readonly RefusalKind[]

/** One of `executedRefusalKinds`. */
export type ExecutedRefusalKind = (typeof executedRefusalKinds)[number]

/** The outcome of a checkout that has placed an order. */
export async function answerPlaced(
  tx: StoreReader,
  order: Order,
  isReplay = false,
): Promise<CheckoutOutcome> {
  return { ...done({ order: await viewOrder(tx, asPlaced(order)) }), isReplay }
}
