import type { Fault, FaultTable } from '../fault.ts'
import {
  apiError,
  app,
  caller,
  checkout,
  contract,
  errorResponses,
  judgeCheckout,
  kitBody,
  login,
  operation,
  operationTable,
  refusals,
  schema,
  stored,
  tokens,
} from '../sources.ts'

/** A refusal has another code. */
const recoded = (rule: string, kind: string, code = kind): Fault => ({
  rule,
  file: refusals,
  after: `\n  ${kind}: {`,
  find: `code: '${code}'`,
  replace: `code: '${code}_' as never`,
})

/** A refusal has another message. */
const reworded = (rule: string, message: string): Fault => ({
  rule,
  file: refusals,
  find: `message: '${message}',`,
  replace: `message: '${message}!',`,
})

/** A refused coupon has another code. */
const couponCode = (rule: string, kind: string): Fault => ({
  rule,
  file: refusals,
  find: `invalidCoupon('${kind}')`,
  replace: `invalidCoupon('${kind}_' as never)`,
})

/** An operation returns another status. */
const status = (rule: string, name: string, from: number, to: number): Fault => ({
  rule,
  file: operation(name),
  find: `status: ${from},`,
  replace: `status: ${to} as never,`,
})

export const faults: FaultTable = [
  {
    rule: 'D2-01',
    file: apiError,
    find: 'this.body = { message: messages }',
    replace: 'this.body = { message: messages, code } as never',
  },
  {
    rule: 'D2-02',
    file: errorResponses,
    find: 'error.problems.map(toText)',
    replace: 'error.problems.slice(0, 1).map(toText)',
  },
  {
    rule: 'D2-03',
    file: apiError,
    find: "this.headers = { ...headers, 'x-error-code': code }",
    replace: "this.headers = status === 405 ? { ...headers } : { ...headers, 'x-error-code': code }",
  },
  {
    rule: 'D2-04',
    file: app,
    find: "response.setHeader('x-request-id', requestId)",
    replace: "if (request.path !== '/metrics') response.setHeader('x-request-id', requestId)",
  },
  { rule: 'D2-05', file: app, find: '{1,128}', replace: '{1,64}' },
  {
    rule: 'D2-06',
    file: caller,
    find: "if ((request.get('user-agent') ?? '').trim() === '')",
    replace: "if (request.path !== '/v3/session' && (request.get('user-agent') ?? '').trim() === '')",
  },
  {
    rule: 'D2-07',
    file: apiError,
    after: 'export const sessionWithoutApp',
    find: "code: 'missing_app'",
    replace: "code: 'app_missing'",
  },
  {
    rule: 'D2-08',
    file: caller,
    find: "takesToken ? unauthorized('missing_app')",
    replace: "takesToken ? unauthorized('unknown_app')",
  },
  {
    rule: 'D2-09',
    file: stored('accounts'),
    find: 'appIsEnabled: row?.app_is_enabled === 1',
    replace: "appIsEnabled: typeof row?.app_is_enabled === 'number'",
  },
  {
    rule: 'D2-10',
    file: caller,
    find: "throw tokenRefused('token_missing')",
    replace: "throw tokenRefused('token_invalid')",
  },
  {
    rule: 'D2-11',
    file: caller,
    find: "if (tokens.isExpired(token)) throw tokenRefused('token_expired')",
    replace: "if (tokens.isExpired(token)) throw tokenRefused('token_invalid')",
  },
  { rule: 'D2-12', file: tokens, find: '          audience: appId,\n', replace: '' },
  { rule: 'D2-13', file: login, find: 'isRight && !customer.isDisabled', replace: 'isRight' },
  {
    rule: 'D2-14',
    file: apiError,
    find: "messages: ['Customer login is required']",
    replace: "messages: ['Unauthorized']",
  },
  reworded('D2-15', 'Customer is not authorized to use a drawdown account'),
  { rule: 'D2-16', file: refusals, find: "message: 'Cart not found'", replace: "message: 'No such cart'" },
  {
    rule: 'D2-17',
    file: refusals,
    find: "message: 'Card not found in cart'",
    replace: "message: 'Card not found'",
  },
  { rule: 'D2-18', file: refusals, find: "message: 'Order not found'", replace: "message: 'No such order'" },
  {
    rule: 'D2-19',
    file: refusals,
    find: "message: 'Card not found', ",
    replace: "message: 'No such card', ",
  },
  {
    rule: 'D2-20',
    file: errorResponses,
    find: "problems.find((one) => one.in === 'path')",
    replace: "problems.find((one) => one.in === 'cookie')",
  },
  { rule: 'D2-21', file: apiError, find: "messages: ['Not found']", replace: "messages: ['No such path']" },
  {
    rule: 'D2-22',
    file: apiError,
    after: "code: 'method_not_allowed',",
    find: 'headers: { allow },',
    replace: '',
  },
  {
    rule: 'D2-23',
    file: errorResponses,
    find: "messages: ['Request body is not valid JSON']",
    replace: "messages: ['Malformed HTTP request']",
  },
  {
    rule: 'D2-24',
    file: kitBody,
    find: 'defaultBodyBytes = 256 * 1024',
    replace: 'defaultBodyBytes = 512 * 1024',
  },
  {
    rule: 'D2-25',
    file: errorResponses,
    find: "messages: [error.message], code: 'unsupported_media_type'",
    replace: "messages: [error.message], code: 'media_type'",
  },
  {
    rule: 'D2-26',
    file: errorResponses,
    find: 'error.problems.map(toText)',
    replace: 'error.problems.map(({ message }) => message)',
  },
  recoded('D2-27', 'insufficient_inventory'),
  couponCode('D2-28', 'coupon_not_found'),
  couponCode('D2-29', 'coupon_expired'),
  couponCode('D2-30', 'coupon_not_yet_active'),
  couponCode('D2-31', 'coupon_used_up'),
  couponCode('D2-32', 'coupon_not_eligible'),
  couponCode('D2-33', 'coupon_already_applied'),
  couponCode('D2-34', 'coupon_not_applied'),
  recoded('D2-35', 'payment_method_invalid'),
  recoded('D2-36', 'payment_method_not_found'),
  recoded('D2-37', 'drawdown_not_authorized'),
  {
    rule: 'D2-38',
    file: refusals,
    find: "code: 'drawdown_inactive'",
    replace: "code: 'drawdown_closed' as never",
  },
  {
    rule: 'D2-39',
    file: judgeCheckout,
    find: ': done({ customer: await findLoggedInCustomer(tx, caller), drawdown: null })',
    replace:
      ": (await findLoggedInCustomer(tx, caller)).phone === null\n        ? refused('customer_details_required')\n        : done({ customer: await findLoggedInCustomer(tx, caller), drawdown: null })",
  },
  recoded('D2-40', 'cards_unavailable'),
  recoded('D2-41', 'drawdown_insufficient'),
  { rule: 'D2-42', file: refusals, find: "code: 'payment_declined'", replace: "code: 'declined' as never" },
  reworded('D2-43', 'Secure data is no longer available'),
  reworded('D2-44', 'Another checkout is in progress'),
  reworded('D2-45', 'Idempotency-Key was used with a different request'),
  {
    rule: 'D2-46',
    file: apiError,
    after: 'export const tooManyRequests',
    find: "headers: { 'retry-after': Math.max(1, Math.ceil(retryAfterMs / 1000)) },",
    replace: '',
  },
  {
    rule: 'D2-47',
    file: errorResponses,
    find: 'return toResponse(internalError())',
    replace: 'return { ...toResponse(internalError()), body: { message: [String(error)] } }',
  },
  {
    rule: 'D2-48',
    file: errorResponses,
    find: 'if (error instanceof StoreUnavailableError || error instanceof PaymentUnavailableError)',
    replace: 'if (error instanceof PaymentUnavailableError)',
  },
  {
    rule: 'D2-49',
    file: judgeCheckout,
    find: 'const plan = await planPayment(tx, caller.customerId, request)',
    replace:
      "if (request.couponCode !== undefined && (await tx.findCoupon(request.couponCode)) === undefined)\n    return refused('coupon_not_found')\n  const plan = await planPayment(tx, caller.customerId, request)",
  },
  {
    rule: 'D2-50',
    file: judgeCheckout,
    find: 'if (!customer.isElite || drawdown === undefined) return',
    replace:
      "if (drawdown?.isActive !== true) return refused('drawdown_inactive')\n  if (!customer.isElite || drawdown === undefined) return",
  },
  {
    rule: 'D2-51',
    file: judgeCheckout,
    find: "if (!drawdown.isActive) return refused('drawdown_inactive')\n  if (customer.address === null || customer.phone === null) return refused('customer_details_required')",
    replace:
      "if (customer.address === null || customer.phone === null) return refused('customer_details_required')\n  if (!drawdown.isActive) return refused('drawdown_inactive')",
  },
  {
    rule: 'D2-52',
    file: judgeCheckout,
    find: 'const payer =\n    plan.value.method',
    replace:
      "const early = await findRequestedCoupon(tx, caller, request.couponCode, now)\n  if (early.kind === 'refused') return early\n  const payer =\n    plan.value.method",
  },
  {
    rule: 'D2-53',
    file: judgeCheckout,
    find: "return coupon === undefined ? refused('coupon_not_found') : done(coupon)",
    replace: "return done(coupon ?? ({ startsAt: null, expires: '01/01/2000' } as Coupon))",
  },
  {
    rule: 'D2-54',
    file: checkout,
    find: 'const reserved = await reserveBasket(',
    replace:
      'const early = coupon === null ? undefined : await judgeCoupon(tx, coupon, [], customer.id, now)\n  if (early !== undefined) return refused(early)\n  const reserved = await reserveBasket(',
  },
  {
    rule: 'D2-55',
    file: checkout,
    find: 'if (coupon !== null) {\n    const objection',
    replace:
      "if ((judged.value.drawdown?.balanceCents ?? 5000) < 5000) return refused('drawdown_insufficient')\n  if (plan.method === 'STORE_CREDIT' && customer.storeCreditCents === 0) return refused('payment_declined')\n  if (coupon !== null) {\n    const objection",
  },
  { rule: 'D2-56', file: contract, after: schema('Payment'), find: '"x-extensible-enum"', replace: '"enum"' },
  {
    rule: 'D2-57',
    file: contract,
    after: '\n      "CartRefused": {',
    find: '"headers": {',
    replace:
      '"headers": {\n          "Retry-After": { "$ref": "#/components/headers/optional-Retry-After" },',
  },
  status('D2-58', 'create-session', 200, 201),
  status('D2-59', 'add-cards', 201, 200),
  status('D2-60', 'remove-coupon', 200, 201),
  status('D2-61', 'checkout', 201, 200),
  status('D2-62', 'get-wallet-card', 200, 203),
  {
    rule: 'D2-63',
    file: operationTable,
    after: 'removeCard: {"operationId"',
    find: '"statuses":[200,',
    replace: '"statuses":[200,204,',
  },
  {
    rule: 'D2-64',
    file: apiError,
    find: "code: 'login_required',\n    headers: challenge,",
    replace: "code: 'login_required',",
  },
]
