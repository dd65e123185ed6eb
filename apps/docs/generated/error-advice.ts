/** The sections of the list of error codes. */
export const errorGroups = {
  identity: 'Who you are',
  session: 'Session and login',
  request: 'The form of the request',
  cart: 'Carts and stock',
  coupon: 'Coupons',
  checkout: 'Checkout and drawdown',
  wallet: 'Orders and wallet',
  service: 'The service itself',
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
  '401 missing_app': to('identity', 'Send your application ID in `x-cc-app`, on this request too.'),
  '401 unknown_app': to('identity', 'Check the application ID with the operator of the service.'),

  '400 token_missing': to('session', newSession),
  '400 token_expired': to('session', newSession),
  '400 token_invalid': to(
    'session',
    `${newSession} Check that the token is sent as \`Bearer\`, with the \`x-cc-app\` it was issued to.`,
  ),
  '401 login_failed': to(
    'session',
    'Ask for other credentials. Do not retry: after five failures within 15 minutes, even the right ones get 429.',
  ),
  '401 login_required': to(
    'session',
    'Log in, and use the token in the `authorization` header of the response.',
  ),

  '400 invalid_json': to('request', 'Fix the serialization. The service has checked nothing else.'),
  '400 validation_error': to(
    'request',
    'Read every entry of `message`: each names the place and the problem. Fix the request. A retry fails again.',
  ),
  '404 not_found': to(
    'request',
    'Check the path, its version segment first: `/v3/`, or `/v3.1/` for adding cards.',
  ),
  '405 method_not_allowed': to('request', 'Use a method that the `Allow` header of the response lists.'),
  '413 payload_too_large': to('request', 'Send less: 50 lines of cards need far less than 256 KiB.'),
  '415 unsupported_media_type': to('request', 'Send `Content-Type: application/json`.'),

  '400 insufficient_inventory': to(
    'cart',
    'Show that these cards are gone. Another face value or percentage is other stock: ask for that.',
  ),
  '400 quantity_below_one': to('cart', 'Remove the card with `removeCard`.'),
  '404 cart_not_found': to(
    'cart',
    'Create a cart and add the cards again: a cart expires 30 minutes after its last change.',
  ),
  '404 cart_card_not_found': to(
    'cart',
    'Read the cart again with `createCart` and use the `id` that its card has now.',
  ),

  '400 coupon_not_found': to('coupon', 'Ask for another code.'),
  '400 coupon_expired': to('coupon', 'Say that the coupon has expired.'),
  '400 coupon_not_yet_active': to('coupon', 'Say that the coupon is not valid yet.'),
  '400 coupon_used_up': to('coupon', 'Say that the coupon is used up.'),
  '400 coupon_not_eligible': to('coupon', 'Say that the coupon is not for these cards or this account.'),
  '400 coupon_already_applied': to('coupon', 'Remove the applied coupon first: a cart takes one.'),
  '400 coupon_not_applied': to(
    'coupon',
    'Read `couponData` of the cart: it names the applied coupon, if any.',
  ),

  '400 payment_method_invalid': to('checkout', 'Use one of the five methods, in capital letters.'),
  '400 payment_method_not_found': to(
    'checkout',
    'Use the ID of a saved method of this customer, of the kind the method asks for.',
  ),
  '400 cards_unavailable': to(
    'checkout',
    'Nothing was ordered. Ask for fewer or other cards, and use a new `Idempotency-Key`.',
  ),
  '400 payment_declined': to(
    'checkout',
    'Nothing was ordered. Ask for another payment method, and use a new `Idempotency-Key`.',
  ),
  '400 drawdown_not_authorized': to(
    'checkout',
    'Offer another payment method: drawdown is for Elite partners with an account.',
  ),
  '400 drawdown_inactive': to(
    'checkout',
    'Ask the operator to activate the account. `isActive` shows its state.',
  ),
  '400 customer_details_required': to(
    'checkout',
    'Ask the operator to add address and phone number to the customer’s profile.',
  ),
  '400 drawdown_insufficient': to('checkout', 'Fund the account, or wait until pending orders are settled.'),
  '403 drawdown_not_authorized': to(
    'checkout',
    'Read the account of Elite customers only: see `isElite` of the login.',
  ),
  '409 checkout_in_progress': to(
    'checkout',
    'Wait a second or two, then retry with the same `Idempotency-Key`.',
  ),
  '422 idempotency_mismatch': to(
    'checkout',
    'Make a new key for each new order. Retry with an old key only with the very same body.',
  ),

  '400 secure_data_expired': to(
    'wallet',
    'Read secure data within 24 hours of fulfillment, and keep what you need.',
  ),
  '404 order_not_found': to(
    'wallet',
    'Use the `orderId` of the order, not its numeric `id`, in a session of its customer.',
  ),
  '404 card_not_found': to(
    'wallet',
    'Wait until the card is fulfilled, and ask in a session of its customer.',
  ),

  '429 rate_limited': to('service', 'Wait for `Retry-After`, then retry.'),
  '500 internal_error': to(
    'service',
    'Retry what is safe to retry, with growing pauses. Quote `x-request-id` when you report it.',
  ),
  '503 internal_error': to(
    'service',
    'Wait for `Retry-After` if the response has it, then retry what is safe to retry.',
  ),

  '401 sandbox_key_invalid': to(
    'controls',
    'Send the key of the sandbox in `x-sandbox-key`. Without a key, call from the machine of the server, at its loopback address.',
  ),
  '404 customer_not_found': to(
    'controls',
    'Use the email of a published customer: `listCustomers` has them all.',
  ),
  '404 drawdown_account_not_found': to(
    'controls',
    'Use an Elite customer: `listCustomers` shows who has a drawdown account.',
  ),
}
