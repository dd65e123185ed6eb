/** Every reason for which a use case is refused; the server maps each to status, message and code. */
export type RefusalKind =
  | 'login_failed'
  | 'login_throttled'
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

/** Refusals that require the caller to wait; the server sends the wait as `Retry-After`. */
export type ThrottleKind = 'login_throttled' | 'coupon_throttled'

/** A refusal of one of the given kinds. A throttle has its wait in whole seconds. */
export type Refusal<Kind extends RefusalKind> = {
  readonly [K in Kind]: K extends ThrottleKind
    ? { readonly kind: K; readonly retryAfterSeconds: number }
    : { readonly kind: K; readonly retryAfterSeconds?: never }
}[Kind]

/** The outcome of a refused use case: nothing was changed. */
export interface Refused<Kind extends RefusalKind> {
  readonly kind: 'refused'
  readonly refusal: Refusal<Kind>
}

/** The result of a use case: its value, or a refusal of one of the kinds that it declares. */
export type Outcome<Value, Kind extends RefusalKind> =
  { readonly kind: 'done'; readonly value: Value } | Refused<Kind>

/** Returns the outcome of a use case that succeeded. */
export function done<Value>(value: Value): { readonly kind: 'done'; readonly value: Value } {
  return { kind: 'done', value }
}

/** Returns the outcome of a use case that was refused. */
export function refused<const Kind extends Exclude<RefusalKind, ThrottleKind>>(
  kind: Kind,
): { readonly kind: 'refused'; readonly refusal: { readonly kind: Kind } } {
  return { kind: 'refused', refusal: { kind } }
}

/** Whether the result of a transaction is a refusal: its kind is `refused`, and it must have changed nothing. */
export function isRefused(result: unknown): boolean {
  return typeof result === 'object' && result !== null && 'kind' in result && result.kind === 'refused'
}

/** Wraps a result so that the transaction commits even on a refusal, for example to count a wrong password. */
export function kept<Result>(result: Result): { readonly kept: Result } {
  return { kept: result }
}

/** The outcome of a use case that was refused because the caller has to wait. */
export interface Throttled<Kind extends ThrottleKind> {
  readonly kind: 'refused'
  readonly refusal: { readonly kind: Kind; readonly retryAfterSeconds: number }
}

/** Returns the outcome of a use case that was refused because the caller has to wait. */
export function throttled<const Kind extends ThrottleKind>(
  kind: Kind,
  retryAfterSeconds: number,
): Throttled<Kind> {
  return { kind: 'refused', refusal: { kind, retryAfterSeconds } }
}
