import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  broken,
  busy,
  inTurn,
  limited,
  lose,
  never,
  problem,
  resumeTime,
  settle,
  startClient,
  stopTime,
} from './scripted.ts'

beforeEach(stopTime)
afterEach(resumeTime)

const page = (status: number, headers: Record<string, string> = {}) =>
  new Response('<html>', { status, headers: { 'content-type': 'text/html', ...headers } })
const refused = (code: string) => (): Promise<Response> =>
  Promise.reject(Object.assign(new TypeError('fetch failed'), { cause: { code } }))

describe('a retry', () => {
  it.each([
    ['500', broken],
    ['503', busy],
    ['408', () => problem(408, 'Request Timeout')],
    ['429', () => limited('1')],
    ['502 of a proxy', () => page(502)],
    ['a page with 429', () => page(429)],
    ['a lost connection', lose],
    ['a connection that was refused', refused('ECONNREFUSED')],
  ])('follows %s', async (_name, failure) => {
    const { client, requests } = startClient(inTurn(failure))
    expect(await settle(client.getStatus())).toMatchObject({ status: 'fulfilled' })
    expect(requests).toHaveLength(2)
  })

  it.each([
    ['400', () => problem(400, 'Bad Request')],
    ['401', () => problem(401, 'Unauthorized')],
    ['404', () => problem(404, 'Not Found')],
    ['409 without a key', () => problem(409, 'Conflict')],
    ['501', () => problem(501, 'Not Implemented')],
    ['a page instead of a success', () => page(200)],
    ['a redirect', () => page(302)],
    ['a certificate that is not trusted', refused('UNABLE_TO_GET_ISSUER_CERT_LOCALLY')],
  ])('does not follow %s', async (_name, failure) => {
    const { client, requests } = startClient(inTurn(failure))
    expect(await settle(client.getStatus())).toMatchObject({
      status: 'rejected',
      reason: { retryable: false },
    })
    expect(requests).toHaveLength(1)
  })

  it.each([
    ['429', () => limited('1')],
    ['a connection that was refused', refused('ECONNREFUSED')],
    ['a host that was not found', refused('ENOTFOUND')],
  ])('of what must not happen twice follows %s', async (_name, failure) => {
    const { client, requests } = startClient(inTurn(failure))
    expect(await settle(client.addBook({}))).toMatchObject({ status: 'fulfilled' })
    expect(requests).toHaveLength(2)
  })

  it.each([
    ['503', busy],
    ['500', broken],
    ['504', () => page(504)],
    ['a lost connection', lose],
    ['silence', never],
    ['half a success', () => new Response('{"ti', { headers: { 'content-type': 'application/json' } })],
  ])('of what must not happen twice does not follow %s', async (_name, failure) => {
    const { client, requests } = startClient(inTurn(failure))
    const outcome = await settle(client.addBook({}))
    expect(outcome).toMatchObject({ status: 'rejected', reason: { retryable: false, outcomeUnknown: true } })
    expect(requests).toHaveLength(1)
  })

  it.each([
    ['a page', () => page(200)],
    ['half a loan', () => new Response('{"ti', { headers: { 'content-type': 'application/json' } })],
    ['nothing', () => new Response(null, { status: 204 })],
    ['409', () => problem(409, 'Conflict')],
  ])('with a key follows a response that is %s', async (_name, failure) => {
    const { client, requests } = startClient(inTurn(failure, failure))
    expect(await settle(client.lendBook({}))).toMatchObject({ status: 'fulfilled' })
    const keys = requests.map(({ headers }) => headers.get('idempotency-key'))
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(keys).toEqual([keys[0], keys[0], keys[0]])
  })

  it('with a key does not follow a redirect', async () => {
    const { client, requests } = startClient(inTurn(() => page(307)))
    expect(await settle(client.lendBook({}))).toMatchObject({ reason: { status: 307, retryable: false } })
    expect(requests).toHaveLength(1)
  })

  it('sends the body again', async () => {
    const { client, requests } = startClient(inTurn(lose, busy))
    await settle(client.putBook({ 'book-id': 'a', title: 'Emma' }))
    expect(requests.map(({ text }) => text)).toEqual(Array(3).fill('{"title":"Emma"}'))
  })

  it('ends with the attempts', async () => {
    const { client, requests } = startClient(inTurn(lose, lose, busy, busy))
    expect(await settle(client.getStatus())).toMatchObject({ reason: { name: 'ApiError', status: 503 } })
    expect(requests).toHaveLength(3)
  })

  it.each([
    [{ attempts: 5 }, 5],
    [{ attempts: 1 }, 1],
    [{ attempts: Number('three') }, 1],
    [false, 1],
  ] as const)('happens as often as %o says', async (retry, count) => {
    const script = inTurn(busy, busy, busy, busy)
    const ofClient = startClient(script, { retry })
    await settle(ofClient.client.getStatus())
    const ofCall = startClient(script)
    await settle(ofCall.client.getStatus({ retry }))
    expect([ofClient.requests.length, ofCall.requests.length]).toEqual([count, count])
  })
})

describe('a pause', () => {
  it('doubles, with jitter, up to the longest', async () => {
    const retry = { attempts: 6, baseDelayMs: 100, maxDelayMs: 500 }
    const { client, delays } = startClient(inTurn(busy, busy, busy, busy, busy), { retry })
    vi.mocked(Math.random).mockReturnValue(0.9)
    await settle(client.getStatus())
    expect(delays()).toEqual([90, 180, 360, 450, 450])
  })

  it.each([
    ['seconds', () => limited('3'), 3_000],
    ['a date', () => limited('Thu, 01 Jan 1970 00:00:04 GMT'), 4_000],
    ['a page of a proxy', () => page(503, { 'retry-after': '2' }), 2_000],
    ['as long as the longest', () => limited('8'), 8_000],
  ])('is that of Retry-After: %s', async (_name, failure, delayMs) => {
    const { client, delays } = startClient(inTurn(failure))
    await settle(client.getStatus())
    expect(delays()).toEqual([delayMs])
  })

  it('is waited for in full', async () => {
    const { client, requests } = startClient(inTurn(() => limited('3')))
    const call = client.getStatus()
    await vi.advanceTimersByTimeAsync(2_999)
    expect(requests).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    await call
    expect(requests).toHaveLength(2)
  })

  it.each([
    ['a problem', () => limited('9')],
    ['a page', () => page(429, { 'retry-after': '9' })],
  ])('beyond the longest is left to the caller of %s', async (_name, failure) => {
    const { client, requests } = startClient(inTurn(failure))
    const outcome = await settle(client.getStatus())
    expect(outcome).toMatchObject({ reason: { status: 429, retryAfterSeconds: 9, retryable: true } })
    expect(requests).toHaveLength(1)
  })
})
