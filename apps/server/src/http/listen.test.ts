import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from './answer.ts'
import { bookshopHandlers, openBookshop, type Bookshop } from './bookshop.fixture.ts'
import { listen } from './listen.ts'

let shop: Bookshop
beforeAll(async () => {
  shop = await openBookshop()
})
afterAll(() => shop.close())

/** Sends bytes as they are and gives all that comes back until the server hangs up. */
function exchange(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    let received = ''
    socket.on('data', (chunk) => {
      received += chunk.toString()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(received))
  })
}
const head = (line: string, ...headers: string[]): string =>
  [line, 'x-app: a', 'connection: close', ...headers, '', ''].join('\r\n')
const send = (text: string): Promise<string> => exchange(shop.port, text)

const openWithPing = (ping: () => Promise<Answer>): Promise<Bookshop> =>
  openBookshop({ api: { handlers: { ...bookshopHandlers, ping } } })

describe('listen', () => {
  it.each([
    ['bytes that are no HTTP', 'hello\r\n\r\n', 400],
    ['an unknown method', head('BREW /v1/ping HTTP/1.1', 'host: a'), 400],
    ['HTTP/1.1 without a host', head('GET /v1/books/1 HTTP/1.1'), 400],
    [
      'two content lengths',
      head('POST /v1/ping HTTP/1.1', 'host: a', 'content-length: 1', 'content-length: 2'),
      400,
    ],
    ['headers without end', head('GET / HTTP/1.1', 'host: a', `x-long: ${'x'.repeat(20_000)}`), 431],
    ['CONNECT', head('CONNECT a:1 HTTP/1.1', 'host: a'), 400],
    ['TRACE', head('TRACE /v1/ping HTTP/1.1', 'host: a'), 405],
    ['a target of one star', head('OPTIONS * HTTP/1.1', 'host: a'), 404],
    [
      'an upgrade',
      head('GET /v1/nothing HTTP/1.1', 'host: a', 'connection: close, upgrade', 'upgrade: websocket'),
      404,
    ],
    ['an unknown expectation', head('GET /v1/nothing HTTP/1.1', 'host: a', 'expect: miracle'), 404],
    [
      'a compressed body',
      `${head('PUT /v1/shelves/7d0f2a3e-58a1-4b8e-9a65-0d8b5c7a4a11 HTTP/1.1', 'host: a', 'content-type: application/json', 'content-encoding: gzip', 'content-length: 2')}{}`,
      415,
    ],
    [
      'another charset',
      `${head('PUT /v1/shelves/7d0f2a3e-58a1-4b8e-9a65-0d8b5c7a4a11 HTTP/1.1', 'host: a', 'content-type: application/json; charset=utf-16', 'content-length: 2')}{}`,
      415,
    ],
    ['an unreadable length', head('POST /v1/ping HTTP/1.1', 'host: a', 'content-length: x'), 400],
  ])('answers %s in the one error shape', async (_name, text, status) => {
    const answer = await send(text)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(answer).toMatch(/\r\nx-request-id: [\w.:-]+\r\n/i)
    expect(answer).toMatch(/\r\nx-error-code: \w+\r\n/i)
    expect(answer).toMatch(/\{"message":\["[^"]+"\]\}$/)
    expect(shop.defects).toEqual([])
  })
  it('takes the absolute form of a target', async () => {
    expect(await send(head('POST http://evil.test/v1/ping HTTP/1.1', 'host: a'))).toMatch(/^HTTP\/1.1 200 /)
  })
  it('takes an empty chunked body for none', async () => {
    const text = `${head('POST /v1/ping HTTP/1.1', 'host: a', 'transfer-encoding: chunked')}0\r\n\r\n`
    expect(await send(text)).toMatch(/^HTTP\/1.1 200 /)
  })
  it('refuses a chunked body of another type', async () => {
    const text = `${head('PUT /v1/shelves/7d0f2a3e-58a1-4b8e-9a65-0d8b5c7a4a11 HTTP/1.1', 'host: a', 'transfer-encoding: chunked')}2\r\n{}\r\n0\r\n\r\n`
    expect(await send(text)).toMatch(/^HTTP\/1.1 415 /)
  })
  it('answers the next request after an unread body', async () => {
    const first = 'POST /v1/nothing HTTP/1.1\r\nhost: a\r\ncontent-length: 4\r\n\r\njunk'
    expect(await send(first + head('POST /v1/ping HTTP/1.1', 'host: a'))).toMatch(/404 [^]*HTTP\/1.1 200 /)
  })
  it('does not carry out a request whose unwanted body breaks off', async () => {
    const guarded = Promise.withResolvers<undefined>()
    const ended = Promise.withResolvers<undefined>()
    const carriedOut: string[] = []
    const cut = await openBookshop({
      api: {
        guards: [
          () => {
            guarded.resolve(undefined)
            return { caller: { app: 'a' } }
          },
        ],
        handlers: {
          ...bookshopHandlers,
          ping: async () => {
            carriedOut.push('ping')
            return { status: 200, body: {} }
          },
        },
      },
      app: { onExchange: () => ended.resolve(undefined) },
    })
    const half = head('POST /v1/ping HTTP/1.1', 'host: a', 'content-length: 9')
    const socket = connect(cut.port, '127.0.0.1', () => socket.write(`${half}{`))
    await guarded.promise
    socket.destroy()
    await ended.promise
    await cut.close()
    expect(carriedOut).toEqual([])
  })
  it('takes a client that goes away for no defect', async () => {
    const guarded = Promise.withResolvers<undefined>()
    const left = await openBookshop({
      api: {
        guards: [
          () => {
            guarded.resolve(undefined)
            return { caller: { app: 'a' } }
          },
        ],
      },
    })
    const half = head(
      'POST /v1/ping HTTP/1.1',
      'host: a',
      'content-type: application/json',
      'content-length: 9',
    )
    const socket = connect(left.port, '127.0.0.1', () => socket.write(`${half}{`))
    await guarded.promise
    socket.destroy()
    await expect.poll(() => left.records).toHaveLength(1)
    expect(left.records[0]).toMatchObject({ aborted: true, caller: { app: 'a' } })
    expect(left.defects).toEqual([])
    await left.close()
  })
  it('rejects where the port is taken', async () => {
    await expect(listen(() => undefined, { host: '127.0.0.1', port: shop.port })).rejects.toThrow(
      'EADDRINUSE',
    )
  })
  it('lets a request in flight end before it closes', async () => {
    const [started, released] = [Promise.withResolvers<undefined>(), Promise.withResolvers<Answer>()]
    const slow = await openWithPing(() => {
      started.resolve(undefined)
      return released.promise
    })
    const answer = slow.send('POST', '/v1/ping')
    await started.promise
    const closed = slow.close()
    released.resolve({ status: 200, body: {} })
    expect((await answer).status).toBe(200)
    await closed
    await expect(slow.send('POST', '/v1/ping')).rejects.toThrow('fetch failed')
  })
  it('cuts off what outlasts the grace', async () => {
    const started = Promise.withResolvers<undefined>()
    const stuck = await openWithPing(() => {
      started.resolve(undefined)
      return new Promise(() => undefined)
    })
    const answer = stuck.send('POST', '/v1/ping').catch(() => 'cut off')
    await started.promise
    await stuck.close({ graceMs: 20 })
    expect(await answer).toBe('cut off')
  })
})
