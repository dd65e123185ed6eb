import { operationTable } from '@giftcards/contract'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type CheckoutInput, isApiError } from '../src/index.ts'
import {
  respondWith,
  shippingDetails,
  createGate,
  elm,
  rejectWith,
  type Script,
  startScripted,
  storeOf,
  token,
} from './scripted-service.ts'

const order: CheckoutInput = { cartId: 'c', paymentMethod: 'DRAWDOWN_ACCOUNT', shippingDetails }
const ok: Script = () => respondWith(200, {})

function start(script: Script = ok) {
  return startScripted(script, { tokenStore: storeOf(token(1)) })
}

describe('createPartnerClient', () => {
  it('has a method for every operation', () => {
    const { client } = start()
    expect(Object.keys(client).toSorted()).toEqual(
      [...Object.keys(operationTable), 'raw', 'waitForFulfilment'].toSorted(),
    )
  })

  it('adds values that the contract fixes', async () => {
    const { client, service } = start()
    await client.createCart()
    await client.checkout(order)
    expect(service.requests[0]?.body).toEqual({ action: 'buy' })
    expect(service.requests[1]).toMatchObject({ path: '/v3/orders?checkout=condensed', body: order })
  })

  it('sends application and token over the headers of a call', async () => {
    const { client, service } = start()
    const headers = { 'X-CC-APP': 'other', Authorization: 'none', 'x-sandbox-trigger': 'slow=1' }
    await client.createCart({}, { headers, requestId: 'mine' })
    const sent = service.requests[0]?.headers
    expect(sent?.get('x-cc-app')).toBe('app')
    expect(sent?.get('authorization')).toBe(`Bearer ${token(1)}`)
    expect(sent?.get('x-sandbox-trigger')).toBe('slow=1')
    expect(sent?.get('x-request-id')).toBe('mine')
  })

  it('reads errors of the contract', async () => {
    const { client } = start(() => rejectWith(404, 'order_not_found', 'Order not found'))
    const [outcome] = await Promise.allSettled([client.getOrder({ orderId: 'o' })])
    const error = (outcome as PromiseRejectedResult).reason
    expect(isApiError(error, 'order_not_found')).toBe(true)
    expect(isApiError(error, 'cart_not_found')).toBe(false)
    expect(isApiError(new Error('no'))).toBe(false)
    expect(error).toMatchObject({
      messages: ['Order not found'],
      message: 'getOrder: 404 order_not_found: Order not found',
    })
  })

  it('treats a foreign problem document as an unexpected response', async () => {
    const { client } = start(() => Response.json({ title: 'Not found' }, { status: 404 }))
    await expect(client.getOrder({ orderId: 'o' })).rejects.toMatchObject({ name: 'UnexpectedResponseError' })
  })
})

describe('raw', () => {
  it('shares the session', async () => {
    const { client, service } = startScripted(undefined, { credentials: elm })
    const { data } = await client.raw.POST('/v3/carts', { body: { action: 'buy' } })
    expect(data).toMatchObject({ cards: [] })
    expect(service.requests.map(({ path }) => path)).toEqual([
      '/v3/session',
      '/v3/customers/login',
      '/v3/carts',
    ])
    expect(service.requests[2]?.headers.get('x-cc-app')).toBe('app')
  })
})

describe('User-Agent', () => {
  it.each([
    ['of the client unless given', {}, undefined, /^giftcards-client\/\d/],
    ['that is given', {}, 'shop/1.0', /^shop\/1\.0$/],
    ['of the client without a navigator', { navigator: undefined }, undefined, /^giftcards-client\//],
    ['of the browser', { navigator: { userAgent: 'Mozilla/5.0 (X11; Linux x86_64)' } }, undefined, /^null$/],
  ])('is that %s', async (_whose, globals, userAgent, expected) => {
    for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
    onTestFinished(() => void vi.unstubAllGlobals())
    const { client, service } = startScripted(ok, { tokenStore: storeOf('t'), userAgent })
    await client.createCart()
    expect(String(service.requests[0]?.headers.get('user-agent'))).toMatch(expected)
  })
})

describe('checkout', () => {
  it('waits for the checkout before it', async () => {
    const first = createGate()
    const { client, service } = start(async (_request, { requests }) => {
      if (requests.length === 1) await first.wait()
      return respondWith(201, { buyOrder: {} })
    })
    const calls = [client.checkout(order), client.checkout(order)]
    await first.reached
    await client.createCart()
    expect(service.requests.map(({ path }) => path.split('?')[0])).toEqual(['/v3/orders', '/v3/carts'])
    first.open()
    await Promise.all(calls)
    expect(service.to('/v3/orders')).toHaveLength(2)
  })
})
