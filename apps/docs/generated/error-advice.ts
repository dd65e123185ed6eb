/** The sections of the list of error codes. */
export const errorGroups = {
  identity: 'Application and User-Agent',
  session: 'Session and login',
  request: 'Request format',
  cart: 'Carts and stock',
  coupon: 'Coupons',
  checkout: 'Checkout and drawdown',
  wallet: 'Orders and wallet',
  service: 'Service',
  controls: 'Sandbox controls',
} as const

export type ErrorGroup = keyof typeof errorGroups

/** What a partner's program does about an error. */
export interface ErrorAdvice {
  readonly group: ErrorGroup
  readonly advice: string
}

const to = (group: ErrorGroup, advice: string): ErrorAdvice => ({ group, advice })

const newSession =
  'Open a new session, log in again if the request needs a customer, and retry the request once.'

/** What to do about each error, by status and code. The build fails for an error without advice, and for advice without an error. */
export const errorAdvice: Readonly<Record<string, ErrorAdvice>> = {
  '400 missing_app': to('identity', 'Send your application ID in `x-cc-app`.'),
  '401 missing_user_agent': to('identity', 'Send a `User-Agent` that names your program.'),
  '401 missing_app': to('identity', 'Send your application ID in `x-cc-app` with every request.'),
  '401 unknown_app': to('identity', 'Check the application ID with the operator of the service.'),

  '400 token_missing': to('session', newSession),
  '400 token_expired': to('session', newSession),
  '400 token_invalid': to(
    'session',
    `${newSession} Send the token as \`Authorization: Bearer <token>\`, with the \`x-cc-app\` it was issued to.`,
  ),
  '401 login_failed': to(
    'session',
    'Check the email and password. Do not retry: after five failures within 15 minutes, even the right password gets 429.',
  ),
  '401 login_required': to(
    'session',
    'Log in, and send the token from the `authorization` header of the login response.',
  ),

  '400 invalid_json': to('request', 'Send valid JSON. The service checks the schema only after that.'),
  '400 validation_error': to(
    'request',
    'Fix each problem in `message`: each text names its place in the request. The same request fails again.',
  ),
  '404 not_found': to(
    'request',
    'Check the path, starting with the version: `/v3/`, or `/v3.1/` for adding cards.',
  ),
  '405 method_not_allowed': to('request', 'Use a method from the `Allow` header of the response.'),
  '413 payload_too_large': to('request', 'Send a smaller body. The largest valid request needs far less than 256 KiB.'),
  '415 unsupported_media_type': to('request', 'Send `Content-Type: application/json`.'),

  '400 insufficient_inventory': to(
    'cart',
    'Tell the customer that these cards are sold out, or add cards with another face value or percentage.',
  ),
  '400 quantity_below_one': to('cart', 'Call `removeCard` to remove the last card of a line.'),
  '404 cart_not_found': to(
    'cart',
    'Create a cart and add the cards again. A cart expires 30 minutes after its last change.',
  ),
  '404 cart_card_not_found': to(
    'cart',
    'Read the cart with `createCart`, and use the current `id` of the card.',
  ),

  '400 coupon_not_found': to('coupon', 'Ask the customer to check the code. After 20 unknown codes within 15 minutes, every code gets 429.'),
  '400 coupon_expired': to('coupon', 'Tell the customer that the coupon has expired. Continue without it.'),
  '400 coupon_not_yet_active': to('coupon', 'Tell the customer that the coupon is not valid yet. Continue without it.'),
  '400 coupon_used_up': to('coupon', 'Tell the customer that the coupon is used up. Continue without it.'),
  '400 coupon_not_eligible': to('coupon', 'Tell the customer that the coupon does not apply to these cards or this account. Continue without it.'),
  '400 coupon_already_applied': to('coupon', 'Remove the applied coupon first. A cart can have one coupon.'),
  '400 coupon_not_applied': to(
    'coupon',
    'Use the code in `couponData` of the cart. It is null if no coupon is applied.',
  ),

  '400 payment_method_invalid': to('checkout', 'Send `ACH`, `ACH_CREDITCARD`, `CREDITCARD`, `STORE_CREDIT` or `DRAWDOWN_ACCOUNT`, in capital letters.'),
  '400 payment_method_not_found': to(
    'checkout',
    'Send the ID of a bank account or card that this customer has saved, of the kind that the method requires.',
  ),
  '400 cards_unavailable': to(
    'checkout',
    'Order fewer or other cards, with a new `Idempotency-Key`. Nothing was ordered or charged.',
  ),
  '400 payment_declined': to(
    'checkout',
    'Ask the customer for another payment method, and use a new `Idempotency-Key`. Nothing was ordered or charged.',
  ),
  '400 drawdown_not_authorized': to(
    'checkout',
    'Use another payment method. Drawdown requires an Elite partner with an account.',
  ),
  '400 drawdown_inactive': to(
    'checkout',
    'Ask the operator to activate the account. `isActive` shows whether it is active.',
  ),
  '400 customer_details_required': to(
    'checkout',
    'Ask the operator to add an address and a phone number to the customer’s profile.',
  ),
  '400 drawdown_insufficient': to('checkout', 'Fund the account, or use another payment method.'),
  '403 drawdown_not_authorized': to(
    'checkout',
    'Call this operation only for customers with `isElite: true` in the login response.',
  ),
  '409 checkout_in_progress': to(
    'checkout',
    'Wait a second or two, then retry with the same `Idempotency-Key`.',
  ),
  '422 idempotency_mismatch': to(
    'checkout',
    'Use a new key for each order. Reuse a key only to retry the identical body.',
  ),

  '400 secure_data_expired': to(
    'wallet',
    'Read secure data within 24 hours of fulfillment, and store it. Later, contact support.',
  ),
  '404 order_not_found': to(
    'wallet',
    'Send the `orderId` of the order, not its numeric `id`, with a token of its customer.',
  ),
  '404 card_not_found': to(
    'wallet',
    'Wait until the card is fulfilled, and send a token of its customer.',
  ),

  '429 rate_limited': to('service', 'Wait the seconds in `Retry-After`, then retry.'),
  '500 internal_error': to(
    'service',
    'Retry if the operation may be repeated, with growing pauses. If it persists, quote `x-request-id` to support.',
  ),
  '503 internal_error': to(
    'service',
    'Wait the seconds in `Retry-After` if present. Retry if the operation may be repeated.',
  ),

  '401 sandbox_key_invalid': to(
    'controls',
    'Send the sandbox key in `x-sandbox-key`. If the sandbox has no key, call it from its own machine at the loopback address.',
  ),
  '404 customer_not_found': to(
    'controls',
    'Use the email of a sandbox customer. `listCustomers` returns them.',
  ),
  '404 drawdown_account_not_found': to(
    'controls',
    'Use an Elite customer with a drawdown account. `listCustomers` shows them.',
  ),
}
