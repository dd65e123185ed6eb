import type { FaultTable } from '../fault.ts'
import {
  app,
  caller,
  carts,
  cartLines,
  cartView,
  checkout,
  contract,
  coupons,
  judgeCheckout,
  operation,
  operationObject,
  orderSteps,
  orderWire,
  placeOrder,
  publishedData,
  reserveCards,
  schema,
  settings,
  settlePayment,
  stockModel,
  tokens,
  triggers,
} from '../sources.ts'

export const faults: FaultTable = [
  {
    rule: 'D13-01',
    file: contract,
    after: operationObject('applyCoupon'),
    find: '"x-access": "session",',
    replace:
      '"x-access": "session",\n        "requestBody": { "required": true, "content": { "application/json": { "schema": { "type": "object" } } } },',
  },
  { rule: 'D13-02', file: app, find: '/^[A-Za-z0-9._:-]{1,128}$/', replace: '/^[!-~]{1,128}$/' },
  {
    rule: 'D13-03',
    file: contract,
    after: '\n      "Idempotency-Key": {',
    find: '"pattern":',
    replace: '"x-pattern":',
  },
  {
    rule: 'D13-04',
    file: contract,
    after: schema('DrawdownCartCheckoutRequest'),
    find: '"minLength": 0',
    replace: '"minLength": 36',
  },
  {
    rule: 'D13-05',
    file: judgeCheckout,
    find: "return refused('billing_details_missing')",
    replace: "return refused('payment_method_invalid')",
  },
  {
    rule: 'D13-06',
    file: caller,
    find: 'response.set(tokenHeaders(await tokens.issue(token)))',
    replace: "response.set({ ...tokenHeaders(await tokens.issue(token)), 'x-token-exp-seconds': '200' })",
  },
  {
    rule: 'D13-07',
    file: operation('login'),
    find: 'headers: tokenHeaders(issued)',
    replace: 'headers: Object.fromEntries(Object.entries(tokenHeaders(issued)).slice(0, 2))',
  },
  {
    rule: 'D13-08',
    file: tokens,
    find: 'const kept = known.get(token)\n',
    replace:
      'const kept = known.get(token)\n      if (kept?.login === null && known.values().some((other) => other.sessionId === kept.sessionId && other.login !== null)) return undefined\n',
  },
  { rule: 'D13-09', file: stockModel, find: '[true] : [false, true]', replace: '[true] : [true, false]' },
  {
    rule: 'D13-10',
    file: cartLines,
    find: "if (cardCount(cart.lines) + cardCount(wanted) > settings.maxCards) return refused('too_many_cards')",
    replace: '',
  },
  {
    rule: 'D13-11',
    file: checkout,
    find: 'rememberRefusal(deps, caller, idempotency, attempt)',
    replace: 'rememberRefusal(deps, caller, undefined, attempt)',
  },
  {
    rule: 'D13-12',
    file: judgeCheckout,
    find: "if (saved?.kind !== kind) return refused('payment_method_not_found')",
    replace:
      "if (saved?.kind !== kind) return refused(cardCount(request.lines) > settings.maxCards ? 'too_many_cards' : request.couponCode === undefined ? 'payment_method_not_found' : 'coupon_not_found')",
  },
  {
    rule: 'D13-13',
    file: judgeCheckout,
    find: "if (payer.kind === 'refused') return payer\n  if (cart === undefined) return refused('cart_not_found')",
    replace:
      "if (cart === undefined) return refused('cart_not_found')\n  if (payer.kind === 'refused') return payer",
  },
  {
    rule: 'D13-14',
    file: judgeCheckout,
    find: "if (cart === undefined) return refused('cart_not_found')",
    replace: "if (cart === undefined) return refused('cards_unavailable') as never",
  },
  {
    rule: 'D13-15',
    file: checkout,
    find: 'const reserved = await reserveBasket(',
    replace:
      "if ((judged.value.drawdown?.balanceCents ?? 5000) < 5000) return refused('drawdown_insufficient')\n  const reserved = await reserveBasket(",
  },
  { rule: 'D13-16', file: reserveCards, find: 'if (lines.length === 0) return undefined', replace: '' },
  {
    rule: 'D13-17',
    file: triggers,
    find: "checkout: () => refusalError({ kind: 'cards_unavailable' })",
    replace: "checkout: () => refusalError({ kind: 'insufficient_inventory' })",
  },
  {
    rule: 'D13-18',
    file: checkout,
    find: 'const reserved = await reserveBasket(',
    replace:
      "const early = coupon === null ? undefined : await judgeCoupon(tx, coupon, [], customer.id, now)\n  if (early !== undefined && early !== 'coupon_not_eligible') return refused(early)\n  const reserved = await reserveBasket(",
  },
  { rule: 'D13-19', file: coupons, find: '    eligible.length > 0 &&\n', replace: '' },
  {
    rule: 'D13-20',
    file: cartView,
    find: 'countCouponUsesBy(coupon.id, owner.customerId) : 0',
    replace: 'countCouponUsesBy(coupon.id, owner.customerId) : -1',
  },
  {
    rule: 'D13-21',
    file: settlePayment,
    find: 'describePaidLeg(prepared.method, legs, leg)',
    replace: 'describePaidLeg(prepared.method, legs, 0 * leg)',
  },
  {
    rule: 'D13-22',
    file: orderWire,
    find: ': toCouponData(order.coupon)',
    replace: ': { ...toCouponData(order.coupon), applied: true }',
  },
  { rule: 'D13-23', file: settings, find: 'prepareAfterMs: 3_600_000', replace: 'prepareAfterMs: 3_601_000' },
  {
    rule: 'D13-24',
    file: placeOrder,
    find: "return [{ at: at + settings.cancelAfterMs, do: 'cancel' }]",
    replace: "return [{ at, do: 'deliver-digital' }, { at: at + settings.cancelAfterMs, do: 'cancel' }]",
  },
  {
    rule: 'D13-25',
    file: orderSteps,
    find: '    await changeStoreCredit(tx, customer, refundEntry(order, at))\n',
    replace: '',
  },
  {
    rule: 'D13-26',
    file: placeOrder,
    find: 'await tx.sellStock(bucket, count)',
    replace: 'await tx.releaseStock(bucket, count)',
  },
  {
    rule: 'D13-27',
    file: publishedData,
    find: 'drawdown: [150_000, 30_000, true]',
    replace: 'drawdown: [150_000, 0, true]',
  },
  {
    rule: 'D13-28',
    file: operation('get-secure-data'),
    find: 'body: { number, pin, barcode }',
    replace: "body: { number, pin, barcode: { ...barcode, prefix: '' } }",
  },
  {
    rule: 'D13-29',
    file: carts,
    find: "{ kind: 'customer', customerId: caller.customerId }",
    replace:
      "{ kind: 'customer', customerId: caller.customerId + ('appId' in caller && caller.appId === 'demo-app-2' ? 1000 : 0) }",
  },
]
