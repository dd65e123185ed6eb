/** Every expected "no" of the marketplace; the server maps each to status, message and code. */
export type RefusalKind =
  | 'login_failed'
  | 'login_throttled'
  | 'login_required'
  | 'drawdown_access_denied'
  | 'cart_not_found'
  | 'cart_card_not_found'
  | 'order_not_found'
  | 'card_not_found'
  | 'customer_not_found'
  | 'drawdown_account_not_found'
  | 'insufficient_inventory'
  | 'quantity_below_one'
  | 'quantity_zero'
  | 'too_many_cards'
  | 'coupon_not_found'
  | 'coupon_expired'
  | 'coupon_not_yet_active'
  | 'coupon_used_up'
  | 'coupon_not_eligible'
  | 'coupon_already_applied'
  | 'coupon_not_applied'
  | 'coupon_throttled'
  | 'payment_method_invalid'
  | 'payment_method_not_found'
  | 'payment_details_missing'
  | 'billing_details_missing'
  | 'drawdown_not_authorized'
  | 'drawdown_inactive'
  | 'customer_details_required'
  | 'cards_unavailable'
  | 'drawdown_insufficient'
  | 'payment_declined'
  | 'secure_data_expired'
  | 'checkout_in_progress'
  | 'idempotency_mismatch'
  | 'order_is_final'
  | 'amount_above_balance'

/** An expected "no", as a value. */
export interface Refusal {
  readonly kind: RefusalKind
  /** Seconds until a retry makes sense, for throttles. */
  readonly retryAfterSeconds?: number
}

/** What an operation came to. */
export type Outcome<Value> =
  { readonly kind: 'done'; readonly value: Value } | { readonly kind: 'refused'; readonly refusal: Refusal }

/** The outcome of an operation that did what was asked. */
export function done<Value>(value: Value): { readonly kind: 'done'; readonly value: Value } {
  return { kind: 'done', value }
}

/** The outcome of an operation that changed nothing, and why. */
export function refused(
  kind: RefusalKind,
  more: Omit<Refusal, 'kind'> = {},
): { readonly kind: 'refused'; readonly refusal: Refusal } {
  return { kind: 'refused', refusal: { kind, ...more } }
}

/** Whether to commit: a refusal must change nothing. */
export function isDone(outcome: Outcome<unknown>): boolean {
  return outcome.kind === 'done'
}
