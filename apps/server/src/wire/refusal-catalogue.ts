import type { RefusalKind } from '@giftcards/marketplace'

/** How a refusal of the marketplace is said on the wire. */
export interface RefusalAnswer {
  readonly status: number
  readonly message: string
  /** `x-error-code`. */
  readonly code: string
}

const cartNotFound = { status: 404, message: 'Cart not found', code: 'cart_not_found' } as const
const tooManyRequests = { status: 429, message: 'Too many requests', code: 'rate_limited' } as const
const invalidCoupon = (code: RefusalKind): RefusalAnswer => ({ status: 400, message: 'Invalid coupon', code })
const invalid = (message: string): RefusalAnswer => ({ status: 400, message, code: 'validation_error' })

/** Status, message and code of every refusal (spec 4.6, 7; decision: errors). */
export const refusalCatalogue = {
  login_failed: { status: 401, message: 'Invalid email or password', code: 'login_failed' },
  login_throttled: tooManyRequests,
  login_required: { status: 401, message: 'Customer login is required', code: 'login_required' },
  drawdown_access_denied: {
    status: 403,
    message: 'Customer is not authorized to use a drawdown account',
    code: 'drawdown_not_authorized',
  },
  cart_not_found: cartNotFound,
  cart_card_not_found: { status: 404, message: 'Card not found in cart', code: 'cart_card_not_found' },
  order_not_found: { status: 404, message: 'Order not found', code: 'order_not_found' },
  card_not_found: { status: 404, message: 'Card not found', code: 'card_not_found' },
  customer_not_found: { status: 404, message: 'Customer not found', code: 'customer_not_found' },
  drawdown_account_not_found: {
    status: 404,
    message: 'Drawdown account not found',
    code: 'drawdown_account_not_found',
  },
  insufficient_inventory: {
    status: 400,
    message: 'Error, insufficient inventory',
    code: 'insufficient_inventory',
  },
  quantity_below_one: {
    status: 400,
    message: 'Quantity cannot be reduced to zero, remove the card instead',
    code: 'quantity_below_one',
  },
  quantity_zero: invalid('qty must not be 0'),
  too_many_cards: invalid('A cart or order holds at most 500 cards'),
  coupon_not_found: invalidCoupon('coupon_not_found'),
  coupon_expired: invalidCoupon('coupon_expired'),
  coupon_not_yet_active: invalidCoupon('coupon_not_yet_active'),
  coupon_used_up: invalidCoupon('coupon_used_up'),
  coupon_not_eligible: invalidCoupon('coupon_not_eligible'),
  coupon_already_applied: invalidCoupon('coupon_already_applied'),
  coupon_not_applied: invalidCoupon('coupon_not_applied'),
  coupon_throttled: tooManyRequests,
  payment_method_invalid: {
    status: 400,
    message: 'payment method not setup',
    code: 'payment_method_invalid',
  },
  payment_method_not_found: {
    status: 400,
    message: 'payment method not setup',
    code: 'payment_method_not_found',
  },
  payment_details_missing: invalid('payment.details must name the saved payment method of payment.method'),
  billing_details_missing: invalid('billingDetails is required for this payment method'),
  drawdown_not_authorized: {
    status: 400,
    message: 'Customer is not authorized to checkout with a drawdown account',
    code: 'drawdown_not_authorized',
  },
  drawdown_inactive: { status: 400, message: 'Drawdown account is inactive', code: 'drawdown_inactive' },
  customer_details_required: {
    status: 400,
    message: 'Customer details are required',
    code: 'customer_details_required',
  },
  cards_unavailable: {
    status: 400,
    message: 'Not all requested cards were added to the cart',
    code: 'cards_unavailable',
  },
  drawdown_insufficient: {
    status: 400,
    message: 'Insufficient funds available',
    code: 'drawdown_insufficient',
  },
  payment_declined: { status: 400, message: 'Insufficient funds', code: 'payment_declined' },
  secure_data_expired: {
    status: 400,
    message: 'Secure data is no longer available',
    code: 'secure_data_expired',
  },
  checkout_in_progress: {
    status: 409,
    message: 'Another checkout is in progress',
    code: 'checkout_in_progress',
  },
  idempotency_mismatch: {
    status: 422,
    message: 'Idempotency-Key was used with a different request',
    code: 'idempotency_mismatch',
  },
  order_is_final: invalid('A canceled order cannot change its status'),
  amount_above_balance: invalid("amount must not be above the card's current balance"),
} as const satisfies Record<RefusalKind, RefusalAnswer>
