import { operationTable } from '@giftcards/contract'
import { describe, expect, it } from 'vitest'
import {
  checkoutOf,
  everyCall,
  type Exchange,
  fillCart,
  fillPath,
  placeOrder,
  sendRaw,
  storyCard,
  storyPayments,
} from '@giftcards/test-harness'
import { useSandbox } from '@giftcards/test-harness/vitest'

const agent = ['user-agent', 'contract-tests'] as const
const app = ['x-cc-app', 'demo-app'] as const
const unknownId = '00000000-0000-4000-8000-000000000000'
const maxBytes = 256 * 1024
const ofBytes = (bytes: number): string => '{"action":"buy"}'.padEnd(bytes, ' ')
const noToken = 'no Authorization token was found'

const sandbox = await useSandbox()
const limited = await useSandbox({ RATE_LIMIT_PER_MINUTE: '2' })

/** Calls every operation but session creation with only these headers. Returns the responses. */
async function answersWithToken(headers: readonly (readonly [string, string])[]) {
  const answers = await everyAnswer(headers)
  return answers.filter(({ operationId }) => operationId !== 'createSession')
}

/** Calls every operation with only these headers. Returns the responses. */
function everyAnswer(headers: readonly (readonly [string, string])[]) {
  return Promise.all(
    everyCall.map(async ([operationId, options]) => {
      const { method, path } = operationTable[operationId]
      const answer = await sendRaw(sandbox.url, {
        method,
        path: fillPath(path, options),
        headers,
        operationId,
      })
      return { operationId, seen: told(answer) }
    }),
  )
}

const told = ({ status, code, messages }: Exchange) => [status, code, ...messages]

describe('identification', () => {
  it.each([
    { headers: [app] },
    { headers: [app, ['user-agent', ''] as const] },
    { headers: [app, ['user-agent', ' \t'] as const] },
  ])(
    'answers a missing or blank User-Agent on every operation ($headers.length headers)',
    { meta: { rules: ['D2-06', '7-05'] } },
    async ({ headers }) => {
      for (const { seen } of await everyAnswer(headers)) {
        expect(seen).toStrictEqual([401, 'missing_user_agent', 'Unauthorized'])
      }
    },
  )

  it(
    'answers a missing app by operation',
    { meta: { rules: ['D2-07', 'D2-08', '5-01', '7-03', '7-04'] } },
    async () => {
      for (const { operationId, seen } of await everyAnswer([agent])) {
        expect(seen).toStrictEqual(
          operationId === 'createSession'
            ? [400, 'missing_app', 'no x-cc-app was found']
            : [401, 'missing_app', 'Unauthorized'],
        )
      }
    },
  )

  it.each(['no-such-app', 'demo-app-disabled'])(
    'refuses the app %s everywhere',
    { meta: { rules: ['D2-09', '1-08'] } },
    async (appId) => {
      for (const { seen } of await everyAnswer([agent, ['x-cc-app', appId]])) {
        expect(seen).toStrictEqual([401, 'unknown_app', 'Unauthorized'])
      }
    },
  )

  it(
    'answers a missing token',
    { meta: { rules: ['D2-10', '4.3-01', '5-02', '5-13', '7-02'] } },
    async () => {
      for (const { seen } of await answersWithToken([agent, app])) {
        expect(seen).toStrictEqual([400, 'token_missing', noToken])
      }
    },
  )

  it(
    'answers an expired token like a missing one',
    { meta: { rules: ['D2-11', '5-12', '7-02'] } },
    async () => {
      const partner = await sandbox.partner()
      await sandbox.advance(3600)
      const expired = await partner.call('createCart', { body: { action: 'buy' } })
      expect(told(expired)).toStrictEqual([400, 'token_expired', noToken])
    },
  )

  it('answers an invalid token like a missing one', { meta: { rules: ['D2-12', '1-09'] } }, async () => {
    const { token } = await sandbox.partner()
    const [head = '', claims = '', signature = ''] = token.split('.')
    const forged = Buffer.from(claims, 'base64url').toString().replace('"aud"', '"sub":"1","aud"')
    const tokens = [
      'not.a.token',
      'x',
      `${head}.${claims}`,
      `${head}.${Buffer.from(forged).toString('base64url')}.${signature}`,
      `${head}.${claims}.${Buffer.alloc(64, 7).toString('base64url')}`,
    ]
    for (const one of tokens) {
      for (const { seen } of await answersWithToken([agent, app, ['authorization', `Bearer ${one}`]])) {
        expect(seen).toStrictEqual([400, 'token_invalid', noToken])
      }
    }
    const elsewhere = await answersWithToken([
      agent,
      ['x-cc-app', 'demo-app-2'],
      ['authorization', `Bearer ${token}`],
    ])
    for (const { seen } of elsewhere) expect(seen).toStrictEqual([400, 'token_invalid', noToken])
  })

  it('says in www-authenticate that a token needs its scheme', async () => {
    const { token } = await sandbox.partner()
    for (const sent of [token, `Basic ${token}`, `Token ${token}`]) {
      const answer = await sendRaw(sandbox.url, {
        method: 'post',
        path: '/v3/carts',
        headers: [agent, app, ['authorization', sent]],
      })
      expect(told(answer)).toStrictEqual([400, 'token_invalid', noToken])
      expect(answer.headers.get('www-authenticate')).toBe(
        'Bearer realm="partner-api", error="invalid_request", error_description="The Authorization header must be: Bearer <token>"',
      )
    }
  })

  it('answers every failed login alike', { meta: { rules: ['D2-13'] } }, async () => {
    const partner = await sandbox.partner()
    for (const customer of [
      { email: 'standard@example.com', password: 'wrong' },
      { email: 'nobody@example.com', password: 'correct-horse-battery' },
      { email: 'locked@example.com', password: 'correct-horse-battery' },
    ]) {
      const failed = await partner.call('login', { body: { customer } })
      expect(told(failed)).toStrictEqual([401, 'login_failed', 'Invalid email or password'])
    }
  })

  it(
    'answers an anonymous token where a customer is needed',
    { meta: { rules: ['D2-14', '4.3-04'] } },
    async () => {
      const partner = await sandbox.partner()
      const customers = everyCall.filter(([operationId]) => operationTable[operationId].access === 'customer')
      expect(customers.map(([operationId]) => operationId)).toStrictEqual([
        'checkout',
        'getOrder',
        'getWalletCard',
        'getSecureData',
        'getDrawdownAccount',
        'listDrawdownTransactions',
      ])
      for (const [operationId, options] of customers) {
        const refused = await partner.call(operationId, options)
        expect(told(refused)).toStrictEqual([401, 'login_required', 'Customer login is required'])
      }
    },
  )

  it('answers a drawdown read without the tier', { meta: { rules: ['D2-15', '1-07'] } }, async () => {
    const partner = await sandbox.partner('standard@example.com')
    for (const operationId of ['getDrawdownAccount', 'listDrawdownTransactions'] as const) {
      expect(told(await partner.call(operationId))).toStrictEqual([
        403,
        'drawdown_not_authorized',
        'Customer is not authorized to use a drawdown account',
      ])
    }
  })
})

describe('what cannot be found', () => {
  it('is the same answer for every kind of cart', { meta: { rules: ['D2-16', 'D2-20'] } }, async () => {
    const partner = await sandbox.partner('standard@example.com')
    const other = await sandbox.partner('elite@example.com')
    const expired = await fillCart(partner, [storyCard.harborB2B()])
    await sandbox.advance(1801)
    const own = await fillCart(partner, [storyCard.harborB2B()])
    const foreign = await fillCart(other, [storyCard.harborB2B()])
    const anonymous = await fillCart(await sandbox.partner(), [storyCard.harborB2B()])
    const ids = [unknownId, 'malformed', expired.cartId, foreign.cartId, anonymous.cartId]
    const cardId = own.cards[0]!.id
    for (const cartId of ids) {
      const answers = [
        await partner.call('addCards', { path: { cartId }, body: { cards: [storyCard.harborB2B()] } }),
        await partner.call('adjustCardQuantity', { path: { cartId, cardId }, body: { qty: 1 } }),
        await partner.call('removeCard', { path: { cartId, cardId } }),
        await partner.call('applyCoupon', { path: { cartId, couponCode: 'SAVE10' } }),
        await partner.call('removeCoupon', { path: { cartId, couponCode: 'SAVE10' } }),
      ]
      for (const answer of answers) {
        expect(told(answer)).toStrictEqual([404, 'cart_not_found', 'Cart not found'])
      }
    }
  })

  it('is the same answer for every kind of cart card', { meta: { rules: ['D2-17', 'D2-20'] } }, async () => {
    const partner = await sandbox.partner('standard@example.com')
    const foreign = await fillCart(await sandbox.partner('elite@example.com'), [storyCard.harborB2B()])
    const own = await fillCart(partner, [storyCard.harborB2B(), storyCard.pixelEcode()])
    const { cartId } = own
    const gone = own.cards[1]!.id
    await partner.want('removeCard', 200, { path: { cartId, cardId: gone } })
    for (const cardId of [unknownId, 'malformed', gone, foreign.cards[0]!.id]) {
      const path = { cartId, cardId }
      expect(told(await partner.call('removeCard', { path }))).toStrictEqual([
        404,
        'cart_card_not_found',
        'Card not found in cart',
      ])
      const adjusted = await partner.call('adjustCardQuantity', { path, body: { qty: 1 } })
      expect(told(adjusted)).toStrictEqual([404, 'cart_card_not_found', 'Card not found in cart'])
    }
  })

  it('is the same answer for every kind of order', { meta: { rules: ['D2-18', 'D2-20'] } }, async () => {
    const partner = await sandbox.partner('standard@example.com')
    const foreign = await placeOrder(await sandbox.partner('elite@example.com'), [storyCard.harborB2B()])
    for (const orderId of [unknownId, 'malformed', String(foreign.id), foreign.orderId]) {
      const answer = await partner.call('getOrder', { path: { orderId } })
      expect(told(answer)).toStrictEqual([404, 'order_not_found', 'Order not found'])
    }
  })

  it(
    'is the same answer for every kind of wallet card',
    { meta: { rules: ['D2-19', 'D2-20'] } },
    async () => {
      const partner = await sandbox.partner('standard@example.com')
      const foreign = await placeOrder(await sandbox.partner('elite@example.com'), [storyCard.harborB2B()])
      const unfulfilled = await placeOrder(partner, [storyCard.northwindPhysical()])
      const ids = [1, 'malformed', '-1', foreign.cards[0]!.id, unfulfilled.cards[0]!.id]
      for (const cardId of ids) {
        for (const operationId of ['getWalletCard', 'getSecureData'] as const) {
          const answer = await partner.call(operationId, { path: { cardId } })
          expect(told(answer)).toStrictEqual([404, 'card_not_found', 'Card not found'])
        }
      }
    },
  )

  it('is a path that the contract does not have', { meta: { rules: ['D2-21'] } }, async () => {
    for (const path of ['/', '/v3', '/v3/cart', '/v3/carts/', '/v4/carts', '/V3/carts', '/v3//carts']) {
      const answer = await sendRaw(sandbox.url, { method: 'post', path, headers: [agent, app] })
      expect(told(answer)).toStrictEqual([404, 'not_found', 'Not found'])
    }
  })

  it('is a method that the path does not have', { meta: { rules: ['D2-22'] } }, async () => {
    for (const [operationId, options] of everyCall) {
      const { path } = operationTable[operationId]
      const answer = await sendRaw(sandbox.url, { method: 'patch', path: fillPath(path, options) })
      expect(told(answer)).toStrictEqual([405, 'method_not_allowed', 'Method not allowed'])
      const known = Object.values(operationTable).filter((one) => one.path === path)
      expect(answer.headers.get('allow')?.split(', ').toSorted()).toStrictEqual(
        known.map(({ method }) => method.toUpperCase()).toSorted(),
      )
    }
  })
})

describe('a request body', () => {
  it.each(['{', "{'action':'buy'}", '{"action":"buy",}', '{"action":"buy"} x', 'undefined', '\u0000'])(
    'is refused where it is no JSON: %j',
    { meta: { rules: ['D2-23'] } },
    async (body) => {
      const partner = await sandbox.partner()
      const refused = await partner.call('createCart', { body })
      expect(told(refused)).toStrictEqual([400, 'invalid_json', 'Request body is not valid JSON'])
    },
  )

  it('is refused above 256 KiB and not at it', { meta: { rules: ['D2-24'] } }, async () => {
    const partner = await sandbox.partner()
    await partner.want('createCart', 201, { body: ofBytes(maxBytes) })
    for (const bytes of [maxBytes + 1, 4 * maxBytes]) {
      const refused = await partner.call('createCart', { body: ofBytes(bytes) })
      expect(told(refused)).toStrictEqual([413, 'payload_too_large', 'Request body is too large'])
    }
  })

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    'application/merge-patch+json',
    'application/json; charset=utf-16',
  ])('is refused as %s', { meta: { rules: ['D2-25'] } }, async (type) => {
    const partner = await sandbox.partner()
    const refused = await partner.call('createCart', {
      headers: { 'content-type': type },
      body: '{"action":"buy"}',
    })
    expect(told(refused)).toStrictEqual([
      415,
      'unsupported_media_type',
      'Content-Type must be application/json',
    ])
  })

  it('is refused without a content type', { meta: { rules: ['D2-25'] } }, async () => {
    const { token } = await sandbox.partner()
    const answer = await sendRaw(sandbox.url, {
      method: 'post',
      path: '/v3/carts',
      headers: [agent, app, ['authorization', `Bearer ${token}`]],
      body: '{"action":"buy"}',
      operationId: 'createCart',
    })
    expect([answer.status, answer.code]).toStrictEqual([415, 'unsupported_media_type'])
  })

  it('is told where it breaks the schema', { meta: { rules: ['D2-26', '4.6-05'] } }, async () => {
    const partner = await sandbox.partner('standard@example.com')
    const cases = [
      [[], 'cards must have at least 1 item'],
      [[{ ...storyCard.harborB2B(), quantity: '2' }], 'cards[0].quantity must be integer'],
      [
        [storyCard.harborB2B(), { ...storyCard.harborB2B(), quantity: 101 }],
        'cards[1].quantity must be <= 100',
      ],
      [[{ ...storyCard.harborB2B(), faceValue: 2.345 }], 'cards[0].faceValue must have at most 2 decimals'],
    ] as const
    for (const [cards, text] of cases) {
      const refused = await partner.call('checkout', {
        body: { ...(checkoutOf([], storyPayments.ACH).body as object), cards },
      })
      expect([refused.status, refused.code]).toStrictEqual([400, 'validation_error'])
      expect(refused.messages).toContain(text)
    }
    const mixed = checkoutOf([storyCard.harborB2B()], storyPayments.ACH, { cartId: unknownId })
    const refused = await partner.call('checkout', mixed)
    expect([refused.status, refused.code]).toStrictEqual([400, 'validation_error'])
  })
})

describe('too many requests', () => {
  it('are 429 until the window ends', { meta: { rules: ['D2-46'] } }, async () => {
    const partner = await limited.partner()
    const buy = { body: { action: 'buy' } }
    await partner.want('createCart', 201, buy)
    await partner.want('createCart', 200, buy)
    const refused = await partner.call('createCart', buy)
    expect(told(refused)).toStrictEqual([429, 'rate_limited', 'Too many requests'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
  })
})
