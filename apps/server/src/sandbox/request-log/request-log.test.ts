import { openapiDocument } from '@giftcards/contract'
import { describe, expect, it } from 'vitest'
import { createMasking, type SeenExchange } from './masking.ts'
import { createRequestLog, type LoggedRequest, type RequestLogEntry } from './request-log.ts'

const nothing = { headers: [], body: undefined }
const seen: SeenExchange = {
  operation: undefined,
  path: '/v3/carts',
  query: 'page=2',
  status: 201,
  app: 'demo-app',
  request: nothing,
  response: nothing,
}
const maskExchange = createMasking(openapiDocument, [])
const request = (requestId: string, more: Partial<RequestLogEntry> = {}): LoggedRequest => ({
  entry: {
    at: '2026-01-15T15:04:05.000Z',
    requestId,
    method: 'GET',
    path: '/v3/carts',
    operationId: 'createCart',
    status: 201,
    errorCode: null,
    durationMs: 1,
    app: 'demo-app',
    replayOf: null,
    ...more,
  },
  seen,
  canReplay: true,
})

describe('createRequestLog', () => {
  it('keeps fewer large ones', () => {
    const log = createRequestLog(maskExchange)
    const bytes = 1024 * 1024
    const large = { ...seen, request: { headers: [], body: { kept: Buffer.alloc(bytes, 'x'), bytes } } }
    for (let count = 1; count <= 40; count += 1) log.add({ ...request(String(count)), seen: large })
    expect(log.list(1000)).toHaveLength(15)
    expect(log.find(26)?.entry.requestId).toBe('26')
    expect(log.originalOf(25)).toBeUndefined()
    log.clear()
    for (let count = 1; count <= 15; count += 1) log.add({ ...request(String(count)), seen: large })
    expect(log.find(1)?.canReplay).toBe(true)
  })

  it('shows an exchange masked, and gives its original for sending alone', () => {
    const log = createRequestLog(maskExchange)
    const headers = [['Authorization', 'Bearer of-a-secret'] as const]
    const secret = { ...seen, request: { headers, body: { kept: Buffer.from('pin 7305'), bytes: 8 } } }
    log.add({ ...request('a'), seen: secret })
    log.add({ ...request('b'), canReplay: false })
    expect(log.find(1)).toStrictEqual({ entry: log.list(2)[1], ...maskExchange(secret), canReplay: true })
    expect(log.find(2)?.canReplay).toBe(false)
    expect(log.originalOf(1)).toStrictEqual({
      method: 'GET',
      target: '/v3/carts?page=2',
      headers: ['Authorization', 'Bearer of-a-secret'],
      body: 'pin 7305',
    })
    expect(log.originalOf(2)).toBeUndefined()
    expect(JSON.stringify([log.list(2), log.find(1), log.find(2)])).not.toMatch(/of-a-secret|7305/)
  })

  const outside = { operationId: null, path: '/v3/nowhere' }

  it.each([
    ['a request that met no operation', { status: 404, errorCode: 'not_found' }, true],
    ['a replay, whatever it met', { status: 200, replayOf: 1 }, true],
    ['no page', { status: 200 }, false],
    ['no preflight', { status: 204 }, false],
    ['no redirection', { status: 308 }, false],
  ])('keeps %s', (_what, entry, isKept) => {
    const log = createRequestLog(maskExchange)
    expect(log.add(request('a', { ...outside, ...entry })) !== undefined).toBe(isKept)
    expect(log.list(1)).toHaveLength(isKept ? 1 : 0)
  })
})
