import type { Wire } from '@giftcards/contract'
import type { Refusal, RefusalKind, ThrottleKind } from '@giftcards/marketplace'
import { ApiError, challenge } from './api-error.ts'

const tooManyRequests = { status: 429, message: 'Too many requests', code: 'rate_limited' } as const

const invalidCoupon = <const Code extends RefusalKind>(code: Code) =>
  ({ status: 400, message: 'Invalid coupon', code }) as const

const invalid = (message: string) => ({ status: 400, message, code: 'validation_error' }) as const

/** Status, message and code of every refusal (spec 4.6, 7; decision: errors). */
export const refusalCatalogue = {
  login_failed: { status: 401, message: 'Invalid email or password', code: 'login_failed' },
  login_throttled: tooManyRequests,
  drawdown_access_denied: {
    status: 403,
    message: 'Customer is not authorized to use a drawdown account',
    code: 'drawdown_not_authorized',
  },
  cart_not_found: { status: 404, message: 'Cart not found', code: 'cart_not_found' },
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
  payment_details_missing: invalid('payment.details is required for this payment method'),
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
} as const satisfies CompleteCatalogue

type Catalogue = typeof refusalCatalogue

/** One entry for every kind of refusal; only throttles have 429. */
export type CompleteCatalogue = {
  readonly [Kind in RefusalKind]: {
    readonly status: Kind extends ThrottleKind ? 429 : Exclude<keyof StatusHeaders, 429>
    readonly message: string
    /** `x-error-code`. */
    readonly code: string
  }
}

/** Responses to refusals of these kinds. An operation can return them only if it declares the status of each. */
export type RefusalResponse<Kind extends RefusalKind> = {
  readonly [K in Kind]: {
    readonly status: Catalogue[K]['status']
    readonly body: Wire.components['schemas']['ErrorBody']
    readonly headers: StatusHeaders[Catalogue[K]['status']] & {
      readonly 'x-error-code': Catalogue[K]['code']
    }
  }
}[Kind]

/** Converts a refusal of the marketplace to its response in the catalogue (spec 7). */
export function refusalResponse<Kind extends RefusalKind>(refusal: Refusal<Kind>): RefusalResponse<Kind> {
  const entry = refusalCatalogue[refusal.kind]
  const status: Catalogue[Kind]['status'] = entry.status
  // Only throttles have 429, and every throttle has its wait.
  const headers = statusHeaders[status](refusal.retryAfterSeconds ?? 0)
  return { status, body: { message: [entry.message] }, headers: { ...headers, 'x-error-code': entry.code } }
}

/** The response to a request that breaks a rule its schema cannot express; one text per problem. */
export function invalidResponse(...problems: readonly string[]): InvalidResponse {
  return { status: 400, body: { message: [...problems] }, headers: { 'x-error-code': 'validation_error' } }
}

interface InvalidResponse {
  readonly status: 400
  readonly body: Wire.components['schemas']['ErrorBody']
  readonly headers: { readonly 'x-error-code': 'validation_error' }
}

/** Converts a refusal to the error with which middleware ends a request (spec 7). */
export function refusalError(refusal: Refusal<RefusalKind>): ApiError {
  const { status, body, headers } = refusalResponse(refusal)
  return new ApiError({ status, messages: body.message, code: headers['x-error-code'], headers })
}

/** The headers that each status requires besides `x-error-code`. */
interface StatusHeaders {
  readonly 400: object
  readonly 401: typeof challenge
  readonly 403: object
  readonly 404: object
  readonly 409: object
  readonly 422: object
  /** In whole seconds (RFC 9110, section 10.2.3). */
  readonly 429: { readonly 'retry-after': number }
}

const noHeaders = (): object => ({})

const statusHeaders: {
  readonly [Status in keyof StatusHeaders]: (retryAfterSeconds: number) => StatusHeaders[Status]
} = {
  400: noHeaders,
  401: () => challenge,
  403: noHeaders,
  404: noHeaders,
  409: noHeaders,
  422: noHeaders,
  429: (retryAfterSeconds) => ({ 'retry-after': retryAfterSeconds }),
}
