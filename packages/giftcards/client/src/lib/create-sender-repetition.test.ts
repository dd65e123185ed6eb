import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { refuseWith } from './scripted-service.fixture.ts'
import {
  answering,
  broken,
  busy,
  limited,
  lose,
  never,
  resumeTime,
  settle,
  startRepeating,
  stopTime,
} from './start-repeating.fixture.ts'

beforeEach(stopTime)
afterEach(resumeTime)

const onlyOnce = ['addCards', 'adjustCardQuantity', 'applyCoupon'] as const
const change = { cartId: 'c', cards: [], cardId: 'd', qty: 1, couponCode: 'x' }
const order = { cartId: 'c', paymentMethod: 'DRAWDOWN_ACCOUNT', shippingDetails: {} as never }

describe('a repetition', () => {
  it.each([
    ['503', busy],
    ['500', broken],
    ['502 of a proxy', () => new Response('<html>', { status: 502 })],
    ['429', () => limited('1')],
    ['a lost connection', lose],
  ])('follows %s', async (_name, failure) => {
    const { client, service } = startRepeating(answering(failure))
    expect(await settle(client.createCart())).toMatchObject({ status: 'fulfilled' })
    expect(service.requests).toHaveLength(2)
  })

  it.each([
    ['400', () => refuseWith(400, 'validation_error', 'no')],
    ['401', () => refuseWith(401, 'unknown_app', 'Unauthorized')],
    ['404', () => refuseWith(404, 'cart_not_found', 'Cart not found')],
    ['409 outside of checkout', () => refuseWith(409, 'checkout_in_progress', 'no')],
    ['a success without sense', () => new Response('<html>')],
    ['a redirect', () => new Response(null, { status: 302 })],
  ])('does not follow %s', async (_name, failure) => {
    const { client, service } = startRepeating(answering(failure))
    const outcome = await settle(client.createCart())
    expect(outcome).toMatchObject({ status: 'rejected', reason: { retryable: false } })
    expect(service.requests).toHaveLength(1)
  })

  it('of what must not happen twice follows 429 alone', async () => {
    for (const name of onlyOnce) {
      const { client, service } = startRepeating(answering(() => limited('1')))
      await settle<unknown>(client[name](change))
      expect(service.requests).toHaveLength(2)
    }
  })

  it.each([
    ['503', busy],
    ['500', broken],
    ['504', () => new Response('', { status: 504 })],
    ['a lost connection', lose],
    ['silence', never],
    ['a success without sense', () => new Response('{"cart', { status: 201 })],
  ])('of what must not happen twice does not follow %s', async (_name, failure) => {
    for (const name of onlyOnce) {
      const { client, service } = startRepeating(answering(failure))
      const outcome = await settle<unknown>(client[name](change))
      expect(outcome).toMatchObject({ status: 'rejected', reason: { retryable: false, operationId: name } })
      expect(service.requests).toHaveLength(1)
    }
  })

  it.each([
    ['a page', () => new Response('<html>', { status: 200 })],
    ['half an order', () => new Response('{"buyOrder":', { status: 201 })],
    ['nothing', () => new Response(null, { status: 204 })],
  ])('of a checkout follows a success that is %s', async (_name, failure) => {
    const { client, service } = startRepeating(answering(failure, failure))
    expect(await settle(client.checkout(order))).toMatchObject({ status: 'fulfilled' })
    const keys = service.requests.map(({ headers }) => headers.get('idempotency-key'))
    expect(keys).toEqual([keys[0], keys[0], keys[0]])
  })

  it('of a checkout does not follow a redirect', async () => {
    const { client, service } = startRepeating(answering(() => new Response(null, { status: 307 })))
    expect(await settle(client.checkout(order))).toMatchObject({ reason: { status: 307, retryable: false } })
    expect(service.requests).toHaveLength(1)
  })

  it('of a checkout has the same key', async () => {
    const { client, service } = startRepeating(answering(lose, busy))
    expect(await settle(client.checkout(order))).toMatchObject({ status: 'fulfilled' })
    const keys = service.requests.map(({ headers }) => headers.get('idempotency-key'))
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(keys).toEqual([keys[0], keys[0], keys[0]])
  })

  it('of a checkout follows 409', async () => {
    const { client, service } = startRepeating(
      answering(() => refuseWith(409, 'checkout_in_progress', 'busy')),
    )
    expect(await settle(client.checkout(order))).toMatchObject({ status: 'fulfilled' })
    expect(service.requests).toHaveLength(2)
  })

  it('sends the body again', async () => {
    const { client, service } = startRepeating(answering(lose, lose))
    await settle(client.createCart())
    expect(service.requests.map(({ body }) => body)).toEqual(
      Array.from({ length: 3 }, () => ({ action: 'buy' })),
    )
  })

  it('ends with the attempts', async () => {
    const { client, service } = startRepeating(answering(lose, lose, busy, busy, busy))
    const outcome = await settle(client.createCart())
    expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'PartnerApiError', status: 503 } })
    expect(service.requests).toHaveLength(3)
  })

  it('happens as often as asked', async () => {
    const { client, service } = startRepeating(answering(lose, lose, lose, lose), { retry: { attempts: 5 } })
    await settle(client.createCart())
    expect(service.requests).toHaveLength(5)
  })

  it('ends where the attempts are no number', async () => {
    const { client, service } = startRepeating(answering(busy), { retry: { attempts: Number('three') } })
    expect(await settle(client.createCart())).toMatchObject({ reason: { status: 503 } })
    expect(service.requests).toHaveLength(1)
  })

  it('does not happen with one attempt', async () => {
    const { client, service } = startRepeating(answering(busy), { retry: { attempts: 1 } })
    expect(await settle(client.createCart())).toMatchObject({ reason: { retryable: true } })
    expect(service.requests).toHaveLength(1)
  })
})

describe('a pause', () => {
  it('doubles, with jitter, up to the longest', async () => {
    const retry = { attempts: 6, baseDelayMs: 100, maxDelayMs: 500 }
    const { client, delays } = startRepeating(answering(busy, busy, busy, busy, busy), { retry })
    vi.mocked(Math.random).mockReturnValue(0.9)
    await settle(client.createCart())
    expect(delays()).toEqual([90, 180, 360, 450, 450])
  })

  it('is that of Retry-After in seconds', async () => {
    const { client, delays } = startRepeating(answering(() => limited('3')))
    await settle(client.createCart())
    expect(delays()).toEqual([3000])
  })

  it('is that of Retry-After as a date', async () => {
    vi.setSystemTime(new Date('2026-01-15T15:04:05Z'))
    const { client, delays } = startRepeating(answering(() => limited('Thu, 15 Jan 2026 15:04:09 GMT')))
    await settle(client.createCart())
    expect(delays()).toEqual([4000])
  })

  it('is that of a proxy’s Retry-After too', async () => {
    const answer = new Response('<html>', { status: 503, headers: { 'retry-after': '2' } })
    const { client, delays } = startRepeating(answering(() => answer))
    await settle(client.createCart())
    expect(delays()).toEqual([2000])
  })

  it('is waited for in full', async () => {
    const { client, service } = startRepeating(answering(() => limited('3')))
    const call = client.createCart()
    await vi.advanceTimersByTimeAsync(2999)
    expect(service.requests).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(service.requests).toHaveLength(2)
    await call
  })

  it('may be as long as the longest', async () => {
    const { client, delays } = startRepeating(answering(() => limited('8')))
    await settle(client.createCart())
    expect(delays()).toEqual([8000])
  })

  it('beyond the longest is left to the caller', async () => {
    const { client, service } = startRepeating(answering(() => limited('9')))
    const outcome = await settle(client.createCart())
    expect(outcome).toMatchObject({ reason: { code: 'rate_limited', retryAfterSeconds: 9, retryable: true } })
    expect(service.requests).toHaveLength(1)
  })
})
