import { once } from 'node:events'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import express from 'express'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { ErrorMapper, RequestError } from '../src/index.ts'
import { bodyOf, createRouter, echo, read, sendRaw, startSuite } from './service.ts'

const suite = startSuite()

const content = {
  'application/json': {},
  'application/vnd.test.*+json': {},
  'text/plain': {},
  'text/*': {},
  'application/octet-stream': {},
  'application/x-www-form-urlencoded': { schema: { properties: { n: { type: 'integer' } } } },
  'image/*': {},
}

const operations = {
  'POST /any': { requestBody: { required: true, content } },
  'POST /json': bodyOf('application/json', { type: ['object', 'array', 'string', 'null'] }),
  'POST /optional': bodyOf('application/json', {}, false),
  'POST /anything': bodyOf('*/*', {}, false),
  'POST /bytes': bodyOf('application/octet-stream'),
  'POST /form': bodyOf('multipart/form-data', { type: 'object', properties: { a: { type: 'string' } } }),
  'POST /loans': bodyOf('application/x-www-form-urlencoded', {
    type: 'object',
    required: ['days'],
    properties: {
      days: { type: 'integer', maximum: 28 },
      reminders: { type: 'array', items: { type: 'string' } },
      isRenewal: { type: 'boolean', default: false },
    },
  }),
  'GET /none': {},
}

let url: string
const called: string[] = []
const errorsSeen: unknown[] = []
const errorCode: ErrorMapper = (error) => {
  errorsSeen.push(error)
  const isNamed = error instanceof Error && 'code' in error && 'status' in error
  return isNamed ? { status: Number(error.status), body: error.code } : { status: 500, body: String(error) }
}

/** Media type, content type, and body as a handler has got them; bytes as hexadecimal. */
const describeInput = (input: object) => {
  const { mediaType, contentType, body } = input as Record<string, unknown>
  called.push(String(mediaType))
  const shown = body instanceof Uint8Array ? Buffer.from(body).toString('hex') : body
  return echo({ mediaType, contentType, body: shown })
}

beforeAll(async () => {
  const handlers = Object.fromEntries(Object.keys(operations).map((key) => [key, describeInput]))
  const router = await createRouter(operations, {
    handlers,
    errors: errorCode,
    limits: { bytes: 1000, depth: 4, values: 20 },
  })
  url = await suite.listen(express().use(router))
})

const send = async (
  path: string,
  type: string | undefined,
  body: NonNullable<RequestInit['body']>,
  headers: object = {},
) => {
  const types = type === undefined ? {} : { 'content-type': type }
  return read(await fetch(url + path, { method: 'POST', headers: { ...types, ...headers }, body }))
}
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const list = (values: number) => JSON.stringify(Array.from({ length: values }).fill(0))
const bytes = (text: string) => Buffer.from(text)
const head = (path: string, ...headers: readonly string[]) =>
  [`POST ${path} HTTP/1.1`, 'Host: a', 'Connection: close', ...headers, '', ''].join('\r\n')

describe('a body of each media type', () => {
  it.each([
    ['application/json', '{"a":[1]}', 'application/json', { a: [1] }],
    ['Application/JSON; charset="UTF-8"', '"ü"', 'application/json', 'ü'],
    ['application/vnd.test.pet+json', '7', 'application/vnd.test.*+json', 7],
    ['text/plain', 'ü', 'text/plain', 'ü'],
    ['text/plain; charset=iso-8859-1', Buffer.from([0xfc]), 'text/plain', 'ü'],
    ['text/markdown', '# A', 'text/*', '# A'],
    ['application/octet-stream', Buffer.from([0, 255]), 'application/octet-stream', '00ff'],
    ['image/png', Buffer.from([137]), 'image/*', '89'],
    ['application/x-www-form-urlencoded', 'a=1&n=2', 'application/x-www-form-urlencoded', { a: '1', n: 2 }],
  ])('is read: %s', async (type, body, mediaType, value) => {
    expect(await send('/any', type, Buffer.from(body))).toStrictEqual([
      200,
      { mediaType, contentType: type, body: value },
    ])
  })

  it.each([
    ['days=14&reminders=email', { days: 14, reminders: ['email'], isRenewal: false }],
    ['days=14&reminders=a&reminders=b&isRenewal=true', { days: 14, reminders: ['a', 'b'], isRenewal: true }],
  ])('has the fields of a form by their types: %s', async (fields, body) => {
    expect(await send('/loans', 'application/x-www-form-urlencoded', fields)).toMatchObject([200, { body }])
  })

  it('has problems in the fields of a form', async () => {
    const [status] = await send('/loans', 'application/x-www-form-urlencoded', 'days=29&isRenewal=perhaps')
    expect([status, (errorsSeen.at(-1) as RequestError).problems.map(({ at }) => at)]).toStrictEqual([
      400,
      ['days', 'isRenewal'],
    ])
  })

  it('is read of any type where any is declared', async () => {
    expect(await send('/anything', 'a/b', 'x')).toStrictEqual([
      200,
      { mediaType: '*/*', contentType: 'a/b', body: '78' },
    ])
  })

  it.each([
    ['another', 'application/xml'],
    ['none', undefined],
    ['one without a subtype', 'application'],
    ['a range', 'text/*'],
    ['JSON in another charset', 'application/json; charset=utf-16'],
    ['text in an unknown charset', 'text/plain; charset=klingon'],
  ])('is rejected with 415: %s', async (_title, type) => {
    expect(await send('/any', type, bytes('{}'))).toStrictEqual([415, 'unsupported_media_type'])
  })

  it('names the media types that are taken', async () => {
    await send('/json', 'text/plain', 'x')
    expect(errorsSeen.at(-1)).toMatchObject({ message: 'Content-Type must be application/json' })
  })
})

describe('a missing body', () => {
  it('is rejected where one is required', async () => {
    expect(await send('/json', 'application/json', '')).toStrictEqual([400, 'validation_failed'])
    expect(errorsSeen.at(-1)).toMatchObject({ problems: [{ in: 'body', at: '', message: 'is required' }] })
    expect(await send('/json', undefined, '')).toStrictEqual([400, 'validation_failed'])
  })

  it('is undefined where none is required', async () => {
    expect(await send('/optional', 'text/plain', '')).toStrictEqual([200, {}])
    const chunked = head('/optional', 'Content-Type: application/json', 'Transfer-Encoding: chunked')
    expect(await sendRaw(url, `${chunked}0\r\n\r\n`)).toMatch(/200 OK[^]*\{\}$/)
  })

  it('has no media type that could be wrong', async () => {
    const chunked = head('/optional', 'Content-Type: text/plain', 'Transfer-Encoding: chunked')
    expect(await sendRaw(url, `${chunked}0\r\n\r\n`)).toMatch(/200 OK/)
    expect(await sendRaw(url, `${chunked}1\r\nx\r\n0\r\n\r\n`)).toMatch(/415 Unsupported/)
  })

  it('is an undeclared one', async () => {
    const request = 'GET /none HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}'
    expect(await sendRaw(url, request)).toMatch(/200 OK[^]*\{\}$/)
  })
})

describe('the limits of a body', () => {
  it('take chunks together', async () => {
    const chunked = head('/json', 'Content-Type: application/json', 'Transfer-Encoding: chunked')
    expect(await sendRaw(url, `${chunked}2\r\n{"\r\n6\r\na":[1]\r\n1\r\n}\r\n0\r\n\r\n`)).toMatch(
      /\{"a":\[1\]\}/,
    )
    const large = `${(1001).toString(16)}\r\n"${'x'.repeat(1000)}\r\n`
    expect(await sendRaw(url, `${chunked}${large}0\r\n\r\n`)).toMatch(/413/)
  })

  it('are bytes of each media type', async () => {
    expect(await send('/json', 'application/json', `"${'x'.repeat(998)}"`)).toMatchObject([200, {}])
    for (const type of ['application/json', 'text/plain', 'image/png', 'application/x-www-form-urlencoded'])
      expect(await send('/any', type, 'x'.repeat(1001))).toStrictEqual([413, 'body_too_large'])
  })

  it('are depth and number of JSON values', async () => {
    expect(await send('/json', 'application/json', nested(4))).toMatchObject([200, {}])
    expect(await send('/json', 'application/json', nested(5))).toStrictEqual([400, 'validation_failed'])
    expect(await send('/json', 'application/json', list(20))).toMatchObject([200, {}])
    expect(await send('/json', 'application/json', list(21))).toStrictEqual([400, 'validation_failed'])
    expect(errorsSeen.at(-1)).toMatchObject({ problems: [{ keyword: 'limits' }] })
  })

  it('count nothing inside strings', async () => {
    const text = JSON.stringify(String.raw`[[[[[[[[\"[,,,,,,,,,,,,,,,,,,,,,,,,,,`)
    expect(await send('/json', 'application/json', text)).toMatchObject([200, { body: JSON.parse(text) }])
  })
})

describe('a malformed body', () => {
  it.each([
    ['no JSON', bytes('{"a":')],
    ['a lone byte order mark', Buffer.from([0xef, 0xbb, 0xbf])],
    ['no UTF-8', Buffer.from([0x22, 0xff, 0x22])],
  ])('is %s', async (_title, body) => {
    expect(await send('/json', 'application/json', body)).toStrictEqual([400, 'malformed_body'])
  })

  it('is a compressed one', async () => {
    const headers = { 'content-encoding': 'gzip' }
    expect(await send('/json', 'application/json', gzipSync('{}'), headers)).toStrictEqual([
      415,
      'unsupported_encoding',
    ])
  })
})

describe('a request that breaks off', () => {
  it.each([
    ['/json', 'Content-Length: 10', 'Content-Type: application/json', '{"a"'],
    ['/json', 'Transfer-Encoding: chunked', 'Content-Type: application/json', '4\r\n{"a"\r\n'],
    ['/json', 'Transfer-Encoding: chunked', 'Content-Type: application/json', '2\r\n{}\r\nZ\r\n'],
    ['/bytes', 'Content-Length: 10', 'Content-Type: application/octet-stream', 'half'],
    ['/optional', 'Transfer-Encoding: chunked', 'Content-Type: text/plain', '4\r\nhalf\r\n'],
    [
      '/form',
      'Content-Length: 90',
      'Content-Type: multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nhalf',
    ],
  ])('is not carried out: %s %s', async (path, length, type, half) => {
    called.length = 0
    const before = errorsSeen.length
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(head(path, length, type) + half)
    socket.end()
    socket.resume()
    await once(socket, 'close')
    // The next request is judged behind the broken one.
    await send('/json', 'application/json', '{}')
    expect(called).toStrictEqual(['application/json'])
    expect(errorsSeen.slice(before).map((error) => (error as { code?: string }).code)).toSatisfy(
      (codes: string[]) => codes.every((code) => code === 'request_aborted'),
    )
  })
})

describe('many distinct content types', () => {
  it('compile nothing anew', async () => {
    expect(await send('/json', 'application/json', '{}')).toMatchObject([200, {}])
    // The validator compiles a schema to a function.
    const compile = vi.spyOn(globalThis, 'Function')
    for (let version = 0; version < 20; version += 1)
      expect(await send('/json', `application/json; version=${version}`, '{}')).toMatchObject([200, {}])
    expect(compile).not.toHaveBeenCalled()
    compile.mockRestore()
  })
})
