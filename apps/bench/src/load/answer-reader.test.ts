import { describe, expect, it } from 'vitest'
import { createAnswerReader } from './answer-reader.ts'

const created = 'HTTP/1.1 201 Created\r\nDate: now\r\nContent-Length: 5\r\n\r\nhallo'
const refused = 'HTTP/1.1 404 Not Found\r\ncontent-length:0\r\n\r\n'

/** The reader's result for each chunk. */
function pushAll(chunks: readonly string[]): readonly (number | undefined)[] {
  const reader = createAnswerReader()
  return chunks.map((chunk) => reader.push(Buffer.from(chunk)))
}

describe('createAnswerReader', () => {
  it('tells the status of each answer', () => {
    expect(pushAll([created, refused, created])).toStrictEqual([201, 404, 201])
  })

  it('takes an answer byte by byte', () => {
    const seen = pushAll((created + refused).split(''))
    expect(seen.filter((status) => status !== undefined)).toStrictEqual([201, 404])
    expect(seen.indexOf(201)).toBe(created.length - 1)
  })

  it('takes an answer cut anywhere', () => {
    const cuts = Array.from(created, (_, index) => index).slice(1)
    const seen = cuts.map((at) => pushAll([created.slice(0, at), created.slice(at)]))
    expect(seen).toStrictEqual(cuts.map(() => [undefined, 201]))
  })

  it('tells whether the server closes the connection', () => {
    const reader = createAnswerReader()
    reader.push(Buffer.from(refused.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')))
    expect(reader.closes).toBe(true)
    reader.push(Buffer.from(created.replace('now', 'connection: close')))
    expect(reader.closes).toBe(false)
  })

  it('counts the bytes of a body, not its characters', () => {
    const body = Buffer.from('{"name":"Käse"}')
    const reader = createAnswerReader()
    reader.push(Buffer.from(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n`))
    expect(reader.push(body.subarray(0, -1))).toBeUndefined()
    expect(reader.push(body.subarray(-1))).toBe(200)
    expect(reader.text).toMatch(/"Käse"\}$/)
  })

  it('refuses an answer that does not say its length', () => {
    expect(() => pushAll(['HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'])).toThrow(
      'A response does not state its length: HTTP/1.1 200 OK',
    )
  })

  it('takes the length of no other header', () => {
    expect(() => pushAll(['HTTP/1.1 200 OK\r\nx-content-length: 0\r\n\r\n'])).toThrow('its length')
  })

  it('refuses more than was asked for', () => {
    expect(() => pushAll([created + refused])).toThrow('More than one response arrived')
  })
})
