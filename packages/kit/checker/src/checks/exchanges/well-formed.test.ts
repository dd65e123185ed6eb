import { describe, expect, it } from 'vitest'
import { readResponse } from '../../core/exchange.ts'
import { describeFlaw } from './well-formed.ts'

const flawOf = (contentType: string, body: string | Uint8Array<ArrayBuffer>) =>
  describeFlaw(
    readResponse({
      status: 200,
      headers: [['content-type', contentType]],
      body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
      elapsedMs: 1,
    }),
  )

describe('describeFlaw', () => {
  it.each([
    ['application/json', '{"a":'],
    ['text/csv', 'a,b\n1,2,3\n'],
    ['text/csv', 'a,b\n"say "hi"",2\n'],
    ['text/csv; charset=utf-8', 'a,b\n"open,2\n'],
    ['application/x-ndjson', '{"a":1}\n{"a":\n'],
  ])('accuses %s of %j', (type, body) => {
    expect(flawOf(type, body)).toBeDefined()
  })

  it.each([
    ['application/json', '{"a":1}'],
    ['text/csv', 'a,b\r\n"x, ""y""\r\nz",2\r\n\r\n1\r\n,'],
    ['text/csv', 'a;b\n1,5;2,5;x\n'],
    ['text/csv', 'note\n1,2\n'],
    ['text/csv', ''],
    ['application/x-ndjson', '{"a":1}\n\n[2]\n'],
    ['text/plain', 'a,b\n"'],
  ])('is content with %s of %j', (type, body) => {
    expect(flawOf(type, body)).toBeUndefined()
  })

  it('accuses JSON in Latin-1, unless a charset is named', () => {
    const latin = new Uint8Array([0x22, 0xeb, 0x22])
    expect(flawOf('application/json', latin)).toBe('is JSON in an encoding other than UTF-8')
    expect(flawOf('application/json; charset=iso-8859-1', latin)).toBeUndefined()
  })
})
