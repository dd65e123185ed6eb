import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FulfilmentProgress, WaitOptions } from '../src/index.ts'
import { respondWith, rejectWith, token, startScripted, storeOf } from './scripted-service.ts'

interface State {
  readonly status: string
  readonly fulfilled?: boolean
  readonly cards?: readonly boolean[]
}

const processing: State = { status: 'Processing', cards: [false, false] }
const halfWay: State = { status: 'Processing', cards: [true, false] }
const delivered: State = { status: 'Digitally Delivered', fulfilled: true, cards: [true, true] }

function responseOf({ status, fulfilled = false, cards = [] }: State): Response {
  const buyOrder = { orderId: 'o', status, fulfilled, cards: cards.map((card) => ({ fulfilled: card })) }
  return respondWith(200, { buyOrder })
}

/** Waits for an order that goes through these states, one for each request, and stays in the last. */
async function waitThrough(states: readonly (State | Response)[], options: WaitOptions = {}) {
  const askedAtMs: number[] = []
  const { client } = startScripted(
    () => {
      askedAtMs.push(Date.now())
      const state = states[Math.min(askedAtMs.length, states.length) - 1]
      return state instanceof Response ? state.clone() : responseOf(state ?? processing)
    },
    { tokenStore: storeOf(token(1)) },
  )
  const seen: FulfilmentProgress[] = []
  const outcome = Promise.allSettled([
    client.waitForFulfilment('o', { onProgress: (progress) => void seen.push(progress), ...options }),
  ])
  const settled = vi.fn<() => void>()
  void outcome.then(settled)
  while (settled.mock.calls.length === 0) await vi.advanceTimersByTimeAsync(250)
  return { outcome: (await outcome)[0], askedAtMs, seen }
}

const noRoom = Object.assign(new Error('no room'), { retryable: true })

/** Ends after this fake time. */
const passMs = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: 0 }))
afterEach(() => void vi.useRealTimers())

describe('waitForFulfilment', () => {
  it('resolves to the order once it is fulfilled', async () => {
    const { outcome, askedAtMs } = await waitThrough([delivered])
    expect(outcome).toMatchObject({ value: { orderId: 'o', fulfilled: true } })
    expect(askedAtMs).toEqual([0])
  })

  it.each([
    ['ever more slowly', 2000, 3, [0, 2000, 5000, 9500]],
    ['ten times a second at most', 0, 2, [0, 100, 250]],
    ['once a minute at least', 60_000, 3, [0, 60_000, 120_000, 180_000]],
  ])('asks %s', async (_pace, pollMs, waits, expected) => {
    const states = [...Array.from({ length: waits }, () => processing), delivered]
    expect((await waitThrough(states, { pollMs })).askedAtMs).toEqual(expected)
  })

  it('reports each change once', async () => {
    const { seen } = await waitThrough([processing, processing, halfWay, halfWay, delivered])
    expect(seen.map(({ order: _order, ...progress }) => progress)).toEqual([
      { status: 'Processing', fulfilledCards: 0, totalCards: 2 },
      { status: 'Processing', fulfilledCards: 1, totalCards: 2 },
      { status: 'Digitally Delivered', fulfilledCards: 2, totalCards: 2 },
    ])
    expect(seen[0]?.order.orderId).toBe('o')
  })

  it.each(['Review', 'Hold', 'Fulfillment', 'Something new'])('waits through %s', async (status) => {
    const { outcome } = await waitThrough([{ status }, delivered])
    expect(outcome.status).toBe('fulfilled')
  })

  it('rejects a canceled order', async () => {
    const { outcome, seen } = await waitThrough([processing, { status: 'Canceled' }])
    expect(outcome).toMatchObject({ reason: { name: 'OrderCanceledError', retryable: false } })
    expect(seen.map(({ status }) => status)).toEqual(['Processing', 'Canceled'])
  })

  it('rejects after its time', async () => {
    const { outcome, askedAtMs } = await waitThrough([processing], { timeoutMs: 3000 })
    expect(outcome).toMatchObject({ reason: { name: 'TimeoutError', operationId: 'getOrder' } })
    expect(askedAtMs).toEqual([0, 1000, 2500, 3000])
  })

  it('waits through failures that pass, and rejects where they do not', async () => {
    const busy = rejectWith(503, 'internal_error', 'Service unavailable')
    const passing = [busy, busy, processing, busy, busy, busy, busy, busy, delivered]
    expect((await waitThrough(passing)).outcome.status).toBe('fulfilled')
    const { outcome, askedAtMs } = await waitThrough([busy])
    expect(outcome).toMatchObject({ reason: { status: 503 } })
    expect(askedAtMs).toHaveLength(6)
  })

  it('rejects an order that is not found at once', async () => {
    const { outcome, askedAtMs } = await waitThrough([rejectWith(404, 'order_not_found', 'Order not found')])
    expect(outcome).toMatchObject({ reason: { code: 'order_not_found' } })
    expect(askedAtMs).toHaveLength(1)
  })

  it.each([
    ['no order', {}],
    ['no cards', { buyOrder: { status: 'Processing', fulfilled: false } }],
    ['cards by number', { buyOrder: { status: 'Processing', fulfilled: false, cards: { 0: {} } } }],
    ['a card that is null', { buyOrder: { status: 'Processing', fulfilled: false, cards: [null] } }],
    ['a flag as text', { buyOrder: { status: 'Processing', fulfilled: 'false', cards: [] } }],
    ['no status', { buyOrder: { fulfilled: false, cards: [] } }],
  ])('rejects a success with %s as unexpected', async (_what, body) => {
    const { outcome, askedAtMs } = await waitThrough([respondWith(200, body)])
    expect(outcome).toMatchObject({
      reason: {
        name: 'UnexpectedResponseError',
        operationId: 'getOrder',
        requestId: 'answered',
        status: 200,
        contentType: 'application/json',
        retryable: false,
      },
    })
    expect(askedAtMs).toHaveLength(1)
  })

  it('rejects in time where the service does not respond', async () => {
    const { client, service } = startScripted(() => new Promise(() => undefined), {
      tokenStore: storeOf(token(1)),
    })
    const outcome = Promise.allSettled([client.waitForFulfilment('o', { timeoutMs: 5000, pollMs: 100 })])
    await vi.advanceTimersByTimeAsync(5000)
    expect((await outcome)[0]).toMatchObject({ reason: { name: 'TimeoutError', retryable: true } })
    expect(service.requests.map(({ signal }) => signal.aborted)).toEqual([true])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('resolves to an order that is fulfilled as the time is over', async () => {
    const { outcome, askedAtMs } = await waitThrough([processing, delivered], {
      timeoutMs: 500,
      pollMs: 1000,
    })
    expect(outcome.status).toBe('fulfilled')
    expect(askedAtMs).toEqual([0, 500])
  })

  it('lets the last request take as long as the first pause', async () => {
    const { client } = startScripted(
      async () => {
        await passMs(900)
        return responseOf(Date.now() < 2000 ? processing : delivered)
      },
      { tokenStore: storeOf(token(1)) },
    )
    const order = client.waitForFulfilment('o', { timeoutMs: 1500, pollMs: 1000 })
    await vi.advanceTimersByTimeAsync(2400)
    await expect(order).resolves.toMatchObject({ fulfilled: true })
  })

  it('rejects with a TimeoutError where the signal timed out', async () => {
    const { client } = startScripted(() => new Promise(() => undefined), { tokenStore: storeOf(token(1)) })
    const controller = new AbortController()
    const wait = client.waitForFulfilment('o', { signal: controller.signal })
    // As `AbortSignal.timeout` does, whose timer is not one that a test can move.
    controller.abort(new DOMException('The operation timed out', 'TimeoutError'))
    await expect(wait).rejects.toMatchObject({ name: 'TimeoutError' })
  })

  it('ends its request with its signal', async () => {
    const { client, service } = startScripted(() => new Promise(() => undefined), {
      tokenStore: storeOf(token(1)),
    })
    const controller = new AbortController()
    const wait = client.waitForFulfilment('o', { signal: controller.signal })
    await vi.advanceTimersByTimeAsync(0)
    controller.abort('left')
    await expect(wait).rejects.toMatchObject({ name: 'AbortError', cause: 'left' })
    await vi.advanceTimersByTimeAsync(0)
    expect(service.requests).toMatchObject([{ signal: { aborted: true } }])
    await vi.advanceTimersByTimeAsync(0)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('listens once to a signal that waits share', async () => {
    const { client } = startScripted(() => responseOf(delivered), { tokenStore: storeOf(token(1)) })
    const { signal } = new AbortController()
    const listen = vi.spyOn(signal, 'addEventListener')
    await Promise.all(Array.from({ length: 12 }, () => client.waitForFulfilment('o', { signal })))
    expect(listen).toHaveBeenCalledOnce()
  })

  it('waits for onProgress', async () => {
    let told = 0
    const onProgress = async () => {
      await passMs(5000)
      told++
    }
    const { outcome, askedAtMs } = await waitThrough([processing, delivered], { onProgress })
    expect(outcome.status).toBe('fulfilled')
    expect(told).toBe(2)
    expect(askedAtMs).toEqual([0, 6000])
  })

  it.each([
    ['is over', undefined],
    ['is under way', new Promise(() => undefined)],
  ])('ends with its signal where onProgress %s', async (_state, progress) => {
    const controller = new AbortController()
    const onProgress = () => {
      controller.abort('left')
      return progress
    }
    const { outcome } = await waitThrough([processing], { onProgress, signal: controller.signal })
    expect(outcome).toMatchObject({ reason: { name: 'AbortError', cause: 'left' } })
    await vi.advanceTimersByTimeAsync(0)
    expect(vi.getTimerCount()).toBe(0)
  })

  it.each([
    [
      'throws',
      () => {
        throw noRoom
      },
    ],
    ['rejects with', () => Promise.reject(noRoom)],
  ])('ends with what onProgress %s', async (_how, onProgress) => {
    const { outcome } = await waitThrough([processing, delivered], { onProgress })
    expect(outcome).toMatchObject({ reason: noRoom })
  })
})
