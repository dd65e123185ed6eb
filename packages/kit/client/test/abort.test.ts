import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AbortError, type ClientOptions, createApiClient, InputError, TimeoutError } from '../src/index.ts'
import {
  busy,
  failureOf,
  inTurn,
  type LibraryMethods,
  limited,
  lose,
  never,
  operations,
  problem,
  resumeTime,
  type Script,
  serverUrl,
  settle,
  startClient,
  stopTime,
} from './scripted.ts'

beforeEach(stopTime)
afterEach(resumeTime)

/** Returns a success whose body never ends. */
const endless = () => new Response(new ReadableStream(), { headers: { 'content-type': 'application/json' } })

/** Runs all pending callbacks, but no timers. */
const turn = () => vi.advanceTimersByTimeAsync(0)

describe('signal', () => {
  it('ends a request at once, with its reason as the cause', async () => {
    const { client, requests } = startClient(never)
    const controller = new AbortController()
    const failure = failureOf(client.lendBook({}, { signal: controller.signal, idempotencyKey: 'k' }))
    await turn()
    controller.abort('left')
    const error = await failure
    expect(error).toBeInstanceOf(AbortError)
    expect(error).toMatchObject({
      name: 'AbortError',
      operationId: 'lendBook',
      idempotencyKey: 'k',
      cause: 'left',
      retryable: true,
      outcomeUnknown: true,
    })
    expect(requests[0]?.signal.aborted).toBe(true)
    await turn()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('that has aborted sends nothing', async () => {
    const { client, requests } = startClient()
    const error = await failureOf(client.addBook({}, { signal: AbortSignal.abort() }))
    expect(error).toMatchObject({ name: 'AbortError', retryable: true, outcomeUnknown: false })
    expect(requests).toHaveLength(0)
  })

  it('ends a pause, without a word of a retry that never comes', async () => {
    const controller = new AbortController()
    const { client, events, requests } = startClient(
      inTurn(() => limited('5')),
      { onResponse: () => controller.abort() },
    )
    const error = await failureOf(client.getStatus({ signal: controller.signal }))
    expect(error).toMatchObject({ name: 'AbortError' })
    await turn()
    expect(events.map(({ kind }) => kind)).toEqual(['request', 'response'])
    expect(requests).toHaveLength(1)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('ends a pause that has begun', async () => {
    const controller = new AbortController()
    const { client } = startClient(inTurn(() => limited('5')))
    const failure = failureOf(client.getStatus({ signal: controller.signal }))
    await vi.advanceTimersByTimeAsync(1_000)
    controller.abort()
    expect(await failure).toMatchObject({ name: 'AbortError', outcomeUnknown: false })
    await turn()
    expect(vi.getTimerCount()).toBe(0)
  })

  it.each<[string, Script, Partial<ClientOptions>?]>([
    ['a request whose fetch ignores it', never, { fetch: () => new Promise(() => undefined) }],
    ['the reading of a body', endless],
  ])('ends %s', async (_name, script, options) => {
    const { client } = startClient(script, options)
    const controller = new AbortController()
    const failure = failureOf(client.getStatus({ signal: controller.signal }))
    await turn()
    controller.abort()
    expect(await failure).toBeInstanceOf(AbortError)
  })

  it('of AbortSignal.timeout gives a TimeoutError with the key', async () => {
    const { client } = startClient(never)
    const controller = new AbortController()
    const failure = failureOf(client.lendBook({}, { signal: controller.signal }))
    await turn()
    // Aborts like `AbortSignal.timeout`, whose timer cannot be faked.
    controller.abort(new DOMException('The operation timed out', 'TimeoutError'))
    expect(await failure).toBeInstanceOf(TimeoutError)
    expect(await failure).toMatchObject({
      idempotencyKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
      retryable: true,
    })
  })

  it('is listened to once, however many calls share it', async () => {
    const { client } = startClient(never)
    const controller = new AbortController()
    const listen = vi.spyOn(controller.signal, 'addEventListener')
    const calls = Array.from({ length: 20 }, () => failureOf(client.getStatus({ signal: controller.signal })))
    await turn()
    expect(listen).toHaveBeenCalledOnce()
    controller.abort()
    expect(await Promise.all(calls)).toHaveLength(20)
  })
})

describe('timeoutMs', () => {
  it('limits each attempt', async () => {
    const { client, requests, events } = startClient(inTurn(never, never, never), { timeoutMs: 700 })
    const outcome = await settle(client.getStatus())
    expect(outcome).toMatchObject({
      reason: { name: 'TimeoutError', message: 'getStatus: no response within 700 ms', retryable: true },
    })
    expect(requests.map(({ signal }) => signal.aborted)).toEqual([true, true, true])
    expect(events.filter(({ kind }) => kind === 'response')).toMatchObject(
      Array.from({ length: 3 }, () => ({ status: undefined, durationMs: 700 })),
    )
  })

  it.each([
    ['of a call comes before that of the client', never],
    ['includes the body', endless],
  ])('%s', async (_name, script) => {
    const { client } = startClient(script, { timeoutMs: 700, retry: false })
    expect(await settle(client.getStatus({ timeoutMs: 50 }))).toMatchObject({
      reason: { name: 'TimeoutError', message: 'getStatus: no response within 50 ms' },
    })
  })

  it('may be infinite', async () => {
    const { client } = startClient(never)
    void failureOf(client.getStatus({ timeoutMs: Infinity }))
    await turn()
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('deadlineMs', () => {
  it('limits attempts and pauses together', async () => {
    const { client, requests } = startClient(() => limited('4'))
    const failure = failureOf(client.lendBook({}, { deadlineMs: 6_000, retry: { attempts: 9 } }))
    await vi.advanceTimersByTimeAsync(6_000)
    expect(await failure).toMatchObject({
      name: 'TimeoutError',
      message: 'lendBook: no result within deadlineMs',
      idempotencyKey: expect.any(String),
      retryable: true,
    })
    expect(requests).toHaveLength(2)
    await turn()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('of the client holds for every call', async () => {
    const { client } = startClient(never, { deadlineMs: 100 })
    const outcome = await settle(client.addBook({}))
    expect(outcome).toMatchObject({
      reason: { name: 'TimeoutError', retryable: false, outcomeUnknown: true },
    })
  })
})

describe('timeoutMs', () => {
  it.each([300_001, Infinity])(
    'of %s is rejected where the fetch of Node would end it before',
    async (timeoutMs) => {
      const sent = vi.spyOn(globalThis, 'fetch')
      const client = createApiClient<LibraryMethods>(operations, { baseUrl: serverUrl, timeoutMs })
      await expect(client.getStatus()).rejects.toThrow(InputError)
      expect(sent).not.toHaveBeenCalled()
      sent.mockImplementation(async () => Response.json({}))
      const fetchOptions = { dispatcher: {} } as RequestInit
      const patient = createApiClient<LibraryMethods>(operations, {
        baseUrl: serverUrl,
        timeoutMs,
        fetchOptions,
      })
      expect(await patient.getStatus()).toEqual({})
      expect(await client.getStatus({ timeoutMs: 300_000 })).toEqual({})
      sent.mockRestore()
    },
  )
})

describe('timers', () => {
  it.each([
    ['a success', inTurn()],
    ['a rejection', inTurn(() => problem(400, 'no'))],
    ['lost connections', inTurn(lose, lose, lose)],
    ['a retried success', inTurn(busy)],
  ])('are gone after %s', async (_name, script) => {
    const { client } = startClient(script, { retry: { baseDelayMs: 0 } })
    const settled = vi.fn<() => void>()
    void Promise.allSettled([client.getStatus({ deadlineMs: 60_000 })]).then(settled)
    // The retry delays are zero, so a timer that is left over does not fire.
    while (settled.mock.calls.length === 0) await vi.advanceTimersByTimeAsync(1)
    expect(vi.getTimerCount()).toBe(0)
  })
})
