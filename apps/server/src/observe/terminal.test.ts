import { describe, expect, it } from 'vitest'
import { createLogger, type RequestLine } from './log.ts'
import { toText } from './terminal.ts'

const request: RequestLine = {
  requestId: 'r-1',
  method: 'GET',
  operationId: null,
  path: '/nope',
  status: 404,
  errorCode: 'not_found',
  durationMs: 1.234,
  aborted: false,
  traceId: undefined,
}

/** The lines of a terminal for these requests. */
function show(...requests: readonly RequestLine[]): readonly string[] {
  const lines: string[] = []
  const write = (line: string) => void lines.push(toText(JSON.parse(line) as Record<string, unknown>))
  const log = createLogger('info', { write }, true)
  for (const one of requests) log.request(one)
  return lines
}

describe('the lines of a terminal', () => {
  it('have the path of an address that is none', () => {
    expect(show(request)).toStrictEqual(['GET /nope 404 not_found 1.2 ms'])
  })

  it('have the operation of a request, and no path', () => {
    const checkout = { ...request, method: 'POST', operationId: 'checkout', status: 201, errorCode: null }
    expect(show({ ...checkout, aborted: true })).toStrictEqual(['POST checkout 201 1.2 ms aborted'])
  })

  it('leave out pages', () => {
    expect(show({ ...request, path: '/docs/', status: 200 }, { ...request, status: 304 })).toStrictEqual([])
  })

  it('have all that is known of a defect', () => {
    const text = toText({
      level: 50,
      time: '',
      msg: 'defect',
      operationId: 'login',
      name: 'TypeError',
      status: null,
    })
    expect(text).toBe("defect { operationId: 'login', name: 'TypeError' }")
  })
})
