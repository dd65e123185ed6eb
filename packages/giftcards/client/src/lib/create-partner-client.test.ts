import { operationTable } from '@giftcards/contract'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { answerWith, createGate, refuseWith, type Script, token } from './scripted-service.fixture.ts'
import { startScripted, storeOf } from './start-scripted.fixture.ts'

const shippingDetails = {
  firstname: 'Erin',
  lastname: 'Elm',
  street: '12 Harbor Street',
  city: 'Portland',
  state: 'OR',
  postcode: '97201',
}
const order = { cartId: 'c', paymentMethod: 'DRAWDOWN_ACCOUNT', shippingDetails }
const ok: Script = () => answerWith(200, {})

function start(script: Script = ok) {
  return startScripted(script, { tokenStore: storeOf(token(1)) })
}

describe('createPartnerClient', () => {
  it('has a method for every operation', () => {
    const { client } = start()
    expect(Object.keys(client).toSorted()).toEqual(
      [...Object.keys(operationTable), 'waitForFulfilment'].toSorted(),
    )
  })

  it('sorts a flat input into path and body', async () => {
    const { client, service } = start()
    await client.adjustCardQuantity({ cartId: 'a', cardId: 'b', qty: -2 })
    expect(service.requests[0]).toMatchObject({
      method: 'PUT',
      path: '/v3/carts/a/cards/b',
      body: { qty: -2 },
    })
  })

  it('fills in what has one value only', async () => {
    const { client, service } = start()
    await client.createCart()
    await client.checkout(order)
    expect(service.requests[0]?.body).toEqual({ action: 'buy' })
    expect(service.requests[1]).toMatchObject({ path: '/v3/orders?checkout=condensed', body: order })
  })

  it('takes what has one value only as well', async () => {
    const { client, service } = start()
    await client.createCart({ action: 'buy' })
    await client.checkout({ ...order, checkout: 'condensed' })
    expect(service.requests[0]?.body).toEqual({ action: 'buy' })
    expect(service.requests[1]).toMatchObject({ path: '/v3/orders?checkout=condensed', body: order })
  })

  it('sends no body where none is taken', async () => {
    const { client, service } = start()
    await client.applyCoupon({ cartId: 'a', couponCode: 'SAVE10' })
    const { body, headers } = service.requests[0] ?? {}
    expect(body).toBeUndefined()
    expect(headers?.has('content-type')).toBe(false)
  })

  it('encodes what it puts into a path', async () => {
    const { client, service } = start()
    await client.applyCoupon({ cartId: 'a/b?', couponCode: '10% off/…' })
    expect(service.requests[0]?.path).toBe('/v3/carts/a%2Fb%3F/coupons/10%25%20off%2F%E2%80%A6')
  })

  it.each(['', '.', '..', null, undefined])('does not send the path parameter %o', async (cardId) => {
    const { client, service } = start()
    await expect(client.removeCard({ cartId: 'a', cardId: cardId as string })).rejects.toThrow(
      new TypeError('invalid cardId'),
    )
    expect(service.requests).toHaveLength(0)
  })

  it('leaves its input as it was', async () => {
    const { client } = start()
    const input = Object.freeze({ cartId: 'a', cardId: 'b', qty: 1 })
    await client.adjustCardQuantity(input)
    expect(input).toEqual({ cartId: 'a', cardId: 'b', qty: 1 })
  })

  it('sends its headers over the caller’s', async () => {
    const { client, service } = start()
    const headers = { 'X-CC-APP': 'other', Authorization: 'none', 'x-sandbox-trigger': 'slow=1' }
    await client.createCart({}, { headers, requestId: 'mine' })
    const sent = service.requests[0]?.headers
    expect(sent?.get('x-cc-app')).toBe('app')
    expect(sent?.get('authorization')).toBe(`Bearer ${token(1)}`)
    expect(sent?.get('x-sandbox-trigger')).toBe('slow=1')
    expect(sent?.get('x-request-id')).toBe('mine')
    expect(sent?.get('content-type')).toBe('application/json')
  })

  it('sends what one call brings with no other', async () => {
    const { client, service } = start()
    await client.createCart()
    await client.createCart({}, { headers: { 'x-sandbox-trigger': 'slow=1' }, requestId: 'mine' })
    await client.createCart()
    await client.getDrawdownAccount()
    const sent = service.requests.map(({ headers }) =>
      ['x-sandbox-trigger', 'x-request-id', 'content-type'].map((name) => headers.get(name)),
    )
    const json = 'application/json'
    expect(sent).toEqual([
      [null, null, json],
      ['slow=1', 'mine', json],
      [null, null, json],
      [null, null, null],
    ])
  })

  it('does not show a header that cannot be sent', async () => {
    const { client } = startScripted(ok, { tokenStore: storeOf('secret\ntoken') })
    await expect(client.createCart()).rejects.toThrow(new TypeError('invalid request header'))
  })

  it.each([
    ['', 'v'],
    ['a b', 'v'],
    ['a:b', 'v'],
    ['ä', 'v'],
    ['x', 'a\rb'],
    ['x', 'a\0b'],
    ['x', 'a\u0001b'],
    ['x', 'a\u007fb'],
    ['x', 'ł'],
  ])('sends no header %j with %j', async (name, value) => {
    const { client, service } = start()
    await expect(client.createCart({}, { headers: { [name]: value } })).rejects.toThrow(
      new TypeError('invalid request header'),
    )
    expect(service.requests).toHaveLength(0)
  })

  it('sends every other', async () => {
    const { client, service } = start()
    const headers = { "!#$%&'*+-.^_`|~aZ9": 'a\tb ~ ÿ: c', 'x-empty': '' }
    await client.createCart({}, { headers })
    for (const [name, value] of Object.entries(headers)) {
      expect(service.requests[0]?.headers.get(name)).toBe(value)
    }
  })

  it('follows no redirect', async () => {
    const fetch = vi.fn<(request: Request) => Promise<Response>>(async () => answerWith(200, {}))
    const { client } = startScripted(ok, { fetch, tokenStore: storeOf('t') })
    await client.createCart()
    expect(fetch.mock.calls).toMatchObject([[{ redirect: 'manual' }]])
  })

  it('takes a base URL with a path', async () => {
    const { client, service } = startScripted(ok, {
      baseUrl: 'http://service.test/partner/',
      tokenStore: storeOf('t'),
    })
    await client.createCart()
    expect(service.requests[0]?.path).toBe('/partner/v3/carts')
  })

  it('takes a base URL with slashes at its end', async () => {
    const { client, service } = startScripted(ok, {
      baseUrl: 'http://service.test//',
      tokenStore: storeOf('t'),
    })
    await client.createCart()
    expect(service.requests[0]?.path).toBe('/v3/carts')
  })

  it('takes a base URL with @ in its path', async () => {
    const { client, service } = startScripted(ok, {
      baseUrl: 'http://service.test/@partner',
      tokenStore: storeOf('t'),
    })
    await client.createCart()
    expect(service.requests[0]?.path).toBe('/@partner/v3/carts')
  })

  it.each([
    'nowhere',
    'http://',
    'http://service.test?a=1',
    'http://service.test/a#b',
    'http://service.test/ ',
    'http://erin:secret@service.test',
  ])('refuses the base URL %s', (baseUrl) => {
    expect(() => startScripted(ok, { baseUrl })).toThrow(TypeError)
    expect(() => startScripted(ok, { baseUrl })).not.toThrow('secret')
  })
})

/** The `User-Agent` of a client's requests. */
async function agentOf(userAgent?: string): Promise<string | null | undefined> {
  const { client, service } = startScripted(ok, { tokenStore: storeOf('t'), userAgent })
  await client.createCart()
  return service.requests[0]?.headers.get('user-agent')
}

describe('User-Agent', () => {
  it('names the client unless given', async () => {
    expect(await agentOf()).toMatch(/^giftcards-client\/\d/)
    expect(await agentOf('shop/1.0')).toBe('shop/1.0')
  })

  it('is left to the browser', async () => {
    vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (X11; Linux x86_64)' })
    onTestFinished(() => void vi.unstubAllGlobals())
    expect(await agentOf()).toBeNull()
  })

  it('is sent by a runtime without a navigator', async () => {
    vi.stubGlobal('navigator', undefined)
    onTestFinished(() => void vi.unstubAllGlobals())
    expect(await agentOf()).toMatch(/^giftcards-client\//)
  })
})

describe('withResponse', () => {
  it('has status, headers and request id', async () => {
    const headers = {
      'x-request-id': 'r',
      authorization: token(2),
      'x-token-exp-seconds': '3600',
      'x-other': 'x',
    }
    const { client } = start(() => answerWith(201, { cartId: 'c' }, headers))
    expect(await client.createCart().withResponse()).toEqual({
      status: 201,
      data: { cartId: 'c' },
      requestId: 'r',
      headers: { 'x-request-id': 'r', authorization: token(2), 'x-token-exp-seconds': 3600 },
    })
  })

  it('rejects as the call does, and only there', async () => {
    const unhandled = vi.fn<() => void>()
    process.on('unhandledRejection', unhandled)
    onTestFinished(() => void process.off('unhandledRejection', unhandled))
    const { client } = start(() => refuseWith(404, 'order_not_found', 'Order not found'))
    await expect(client.getOrder({ orderId: 'o' }).withResponse()).rejects.toThrow('order_not_found')
    await new Promise((resolve) => setImmediate(resolve))
    expect(unhandled).not.toHaveBeenCalled()
  })
})

describe('checkout', () => {
  it('waits for the checkout before it', async () => {
    const first = createGate()
    const { client, service } = start(async (_request, { requests }) => {
      if (requests.length === 1) await first.wait()
      return answerWith(201, { buyOrder: {} })
    })
    const calls = [client.checkout(order), client.checkout(order)]
    await first.reached
    await client.createCart()
    expect(service.requests.map(({ path }) => path.split('?')[0])).toEqual(['/v3/orders', '/v3/carts'])
    first.open()
    await Promise.all(calls)
    expect(service.to('/v3/orders')).toHaveLength(2)
  })

  it('goes on after one that failed', async () => {
    const { client } = start((_request, { requests }) =>
      requests.length === 1 ? refuseWith(400, 'payment_declined', 'Insufficient funds') : answerWith(201, {}),
    )
    const outcomes = await Promise.allSettled([client.checkout(order), client.checkout(order)])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  })

  it('that is aborted leaves the queue', async () => {
    const first = createGate()
    const { client, service } = start(async (_request, { requests }) => {
      if (requests.length === 1) await first.wait()
      return answerWith(201, {})
    })
    const controller = new AbortController()
    const calls = [
      client.checkout(order, { idempotencyKey: 'one' }),
      client.checkout(order, { idempotencyKey: 'two', signal: controller.signal }),
      client.checkout(order, { idempotencyKey: 'three' }),
    ]
    await first.reached
    controller.abort('left')
    await expect(calls[1]).rejects.toBe('left')
    expect(service.requests).toHaveLength(1)
    first.open()
    await calls[2]
    const keys = service.requests.map(({ headers }) => headers.get('idempotency-key'))
    expect(keys).toEqual(['one', 'three'])
  })

  it('has a key of its own each time', async () => {
    const { client, service } = start(() => answerWith(201, {}))
    await client.checkout(order)
    await client.checkout(order)
    const keys = service.requests.map(({ headers }) => headers.get('idempotency-key'))
    expect(new Set(keys).size).toBe(2)
  })

  it('tells its key where it failed', async () => {
    const { client } = start(() => Promise.reject(new Error('lost')))
    const given = client.checkout(order, { idempotencyKey: 'mine' })
    await expect(given).rejects.toMatchObject({ idempotencyKey: 'mine', retryable: true })
    const made = client.checkout(order)
    await expect(made).rejects.toMatchObject({ idempotencyKey: expect.stringMatching(/^[0-9a-f-]{36}$/) })
  })

  it('is never sent without a key, whatever a program leaves out', async () => {
    const { client, service } = start(() => answerWith(201, {}))
    const options = { idempotencyKey: null } as unknown as { idempotencyKey: string }
    await client.checkout(order, options)
    expect(service.requests[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('keeps its key through a new session', async () => {
    const { client, service } = start(({ path }, { requests }) => {
      if (path === '/v3/session') return undefined
      return requests.length === 1
        ? refuseWith(400, 'token_expired', 'no Authorization token was found')
        : answerWith(201, {})
    })
    await client.checkout(order)
    const keys = service.to('/v3/orders').map(({ headers }) => headers.get('idempotency-key'))
    expect(keys).toHaveLength(2)
    expect(keys[0]).toBe(keys[1])
  })
})
