import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createGate, emptyCart, refuseToken, refuseWith } from './scripted-service.fixture.ts'
import {
  answering,
  busy,
  limited,
  lose,
  never,
  resumeTime,
  settle,
  startRepeating,
  stopTime,
} from './start-repeating.fixture.ts'
import { elm, oak, storeOf } from './start-scripted.fixture.ts'

beforeEach(stopTime)
afterEach(resumeTime)

/** The timer of the attempt that ended last: it does nothing, and holds no process. */
const spare = 1

const endless = () => new Response(new ReadableStream())

describe('timeoutMs', () => {
  it('ends an attempt, not the call', async () => {
    const { client, service } = startRepeating(answering(never), { timeoutMs: 1000 })
    const call = client.createCart()
    await vi.advanceTimersByTimeAsync(999)
    expect(service.requests[0]?.signal.aborted).toBe(false)
    expect(await settle(call)).toMatchObject({ status: 'fulfilled' })
    expect(service.requests[0]?.signal.aborted).toBe(true)
    expect(service.requests).toHaveLength(2)
  })

  it('is 30 seconds unless given', async () => {
    const { client, service } = startRepeating(answering(never), { retry: { attempts: 1 } })
    const outcome = Promise.allSettled([client.createCart()])
    await vi.advanceTimersByTimeAsync(29_999)
    expect(service.requests[0]?.signal.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await outcome).toMatchObject([{ reason: { name: 'TimeoutError' } }])
  })

  it('covers the body too', async () => {
    const { client } = startRepeating(answering(endless, endless, endless), { timeoutMs: 1000 })
    expect(await settle(client.createCart())).toMatchObject({ reason: { name: 'TimeoutError' } })
  })

  it('gives `fetch` the reason that a time-out of the platform gives', async () => {
    const { client, service } = startRepeating(answering(never), { timeoutMs: 1000, retry: { attempts: 1 } })
    await settle(client.createCart())
    const reason: unknown = service.requests[0]?.signal.reason
    expect(reason).toBeInstanceOf(DOMException)
    expect(reason).toMatchObject({ name: 'TimeoutError' })
  })

  it('of a call replaces that of the client', async () => {
    const { client } = startRepeating(answering(never, never, never), { timeoutMs: 1e6 })
    const call = settle(client.createCart({}, { timeoutMs: 10 }))
    await vi.advanceTimersByTimeAsync(2000)
    expect(await call).toMatchObject({
      reason: { name: 'TimeoutError', operationId: 'createCart', retryable: true },
    })
  })

  it('may be without end', async () => {
    const { client, service } = startRepeating(answering(never), { timeoutMs: Infinity })
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
    const { client, service } = startRepeating(answering())
    await expect(client.createCart({}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    expect(service.requests).toHaveLength(0)
  })

  it('that has aborted does not open a session either', async () => {
    const { client, service } = startRepeating(answering(), { tokenStore: storeOf() })
    await expect(client.createCart({}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    await vi.advanceTimersByTimeAsync(0)
    expect(service.requests).toHaveLength(0)
  })

  it('ends a request at once', async () => {
    const { client, service } = startRepeating(answering(never))
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
    const { client, service } = startRepeating(answering(() => limited('5')))
    const controller = new AbortController()
    const call = client.createCart({}, { signal: controller.signal })
    await vi.advanceTimersByTimeAsync(10)
    controller.abort(reason)
    await expect(call).rejects.toBe(reason)
    await vi.runAllTimersAsync()
    expect(service.requests).toHaveLength(1)
  })

  it('ends a call while its token is read', async () => {
    const tokenStore = { get: () => new Promise<undefined>(() => undefined), set: () => undefined }
    const { client } = startRepeating(answering(), { tokenStore })
    const controller = new AbortController()
    const call = client.createCart({}, { signal: controller.signal })
    controller.abort(reason)
    await expect(call).rejects.toBe(reason)
  })

  it('ends a call while its session opens, and the opening with it', async () => {
    const { client, service } = startRepeating(answering(never), { tokenStore: storeOf() })
    const controller = new AbortController()
    const aborted = client.createCart({}, { signal: controller.signal })
    await vi.advanceTimersByTimeAsync(0)
    controller.abort(reason)
    await expect(aborted).rejects.toBe(reason)
    await vi.advanceTimersByTimeAsync(0)
    expect(service.requests).toMatchObject([{ path: '/v3/session', signal: { aborted: true } }])
    expect(vi.getTimerCount()).toBe(spare)
  })

  it.each([
    ['the login of an opening', { tokenStore: storeOf(), credentials: elm }, '/v3/customers/login'],
    ['an opening in place of a refused session', { tokenStore: storeOf('refused') }, '/v3/session'],
  ])('ends %s', async (_name, options, path) => {
    const { client, service } = startRepeating((request) => {
      if (request.path === path) return never()
      return request.headers.get('authorization') === 'Bearer refused' ? refuseToken() : undefined
    }, options)
    const controller = new AbortController()
    const aborted = client.createCart({}, { signal: controller.signal })
    await vi.advanceTimersByTimeAsync(0)
    controller.abort(reason)
    await expect(aborted).rejects.toBe(reason)
    await vi.advanceTimersByTimeAsync(0)
    expect(service.requests.at(-1)).toMatchObject({ path, signal: { aborted: true } })
    expect(vi.getTimerCount()).toBe(spare)
  })

  it('ends the session that a login opens for itself', async () => {
    const { client, service } = startRepeating(answering(never), {
      tokenStore: storeOf(),
      credentials: oak,
    })
    const controller = new AbortController()
    const aborted = client.login({ customer: elm }, { signal: controller.signal })
    await vi.advanceTimersByTimeAsync(0)
    controller.abort(reason)
    await expect(aborted).rejects.toBe(reason)
    await vi.advanceTimersByTimeAsync(0)
    expect(service.requests).toMatchObject([{ path: '/v3/session', signal: { aborted: true } }])
    expect(vi.getTimerCount()).toBe(spare)
  })

  it('does not end an opening that somebody else waits for', async () => {
    const gate = createGate()
    const { client, service } = startRepeating(
      async ({ path }) => (path === '/v3/session' ? gate.wait().then(() => undefined) : undefined),
      { tokenStore: storeOf() },
    )
    const controller = new AbortController()
    const aborted = client.createCart({}, { signal: controller.signal })
    const other = client.createCart()
    await gate.reached
    await vi.advanceTimersByTimeAsync(0)
    controller.abort(reason)
    await expect(aborted).rejects.toBe(reason)
    gate.open()
    await expect(other).resolves.toEqual(emptyCart)
    expect(service.to('/v3/session')).toHaveLength(1)
  })

  it('that ends an opening leaves the next call its own', async () => {
    const { client, service } = startRepeating(
      (_request, { requests }) => (requests.length === 1 ? never() : undefined),
      { tokenStore: storeOf() },
    )
    const controller = new AbortController()
    const aborted = client.createCart({}, { signal: controller.signal })
    await vi.advanceTimersByTimeAsync(0)
    const next = aborted.catch(() => client.createCart())
    controller.abort(reason)
    await expect(next).resolves.toEqual(emptyCart)
    expect(service.to('/v3/session')).toHaveLength(2)
  })

  it('rejects with the platform’s reason where it has none', async () => {
    const { client } = startRepeating(answering(never))
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
  ])('are gone after %s, but for one', async (_name, script) => {
    const { client } = startRepeating(script, { retry: { baseDelayMs: 0 } })
    const settled = vi.fn<() => void>()
    void Promise.allSettled([client.createCart()]).then(settled)
    // The pauses are of no length, so that a timer that is left does not fire.
    while (settled.mock.calls.length === 0) await vi.advanceTimersByTimeAsync(1)
    expect(vi.getTimerCount()).toBe(spare)
  })

  it('are no more after many calls', async () => {
    const { client, service } = startRepeating(answering())
    for (let calls = 1; calls <= 5; calls += 1) await client.createCart()
    expect(vi.getTimerCount()).toBe(spare)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(vi.getTimerCount()).toBe(0)
    expect(service.requests.map(({ signal }) => signal.aborted)).toEqual(Array(5).fill(false))
  })

  it('are gone after an abort, but for one', async () => {
    const { client } = startRepeating(answering(never))
    const controller = new AbortController()
    const call = client.createCart({}, { signal: controller.signal })
    await vi.advanceTimersByTimeAsync(0)
    controller.abort()
    await expect(call).rejects.toThrow('aborted')
    await vi.advanceTimersByTimeAsync(0)
    expect(vi.getTimerCount()).toBe(spare)
  })
})
