import { describe, expect, it } from 'vitest'
import {
  cartCheckoutOf,
  checkoutOf,
  fillCart,
  sendRaw,
  storyCard,
  storyPayments,
} from '@giftcards/test-harness'
import { useSandbox } from '@giftcards/test-harness/vitest'

const sandbox = await useSandbox()

const buy = { body: { action: 'buy' } }
const agent = ['user-agent', 'contract-tests'] as const
const app = ['x-cc-app', 'demo-app'] as const

describe('a POST that needs no body', () => {
  it.each([
    ['without a content type', undefined, undefined],
    ['with a content type', 'application/json', undefined],
    ['with another content type', 'text/plain', undefined],
    ['with an empty body', 'application/json', ''],
  ])('is accepted %s', { meta: { rules: ['D13-01'] } }, async (_how, type, body) => {
    const partner = await sandbox.partner()
    const { cartId } = await fillCart(partner, [storyCard.harborB2B()])
    const headers = [agent, app, ...(type === undefined ? [] : [['content-type', type] as const])]
    const rest = { method: 'post', ...(body === undefined ? {} : { body }) }
    const session = await sendRaw(sandbox.url, {
      ...rest,
      path: '/v3/session',
      headers,
      operationId: 'createSession',
    })
    expect(session.status).toBe(200)
    const coupon = await sendRaw(sandbox.url, {
      ...rest,
      path: `/v3/carts/${cartId}/coupons/SAVE10`,
      headers: [...headers, ['authorization', `Bearer ${partner.token}`]],
      operationId: 'applyCoupon',
    })
    expect(coupon.status).toBe(200)
  })
})

describe('x-request-id', () => {
  it.each(['', ' ', 'a b', 'a/b', '<script>', 'a,b', 'naïve', 'x'.repeat(129), '%00', '"', 'a;b'])(
    'is replaced where it is unsafe: %j',
    { meta: { rules: ['D13-02'] } },
    async (sent) => {
      const answer = await sendRaw(sandbox.url, {
        method: 'post',
        path: '/v3/session',
        headers: [agent, app, ['x-request-id', sent]],
        operationId: 'createSession',
      })
      expect(answer.status).toBe(200)
      const id = answer.headers.get('x-request-id') ?? ''
      expect(id).not.toBe(sent)
      expect(id).toMatch(/^[A-Za-z0-9._:-]{1,128}$/)
    },
  )
})

describe('Idempotency-Key', () => {
  it.each(['', 'a b', 'x'.repeat(256), 'clé', 'a\tb'])(
    'is refused where it is malformed: %j',
    { meta: { rules: ['D13-03'] } },
    async (key) => {
      const partner = await sandbox.partner('standard@example.com')
      const answer = await sendRaw(sandbox.url, {
        method: 'post',
        path: '/v3/orders?checkout=condensed',
        headers: [
          agent,
          app,
          ['authorization', `Bearer ${partner.token}`],
          ['content-type', 'application/json'],
          ['idempotency-key', key],
        ],
        body: JSON.stringify(checkoutOf([storyCard.harborB2B()]).body),
        operationId: 'checkout',
      })
      expect([answer.status, answer.code]).toStrictEqual([400, 'validation_error'])
      expect(answer.messages.join()).toContain('Idempotency-Key')
    },
  )

  it('takes 255 visible characters', async () => {
    const partner = await sandbox.partner('standard@example.com')
    const headers = { 'idempotency-key': '!~'.repeat(127) + 'x' }
    const placed = await partner.call('checkout', { ...checkoutOf([storyCard.harborB2B()]), headers })
    expect(placed.status).toBe(201)
  })
})

describe('checkout', () => {
  it('answers a malformed cart like an unknown one', { meta: { rules: ['D13-04'] } }, async () => {
    const partner = await sandbox.partner('elite@example.com')
    for (const cartId of ['00000000-0000-4000-8000-000000000000', 'malformed', '', '../carts', '\u0000']) {
      const answer = await partner.call('checkout', cartCheckoutOf(cartId))
      expect([answer.status, answer.code, ...answer.messages]).toStrictEqual([
        404,
        'cart_not_found',
        'Cart not found',
      ])
    }
  })

  it(
    'refuses missing payment or billing details',
    { meta: { rules: ['D13-05', 'D6-06', 'D6-08', '2.7-03'] } },
    async () => {
      const partner = await sandbox.partner('standard@example.com')
      const cards = [storyCard.harborB2B()]
      const { ACH, CREDITCARD, ACH_CREDITCARD, STORE_CREDIT } = storyPayments
      const noBilling = { billingDetails: undefined }
      const cases = [
        checkoutOf(cards, { method: 'ACH' }),
        checkoutOf(cards, { method: 'ACH', details: {} }),
        checkoutOf(cards, { method: 'CREDITCARD' }),
        checkoutOf(cards, { method: 'CREDITCARD', details: { id: 8001 } }),
        checkoutOf(cards, { method: 'ACH_CREDITCARD' }),
        checkoutOf(cards, { method: 'ACH_CREDITCARD', details: { id: 7001 } }),
        checkoutOf(cards, { method: 'ACH_CREDITCARD', details: { id: 7001, creditCardId: 8001 } }),
        checkoutOf(cards, CREDITCARD, noBilling),
        checkoutOf(cards, ACH_CREDITCARD, noBilling),
        checkoutOf(cards, STORE_CREDIT, noBilling),
      ]
      for (const one of cases) {
        const refused = await partner.call('checkout', one)
        expect([refused.status, refused.code]).toStrictEqual([400, 'validation_error'])
      }
      expect((await partner.call('checkout', checkoutOf(cards, ACH, noBilling))).status).toBe(201)
      const elite = await sandbox.partner('elite@example.com')
      const drawdown = checkoutOf(cards, storyPayments.DRAWDOWN_ACCOUNT, noBilling)
      expect((await elite.call('checkout', drawdown)).status).toBe(201)
    },
  )
})

describe('the token headers', () => {
  it('of a refresh speak of the new token', { meta: { rules: ['D13-06'] } }, async () => {
    const partner = await sandbox.partner()
    await sandbox.advance(3600 - 120)
    const { headers } = await partner.call('createCart', buy)
    const [, claims = ''] = (headers.get('authorization') ?? '').split('.')
    const { exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { exp: number }
    const { now } = await sandbox.wantControl('getClock', 200)
    expect(Number(headers.get('x-token-exp-seconds'))).toBe(exp - Math.floor(Date.parse(now) / 1000))
    expect(headers.get('x-token-exp-seconds')).toBe('3600')
  })

  it('come all three with a login', { meta: { rules: ['D13-07'] } }, async () => {
    const partner = await sandbox.partner()
    const { token, sessionId } = partner
    const { headers } = await partner.login('standard@example.com')
    expect(headers.get('authorization')).toMatch(/^ey[\w-]+\.[\w-]+\.[\w-]+$/)
    expect(headers.get('authorization')).not.toBe(token)
    expect(headers.get('x-token-exp-seconds')).toBe('3600')
    expect(headers.get('x-session-id')).toBe(sessionId)
  })

  it('leave the anonymous token alive', { meta: { rules: ['D13-08'] } }, async () => {
    const partner = await sandbox.partner()
    const headers = { authorization: `Bearer ${partner.token}` }
    await partner.login('standard@example.com')
    const own = await partner.want('createCart', 201, buy)
    const anonymous = await partner.want('createCart', 201, { ...buy, headers })
    expect(anonymous.cartId).not.toBe(own.cartId)
    expect((await partner.call('getDrawdownAccount', { headers })).code).toBe('login_required')
  })
})
