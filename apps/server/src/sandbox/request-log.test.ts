import { describe, expect, it } from 'vitest'
import { createRequestLog, type RequestLogEntry } from './request-log.ts'

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
