import { describe, expect, it } from 'vitest'
import { createRequestLog, redactPath, type RequestLogEntry } from './request-log.ts'

const entry = (requestId: string, more: Partial<RequestLogEntry> = {}): RequestLogEntry => ({
  at: '2026-01-15T15:04:05.000Z',
  requestId,
  method: 'GET',
  path: '/v3/carts',
  operationId: 'createCart',
  status: 201,
  errorCode: null,
  durationMs: 1,
  app: 'demo-app',
  ...more,
})

describe('createRequestLog', () => {
  it('lists the newest first, up to the limit', () => {
    const log = createRequestLog()
    for (const id of ['a', 'b', 'c']) log.add(entry(id))
    expect(log.list(2).map(({ requestId }) => requestId)).toStrictEqual(['c', 'b'])
  })

  it('keeps the last 500', () => {
    const log = createRequestLog()
    for (let count = 1; count <= 501; count += 1) log.add(entry(String(count)))
    expect(log.list(1000)).toHaveLength(500)
    expect(log.list(1000).at(-1)?.requestId).toBe('2')
  })

  it('keeps a request that met no operation', () => {
    const log = createRequestLog()
    log.add(entry('a', { operationId: null, status: 404, errorCode: 'not_found', path: '/v3/nowhere' }))
    expect(log.list(1)).toHaveLength(1)
  })

  it.each([200, 204, 308])('keeps no page, probe or preflight that answered %i', (status) => {
    const log = createRequestLog()
    log.add(entry('a', { operationId: null, status, path: '/sandbox/' }))
    expect(log.list(1)).toStrictEqual([])
  })
})

const id = '3f0c2b9a-7d41-4c8e-b6a5-91e2d4c70f18'

describe('redactPath', () => {
  it.each([
    ['/v3/carts', '/v3/carts'],
    [`/v3/carts/${id}/coupons/save`, '/v3/carts/{cartId}/coupons/{couponCode}', `/v3/carts/${id}/coupons/*`],
    ['/v3/carts/secret/cards/Secret', '/v3/carts/{cartId}/cards/{cardId}', '/v3/carts/*/cards/*'],
    ['/v3/wallets/200001', '/v3/wallets/{cardId}', '/v3/wallets/200001'],
    ['/v3/wallets/9999300918862957', '/v3/wallets/{cardId}', '/v3/wallets/*'],
  ])('shows %s of an operation', (path, template, shown = template) => {
    expect(redactPath(path, template)).toBe(shown)
  })

  it.each([
    ['/', '/'],
    ['/v3/nowhere', '/v3/nowhere'],
    ['/v3/eyJhbGciOiJFUzI1NiJ9.e30.c2ln', '/v3/*'],
    ['/v3/9999300918862957/SAVE10', '/v3/*/*'],
    ['/%2e%2e/etc', '/*/etc'],
    [`/${'x'.repeat(40)}`, '/*'],
  ])('shows %s of nowhere as %s', (path, shown) => {
    expect(redactPath(path, undefined)).toBe(shown)
  })
})
