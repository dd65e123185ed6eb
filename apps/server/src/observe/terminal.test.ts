import { describe, expect, it } from 'vitest'
import { createLogger, type RequestLine, type ServiceLog } from './log.ts'
import { toText } from './terminal.ts'

const request: RequestLine = {
  requestId: 'r-1',
  method: 'GET',
  operationId: null,
  path: '/nope',
  hint: undefined,
  status: 404,
  errorCode: 'not_found',
  durationMs: 1.234,
  aborted: false,
  traceId: undefined,
}

/** The lines of a terminal, without their time. */
function show(write: (log: ServiceLog) => void, level: 'info' | 'debug' = 'info'): readonly string[] {
  const lines: string[] = []
  const destination = {
    write: (line: string) => void lines.push(toText(JSON.parse(line) as Record<string, unknown>)),
  }
  write(createLogger(level, destination, true))
  return lines.map((line) => line.replace(/^\d\d:\d\d:\d\d /, ''))
}

describe('the lines of a terminal', () => {
  it('have the path of an unknown address', () => {
    expect(show((log) => log.request(request))).toStrictEqual(['GET /nope 404 not_found 1.2 ms'])
  })

  it('have path and operation of a request', () => {
    const checkout = {
      ...request,
      method: 'POST',
      path: '/v3/orders',
      operationId: 'checkout',
      status: 201,
      errorCode: null,
    }
    expect(show((log) => log.request({ ...checkout, aborted: true }))).toStrictEqual([
      'POST /v3/orders 201 checkout 1.2 ms aborted',
    ])
  })

  it('have the hint of a request', () => {
    const refused = { ...request, status: 400, errorCode: 'token_invalid', hint: 'Send a token' }
    expect(show((log) => log.request(refused))).toStrictEqual([
      'GET /nope 400 token_invalid 1.2 ms (Send a token)',
    ])
  })

  it('leave out pages below debug', () => {
    const page = { ...request, path: '/docs/', status: 200, errorCode: null }
    expect(show((log) => log.request(page))).toStrictEqual([])
    expect(show((log) => log.request(page), 'debug')).toStrictEqual(['GET /docs/ 200 1.2 ms'])
  })

  it('name a request that could not be read', () => {
    const unread = { requestId: 'r-1', status: 431, errorCode: 'headers_too_large' }
    expect(show((log) => log.unread(unread))).toStrictEqual(['Unreadable request 431 headers_too_large'])
  })

  it('begin with the level of a warning', () => {
    const lines = show((log) => {
      log.info('Listening')
      log.warn('PROT is not a setting')
    })
    expect(lines).toStrictEqual(['Listening', 'WARN PROT is not a setting'])
  })

  it('have all that is known of a defect', () => {
    const text = toText({
      level: 50,
      time: '2026-11-30T10:00:00.000Z',
      msg: 'defect',
      operationId: 'login',
      name: 'TypeError',
      status: null,
    })
    expect(text).toMatch(/^\d\d:\d\d:\d\d ERROR defect \{ operationId: 'login', name: 'TypeError' \}$/)
  })
})
