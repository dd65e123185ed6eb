import { type OperationId, operationTable } from '@giftcards/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { declaredErrorText, declaredResponses } from './declared-responses.ts'
import { createPartnerClient } from '../src/index.ts'
import { createFakePartnerApi, type ExampleStatuses } from '../src/testing.ts'

type ExampleName<Id extends OperationId> = keyof ExampleStatuses[Id] & string

const operationIds = Object.values(operationTable).map(({ operationId }) => operationId)
const fake = createFakePartnerApi()

beforeEach(() => fake.reset())

/** A request that an operation takes, with `1` for every path parameter. */
const send = (operationId: OperationId, init: RequestInit = {}): Promise<Response> => {
  const { method, path } = operationTable[operationId]
  const url = `https://partners.test/behind/a/proxy${path.replaceAll(/\{\w+\}/g, '1')}`
  return fake.fetch(url, { method: method.toUpperCase(), ...init })
}

describe('createFakePartnerApi', () => {
  it('delivers orders by default', async () => {
    expect(await (await send('getOrder')).json()).toStrictEqual(fake.example('getOrder', 'delivered').body)
    const client = createPartnerClient({ baseUrl: 'http://fake.test', appId: 'app', fetch: fake.fetch })
    const { buyOrder } = fake.example('getOrder', 'delivered').body
    await expect(client.waitForFulfilment('o')).resolves.toStrictEqual(buyOrder)
  })

  it.each(operationIds)('responds to %s with every example and code of the contract', async (operationId) => {
    for (const { status, examples, requiredHeaders } of declaredResponses(operationId)) {
      for (const [name, body] of Object.entries(examples)) {
        fake.respondOnce(operationId, name as ExampleName<OperationId>)
        const response = await send(operationId)
        expect({ name, status: response.status, body: await response.json() }).toStrictEqual({
          name,
          status,
          body,
        })
        expect([...response.headers.keys()]).toStrictEqual(['content-type', ...requiredHeaders].toSorted())
        const [message = ''] = status < 400 ? [] : (body as { message: [string] }).message
        const told = declaredErrorText(status, response.headers.get('x-error-code'))
        const isTold = status < 400 || told === 'one text per problem' || told?.startsWith(message)
        expect({ name, isTold }).toEqual({ name, isTold: true })
      }
    }
  })

  it('uses single responses in order, then the standing one until it is replaced', async () => {
    fake.respond('checkout', 'payment_declined')
    fake.respondOnce('applyCoupon', 'coupon_expired')
    fake.respondOnce('checkout', 'service_unavailable')
    fake.respondOnce('checkout', 'checkout_in_progress')
    const statuses: number[] = []
    for (let call = 0; call < 4; call += 1) statuses.push((await send('checkout')).status)
    fake.respond('checkout', 'coupon_expired')
    expect([...statuses, (await send('checkout')).headers.get('x-error-code')]).toStrictEqual([
      503,
      409,
      400,
      400,
      'coupon_expired',
    ])
  })

  it('adds the required headers to a declared response', async () => {
    const { body } = fake.example('createSession', 'opened')
    fake.respond('createSession', { status: 200, body, headers: { 'x-token-exp-seconds': '299' } })
    const { headers } = await send('createSession')
    expect(headers.get('authorization')).toBe(body.access_token)
    expect(headers.get('x-token-exp-seconds')).toBe('299')
  })

  it.each([
    ['getOrder', 404, 'Gone', 'order_not_found'],
    ['checkout', 400, 'Insufficient funds', 'payment_declined'],
  ] as const)('gives a response of %s with %i and "%s" its code', async (id, status, message, code) => {
    fake.respond(id, { status: status as 400, body: { message: [message] } })
    expect((await send(id)).headers.get('x-error-code')).toBe(code)
  })

  it('asks for a code it cannot know', () => {
    expect(() => fake.respond('checkout', { status: 400, body: { message: ['No'] } })).toThrow(
      "checkout responds with 400 and several codes; pass headers: { 'x-error-code': … }",
    )
  })

  it('keeps a declared response from later changes', async () => {
    const { status, body } = fake.example('createCart', 'created')
    const { cartId } = body
    fake.respond('createCart', { status, body })
    body.cartId = 'changed'
    expect(await (await send('createCart')).json()).toHaveProperty('cartId', cartId)
  })

  it('lets a function respond outside of the contract', async () => {
    fake.respond('getWalletCard', ({ path }) => new Response(`<h1>${path['cardId']}</h1>`, { status: 502 }))
    const response = await send('getWalletCard')
    expect([response.status, await response.text()]).toStrictEqual([502, '<h1>1</h1>'])
  })

  it('lets a function choose by the request', async () => {
    fake.respond('applyCoupon', ({ path }) => (path['couponCode'] === '1' ? 'coupon_expired' : 'fixed'))
    const { body } = fake.example('getOrder', 'shipped')
    fake.respond('getOrder', async ({ path }) => ({
      ...fake.example('getOrder', 'shipped'),
      body: { buyOrder: { ...body.buyOrder, orderId: `order ${path['orderId']}` } },
    }))
    expect((await send('applyCoupon')).headers.get('x-error-code')).toBe('coupon_expired')
    expect(await (await send('getOrder')).json()).toHaveProperty('buyOrder.orderId', 'order 1')
  })

  it('rejects where a function throws', async () => {
    fake.respondOnce('checkout', () => {
      throw new TypeError('fetch failed')
    })
    await expect(send('checkout')).rejects.toThrow(new TypeError('fetch failed'))
  })

  it('rejects with the reason of a signal that aborts', async () => {
    const controller = new AbortController()
    fake.respond('getOrder', () => {
      controller.abort(new Error('enough'))
      return new Promise(() => {})
    })
    await expect(send('getOrder', { signal: controller.signal })).rejects.toThrow('enough')
  })

  it('receives nothing of a request that was aborted before', async () => {
    await expect(send('getOrder', { signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow(
      'enough',
    )
    expect(fake.calls).toStrictEqual([])
  })

  it('records requests without tokens and passwords', async () => {
    await fake.fetch('http://fake.test/v3/carts/a%2Fb/coupons/SAVE%2010?x=1', {
      method: 'POST',
      headers: { Authorization: 'Bearer secret-token', 'x-cc-app': 'demo-app' },
      body: JSON.stringify({ customer: { email: 'a@example.com', password: 'secret-word' } }),
    })
    expect(fake.calls).toStrictEqual([
      {
        operationId: 'applyCoupon',
        path: { cartId: 'a/b', couponCode: 'SAVE 10' },
        query: { x: '1' },
        headers: expect.objectContaining({ authorization: '[redacted]', 'x-cc-app': 'demo-app' }),
        body: { customer: { email: 'a@example.com', password: '[redacted]' } },
      },
    ])
  })

  it('records a body that is not JSON as text', async () => {
    await send('createCart', { body: '{"action":' })
    await send('createSession')
    expect(fake.calls.map(({ body }) => body)).toStrictEqual(['{"action":', undefined])
  })

  it('echoes the name of a request', async () => {
    const { headers } = await send('getOrder', { headers: { 'x-request-id': 'shop-42' } })
    expect(headers.get('x-request-id')).toBe('shop-42')
  })

  it('forgets calls and responses on reset', async () => {
    fake.respond('getOrder', 'order_not_found')
    fake.respondOnce('getOrder', 'internal_error')
    await send('checkout')
    fake.reset()
    expect(fake.calls).toStrictEqual([])
    expect((await send('getOrder')).status).toBe(200)
  })
})

describe('example', () => {
  it('gives a copy that may be changed', () => {
    fake
      .example('createCart', 'created')
      .body.cards.push(...fake.example('createCart', 'existing').body.cards)
    expect(fake.example('createCart', 'created').body.cards).toStrictEqual([])
  })
})
