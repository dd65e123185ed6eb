import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ClientEvent } from './client-event.ts'
import type { PartnerClientOptions } from './client-options.ts'
import { answerWith, emptyCart, refuseWith, type Script, token } from './scripted-service.fixture.ts'
import { startScripted, storeOf } from './start-scripted.fixture.ts'

const busy = () => refuseWith(503, 'internal_error', 'Service unavailable')
const broken = () => refuseWith(500, 'internal_error', 'Internal server error')
const limited = (retryAfter: string) =>
  refuseWith(429, 'rate_limited', 'Too many requests', { 'retry-after': retryAfter })
const lose = () =>
  Promise.reject(Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNRESET' } }))
const endless = () => new Response(new ReadableStream())
const never = () => new Promise<Response>(() => undefined)
const orderResult = { buyOrder: { orderId: 'o' } }

/** Answers the first requests by the given ones, in turn, and all others with success. */
function answering(...answers: readonly (() => Response | Promise<Response>)[]): Script {
  return async (_request, { requests }) =>
    (await answers[requests.length - 1]?.()) ?? answerWith(200, { ...emptyCart, ...orderResult })
}

function start(script: Script, options: Partial<PartnerClientOptions> = {}) {
  const events: ClientEvent[] = []
  const logger = (event: ClientEvent) => void events.push(event)
  const { client, service } = startScripted(script, {
    tokenStore: storeOf(token(1)),
    retry: {},
    logger,
    ...options,
  })
  const delays = () => events.flatMap((event) => (event.kind === 'retry' ? [event.delayMs] : []))
  return { client, service, events, delays }
}

/** Lets every timer run until a call has settled, and answers how it did. */
async function settle<Value>(call: Promise<Value>): Promise<PromiseSettledResult<Value>> {
  const outcome = Promise.allSettled([call])
  await vi.runAllTimersAsync()
  return (await outcome)[0]
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: 0 })
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const add = { cartId: 'c', cards: [] }
const adjust = { cartId: 'c', cardId: 'd', qty: 1 }
const order = { cartId: 'c', paymentMethod: 'DRAWDOWN_ACCOUNT', shippingDetails: {} as never }

describe('a repetition', () => {
  it.each([
    ['503', busy],
    ['500', broken],
    ['502 of a proxy', () => new Response('<html>', { status: 502 })],
    ['429', () => limited('1')],
    ['a lost connection', lose],
  ])('follows %s', async (_name, failure) => {
    const { client, service } = start(answering(failure))
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
    const { client, service } = start(answering(failure))
    const outcome = await settle(client.createCart())
    expect(outcome).toMatchObject({ status: 'rejected', reason: { retryable: false } })
    expect(service.requests).toHaveLength(1)
  })

  it.each([
    ['503', busy],
    ['429', () => limited('1')],
  ])('of what adds to a cart follows %s', async (_name, failure) => {
    const adding = start(answering(failure))
    const adjusting = start(answering(failure))
    await settle(adding.client.addCards(add))
    await settle(adjusting.client.adjustCardQuantity(adjust))
    expect([adding.service.requests.length, adjusting.service.requests.length]).toEqual([2, 2])
  })

  it.each([
    ['500', broken],
    ['504', () => new Response('', { status: 504 })],
    ['a lost connection', lose],
    ['silence', never],
  ])('of what adds to a cart does not follow %s', async (_name, failure) => {
    for (const name of ['addCards', 'adjustCardQuantity', 'applyCoupon'] as const) {
      const { client, service } = start(answering(failure))
      const outcome = await settle<unknown>(client[name]({ ...add, ...adjust, couponCode: 'x' }))
      expect(outcome).toMatchObject({ status: 'rejected', reason: { retryable: false, operationId: name } })
      expect(service.requests).toHaveLength(1)
    }
  })

  it('of a checkout has the same key', async () => {
    const { client, service } = start(answering(lose, busy))
    expect(await settle(client.checkout(order))).toMatchObject({ status: 'fulfilled' })
    const keys = service.requests.map(({ headers }) => headers.get('idempotency-key'))
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(keys).toEqual([keys[0], keys[0], keys[0]])
  })

  it('of a checkout follows 409', async () => {
    const { client, service } = start(answering(() => refuseWith(409, 'checkout_in_progress', 'busy')))
    expect(await settle(client.checkout(order))).toMatchObject({ status: 'fulfilled' })
    expect(service.requests).toHaveLength(2)
  })

  it('sends the body again', async () => {
    const { client, service } = start(answering(lose, lose))
    await settle(client.createCart())
    expect(service.requests.map(({ body }) => body)).toEqual(
      Array.from({ length: 3 }, () => ({ action: 'buy' })),
    )
  })

  it('ends with the attempts', async () => {
    const { client, service } = start(answering(lose, lose, busy, busy, busy))
    const outcome = await settle(client.createCart())
    expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'PartnerApiError', status: 503 } })
    expect(service.requests).toHaveLength(3)
  })

  it('happens as often as asked', async () => {
    const { client, service } = start(answering(lose, lose, lose, lose), { retry: { attempts: 5 } })
    await settle(client.createCart())
    expect(service.requests).toHaveLength(5)
  })

  it('does not happen with one attempt', async () => {
    const { client, service } = start(answering(busy), { retry: { attempts: 1 } })
    expect(await settle(client.createCart())).toMatchObject({ reason: { retryable: true } })
    expect(service.requests).toHaveLength(1)
  })
})

describe('a pause', () => {
  it('doubles, with jitter, up to the longest', async () => {
    const retry = { attempts: 6, baseDelayMs: 100, maxDelayMs: 500 }
    const { client, delays } = start(answering(busy, busy, busy, busy, busy), { retry })
    vi.mocked(Math.random).mockReturnValue(0.9)
    await settle(client.createCart())
    expect(delays()).toEqual([90, 180, 360, 450, 450])
  })

  it('is that of Retry-After in seconds', async () => {
    const { client, delays } = start(answering(() => limited('3')))
    await settle(client.createCart())
    expect(delays()).toEqual([3000])
  })

  it('is that of Retry-After as a date', async () => {
    vi.setSystemTime(new Date('2026-01-15T15:04:05Z'))
    const { client, delays } = start(answering(() => limited('Thu, 15 Jan 2026 15:04:09 GMT')))
    await settle(client.createCart())
    expect(delays()).toEqual([4000])
  })

  it('is that of a proxy’s Retry-After too', async () => {
    const answer = new Response('<html>', { status: 503, headers: { 'retry-after': '2' } })
    const { client, delays } = start(answering(() => answer))
    await settle(client.createCart())
    expect(delays()).toEqual([2000])
  })

  it('is waited for in full', async () => {
    const { client, service } = start(answering(() => limited('3')))
    const call = client.createCart()
    await vi.advanceTimersByTimeAsync(2999)
    expect(service.requests).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(service.requests).toHaveLength(2)
    await call
  })

  it('beyond the longest is left to the caller', async () => {
    const { client, service } = start(answering(() => limited('9')))
    const outcome = await settle(client.createCart())
    expect(outcome).toMatchObject({ reason: { code: 'rate_limited', retryAfterSeconds: 9, retryable: true } })
    expect(service.requests).toHaveLength(1)
  })
})

describe('timeoutMs', () => {
  it('ends an attempt, not the call', async () => {
    const { client, service } = start(answering(never), { timeoutMs: 1000 })
    const call = client.createCart()
    await vi.advanceTimersByTimeAsync(999)
    expect(service.requests[0]?.signal.aborted).toBe(false)
    expect(await settle(call)).toMatchObject({ status: 'fulfilled' })
    expect(service.requests[0]?.signal.aborted).toBe(true)
    expect(service.requests).toHaveLength(2)
  })

  it('covers the body too', async () => {
    const { client } = start(answering(endless, endless, endless), { timeoutMs: 1000 })
    expect(await settle(client.createCart())).toMatchObject({ reason: { name: 'TimeoutError' } })
  })

  it('of a call replaces that of the client', async () => {
    const { client } = start(answering(never, never, never), { timeoutMs: 1e6 })
    const call = settle(client.createCart({}, { timeoutMs: 10 }))
    await vi.advanceTimersByTimeAsync(2000)
    expect(await call).toMatchObject({
      reason: { name: 'TimeoutError', operationId: 'createCart', retryable: true },
    })
  })

  it('may be without end', async () => {
    const { client, service } = start(answering(never), { timeoutMs: Infinity })
    const ended = vi.fn<() => void>()
    void client.createCart().finally(ended)
    await vi.advanceTimersByTimeAsync(1e8)
    expect(ended).not.toHaveBeenCalled()
    expect(service.requests).toHaveLength(1)
  })
})

describe('a signal', () => {
  const reason = new Error('the visitor left')

  it('that has aborted sends nothing', async () => {
    const { client, service } = start(answering())
    await expect(client.createCart({}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    expect(service.requests).toHaveLength(0)
  })

  it('ends a request at once', async () => {
    const { client, service } = start(answering(never))
    const controller = new AbortController()
    const call = client.createCart({}, { signal: controller.signal })
    await vi.advanceTimersByTimeAsync(0)
    controller.abort(reason)
    await expect(call).rejects.toBe(reason)
    await vi.advanceTimersByTimeAsync(0)
    expect(service.requests[0]?.signal.aborted).toBe(true)
    expect(service.requests).toHaveLength(1)
  })

  it('ends a pause at once', async () => {
    const { client, service } = start(answering(() => limited('5')))
    const controller = new AbortController()
    const call = client.createCart({}, { signal: controller.signal })
    await vi.advanceTimersByTimeAsync(10)
    controller.abort(reason)
    await expect(call).rejects.toBe(reason)
    await vi.runAllTimersAsync()
    expect(service.requests).toHaveLength(1)
  })

  it('ends a call while its session opens', async () => {
    const { client, service } = start(answering(never), { tokenStore: storeOf() })
    const controller = new AbortController()
    const aborted = client.createCart({}, { signal: controller.signal })
    await vi.advanceTimersByTimeAsync(0)
    controller.abort(reason)
    await expect(aborted).rejects.toBe(reason)
    expect(service.requests.map(({ path }) => path)).toEqual(['/v3/session'])
  })

  it('rejects with the platform’s reason where it has none', async () => {
    const { client } = start(answering(never))
    const controller = new AbortController()
    const call = client.createCart({}, { signal: controller.signal })
    controller.abort()
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('timers', () => {
  it.each([
    ['a success', answering()],
    ['a refusal', answering(() => refuseWith(400, 'validation_error', 'no'))],
    ['a lost connection', answering(lose, lose, lose)],
    ['a repeated success', answering(busy)],
  ])('are gone after %s', async (_name, script) => {
    const { client } = start(script, { retry: { baseDelayMs: 0 } })
    const settled = vi.fn<() => void>()
    void Promise.allSettled([client.createCart()]).then(settled)
    // The pauses are of no length, so that a timer that is left does not fire.
    while (settled.mock.calls.length === 0) await vi.advanceTimersByTimeAsync(1)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('are gone after an abort', async () => {
    const { client } = start(answering(never))
    const controller = new AbortController()
    const call = client.createCart({}, { signal: controller.signal })
    await vi.advanceTimersByTimeAsync(0)
    controller.abort()
    await expect(call).rejects.toThrow('aborted')
    await vi.advanceTimersByTimeAsync(0)
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('logger', () => {
  it('hears of each attempt and pause', async () => {
    const { client, events } = start(answering(busy))
    await settle(client.createCart({}, { requestId: 'mine' }))
    const facts = { operationId: 'createCart', method: 'POST', path: '/v3/carts' }
    expect(events).toEqual([
      { kind: 'request', ...facts, attempt: 1, requestId: 'mine' },
      { kind: 'response', ...facts, attempt: 1, requestId: 'answered', status: 503, durationMs: 0 },
      { kind: 'retry', ...facts, attempt: 1, requestId: 'answered', status: 503, delayMs: 125 },
      { kind: 'request', ...facts, attempt: 2, requestId: 'mine' },
      { kind: 'response', ...facts, attempt: 2, requestId: 'answered', status: 200, durationMs: 0 },
    ])
  })

  it('hears of a request that was lost', async () => {
    const { client, events } = start(answering(never), { timeoutMs: 700, retry: { attempts: 1 } })
    await settle(client.createCart())
    expect(events.at(-1)).toMatchObject({ kind: 'response', status: undefined, durationMs: 700 })
  })

  it('hears of sessions', async () => {
    const { client, events } = start(() => undefined, { tokenStore: storeOf() })
    await client.login({ customer: { email: 'e', password: 'p' } })
    expect(events.filter(({ kind }) => kind === 'session')).toEqual([
      { kind: 'session', operationId: 'createSession' },
      { kind: 'session', operationId: 'login' },
    ])
  })

  it('that throws does not fail a call', async () => {
    const { client } = start(answering(busy), {
      logger: () => {
        throw new Error('disk is full')
      },
    })
    expect(await settle(client.createCart())).toMatchObject({ status: 'fulfilled' })
  })
})
