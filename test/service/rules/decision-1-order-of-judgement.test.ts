import { describe, expect, it } from 'vitest'
import { cartCheckoutOf, checkoutOf, fillCart, sendRaw, storyCard } from '@giftcards/test-harness'
import { useSandbox } from '@giftcards/test-harness/vitest'

const perMinute = 4
const unknownId = '00000000-0000-4000-8000-000000000000'
const agent = ['user-agent', 'contract-tests'] as const
const app = ['x-cc-app', 'demo-app'] as const

const sandbox = await useSandbox()
const limited = await useSandbox({ RATE_LIMIT_PER_MINUTE: String(perMinute) })

/** Opens a session that has used up its requests for the minute. */
async function exhaustedSession() {
  const partner = await limited.partner()
  for (let request = 0; request < perMinute; request += 1) {
    await partner.want('createCart', request === 0 ? 201 : 200, { body: { action: 'buy' } })
  }
  return partner
}

describe('the order of judgement', () => {
  it('answers an unknown path before anything', { meta: { rules: ['D1-01'] } }, async () => {
    const unknown = await sendRaw(sandbox.url, { method: 'get', path: '/v3/nowhere' })
    expect([unknown.status, unknown.code]).toStrictEqual([404, 'not_found'])
    const wrongMethod = await sendRaw(sandbox.url, { method: 'delete', path: '/v3/carts' })
    expect([wrongMethod.status, wrongMethod.code]).toStrictEqual([405, 'method_not_allowed'])
  })

  it('answers a missing User-Agent before a missing app', { meta: { rules: ['D1-02'] } }, async () => {
    const session = { method: 'post', path: '/v3/session', operationId: 'createSession' }
    const neither = await sendRaw(sandbox.url, session)
    expect([neither.status, neither.code]).toStrictEqual([401, 'missing_user_agent'])
    const withoutApp = await sendRaw(sandbox.url, { ...session, headers: [agent] })
    expect([withoutApp.status, withoutApp.code]).toStrictEqual([400, 'missing_app'])
  })

  it.each([
    { headers: [agent], code: 'missing_app' },
    { headers: [agent, ['x-cc-app', 'no-such-app'] as const], code: 'unknown_app' },
  ])('answers $code before a missing token', { meta: { rules: ['D1-03'] } }, async ({ headers, code }) => {
    const cart = { method: 'post', path: '/v3/carts', operationId: 'createCart' }
    const refused = await sendRaw(sandbox.url, { ...cart, headers })
    expect([refused.status, refused.code]).toStrictEqual([401, code])
    const known = await sendRaw(sandbox.url, { ...cart, headers: [agent, app] })
    expect([known.status, known.code]).toStrictEqual([400, 'token_missing'])
  })

  it('answers a missing token before the rate limit', { meta: { rules: ['D1-04'] } }, async () => {
    const partner = await exhaustedSession()
    const withToken = await partner.call('createCart', { body: { action: 'buy' } })
    expect([withToken.status, withToken.code]).toStrictEqual([429, 'rate_limited'])
    for (let request = 0; request <= perMinute; request += 1) {
      const without = await partner.call('createCart', {
        headers: { authorization: null },
        body: { action: 'buy' },
      })
      expect([without.status, without.code]).toStrictEqual([400, 'token_missing'])
    }
  })

  it('answers the rate limit before the body is read', { meta: { rules: ['D1-05'] } }, async () => {
    const partner = await exhaustedSession()
    const asText = { headers: { 'content-type': 'text/plain' }, body: 'buy' }
    expect((await partner.call('createCart', asText)).status).toBe(429)
    expect((await partner.call('createCart', { body: '{"action"' })).status).toBe(429)
    const fresh = await limited.partner()
    expect((await fresh.call('createCart', asText)).code).toBe('unsupported_media_type')
    expect((await fresh.call('createCart', { body: '{"action"' })).code).toBe('invalid_json')
  })

  it('answers an unreadable body before the schema', { meta: { rules: ['D1-06'] } }, async () => {
    const partner = await sandbox.partner('elite@example.com')
    // Each of these also violates the schema of the query.
    const query = { checkout: 'express' }
    const asText = { query, headers: { 'content-type': 'text/plain' }, body: '{}' }
    expect((await partner.call('checkout', asText)).code).toBe('unsupported_media_type')
    expect((await partner.call('checkout', { query, body: '{' })).code).toBe('invalid_json')
    expect((await partner.call('checkout', { query, body: {} })).code).toBe('validation_error')
  })

  it('answers the schema before a missing login', { meta: { rules: ['D1-07'] } }, async () => {
    const anonymous = await sandbox.partner()
    expect((await anonymous.call('checkout', { body: {} })).code).toBe('validation_error')
    const wellFormed = await anonymous.call('checkout', checkoutOf([storyCard.harborB2B()]))
    expect(wellFormed.code).toBe('login_required')
    const standard = await sandbox.partner('standard@example.com')
    const { body: cart } = cartCheckoutOf(unknownId)
    const halfShape = { body: { ...(cart as object), shippingDetails: {} } }
    expect((await standard.call('checkout', halfShape)).code).toBe('validation_error')
    expect((await standard.call('checkout', { body: cart })).code).toBe('drawdown_not_authorized')
  })

  it('answers a missing login or tier before ownership', { meta: { rules: ['D1-08'] } }, async () => {
    const anonymous = await sandbox.partner()
    for (const call of [
      anonymous.call('getOrder', { path: { orderId: unknownId } }),
      anonymous.call('getWalletCard', { path: { cardId: 1 } }),
      anonymous.call('getSecureData', { path: { cardId: 2 } }),
      anonymous.call('checkout', cartCheckoutOf(unknownId)),
    ]) {
      expect((await call).code).toBe('login_required')
    }
    const standard = await sandbox.partner('standard@example.com')
    expect((await standard.call('checkout', cartCheckoutOf(unknownId))).code).toBe('drawdown_not_authorized')
    expect((await standard.call('getOrder', { path: { orderId: unknownId } })).code).toBe('order_not_found')
  })

  it('answers an unknown resource before a business rule', { meta: { rules: ['D1-09'] } }, async () => {
    const owner = await sandbox.partner('elite@example.com')
    const other = await sandbox.partner('standard@example.com')
    const cart = await fillCart(owner, [storyCard.harborB2B()])
    const cardId = cart.cards[0]!.id
    const own = { cartId: cart.cartId, cardId }
    for (const path of [own, { cartId: unknownId, cardId }, { cartId: 'malformed', cardId }]) {
      const lastOne = await other.call('adjustCardQuantity', { path, body: { qty: -1 } })
      expect([lastOne.status, lastOne.code]).toStrictEqual([404, 'cart_not_found'])
      const coupon = { path: { cartId: path.cartId, couponCode: 'EXPIRED' } }
      expect((await other.call('applyCoupon', coupon)).code).toBe('cart_not_found')
      const soldOut = { path: { cartId: path.cartId }, body: { cards: [storyCard.pixelSoldOut()] } }
      expect((await other.call('addCards', soldOut)).code).toBe('cart_not_found')
    }
    const lastOne = await owner.call('adjustCardQuantity', { path: own, body: { qty: -1 } })
    expect(lastOne.code).toBe('quantity_below_one')
    const unknownCard = { path: { cartId: cart.cartId, cardId: unknownId }, body: { qty: -1 } }
    expect((await owner.call('adjustCardQuantity', unknownCard)).code).toBe('cart_card_not_found')
    const poor = await sandbox.partner('elite-poor@example.com')
    expect((await poor.call('checkout', cartCheckoutOf(cart.cartId))).code).toBe('cart_not_found')
  })
})
