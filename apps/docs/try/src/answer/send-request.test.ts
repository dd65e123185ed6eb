import { describe, expect, it } from 'vitest'
import type { PartnerRequest } from '../request/partner-request.ts'
import { sendRequest } from './send-request.ts'

const request: PartnerRequest = {
  method: 'POST',
  url: 'http://127.0.0.1:3000/v3/carts',
  headers: [['x-cc-app', 'demo-app']],
  body: '{"action":"buy"}',
}

/** A clock on which every look takes 10 ms. */
function steppingClock(): () => number {
  let time = 0
  return () => (time += 10)
}

const send = (fetch: typeof globalThis.fetch, more: object = {}) =>
  sendRequest(request, { fetch, now: steppingClock(), signal: new AbortController().signal, ...more })

/** Answers nothing until it is aborted. */
const silence: typeof fetch = (_, init) =>
  new Promise((_resolve, reject) => {
    const { signal } = init ?? {}
    if (signal?.aborted === true) reject(new Error('aborted'))
    signal?.addEventListener('abort', () => reject(new Error('aborted')))
  })

describe('sendRequest', () => {
  it('returns the answer as it came', async () => {
    const body = '{"cartId":"c"}'
    const outcome = await send(() =>
      Promise.resolve(new Response(body, { status: 201, headers: { 'x-request-id': 'r' } })),
    )
    expect(outcome).toEqual({
      kind: 'answer',
      status: 201,
      headers: [
        ['content-type', 'text/plain;charset=UTF-8'],
        ['x-request-id', 'r'],
      ],
      text: body,
      body: { cartId: 'c' },
      durationMs: 10,
    })
  })

  it('sends what the request says and no more', async () => {
    let sent: Request | undefined
    await send((input, init) => {
      sent = new Request(input, init)
      return Promise.resolve(new Response())
    })
    expect([...(sent?.headers ?? [])]).toEqual([['x-cc-app', 'demo-app']])
    expect(sent).toMatchObject({ method: 'POST', url: request.url, credentials: 'omit', cache: 'no-store' })
    expect(await sent?.text()).toBe(request.body)
  })

  it('keeps text that is not JSON', async () => {
    const outcome = await send(() => Promise.resolve(new Response('<p>No</p>', { status: 502 })))
    expect(outcome).toMatchObject({ status: 502, text: '<p>No</p>', body: undefined })
  })

  it('says that nobody answers', async () => {
    const outcome = await send(() => Promise.reject(new TypeError('Failed to fetch')))
    expect(outcome).toMatchObject({ kind: 'none', reason: 'No answer', durationMs: 10 })
  })

  it('refuses a header that cannot be sent', async () => {
    const outcome = await sendRequest(
      { ...request, headers: [['x-cc-app', 'déjà\nvu']] },
      { fetch: silence, now: steppingClock(), signal: new AbortController().signal },
    )
    expect(outcome).toMatchObject({ kind: 'none', reason: 'The request could not be made' })
  })

  it('gives up when it is told to', async () => {
    expect(await send(silence, { signal: AbortSignal.abort() })).toMatchObject({ reason: 'Cancelled' })
  })

  it('gives up when the time is over', async () => {
    expect(await send(silence, { timeoutMs: 1 })).toMatchObject({ reason: 'No answer within 0.001 s' })
  })
})
