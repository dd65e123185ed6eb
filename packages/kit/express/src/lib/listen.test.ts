import { once } from 'node:events'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from './answer.ts'
import { bookshopHandlers, openBookshop, type Bookshop } from './bookshop.fixture.ts'
import { listen, type Listening } from './listen.ts'
import type { UnreadRequest } from './refuse-unread.ts'

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
  it('keeps an idle connection for longer than callers do', async () => {
    const { headers } = await fetch(`http://127.0.0.1:${shop.port}/v1/nothing`)
    expect(headers.get('keep-alive')).toBe('timeout=75')
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

const answerAtItsEnd: RequestListener = (request, response) => {
  request.resume()
  request.on('end', () => response.end())
}

describe('a client that takes its time', () => {
  const usual = 'POST /v1/ping HTTP/1.1\r\nhost: a\r\nx-app: a\r\n'

  it.each([
    ['with the head', usual],
    ['with the body', `${usual}content-type: application/json\r\ncontent-length: 10\r\n\r\n{`],
    ['with a chunk', `${usual}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{`],
    ['with everything', ''],
  ])('%s is told so and cut off', async (_what, text) => {
    const listening = await listen(answerAtItsEnd, {
      host: '127.0.0.1',
      port: 0,
      timeouts: { headMs: 100, requestMs: 200 },
    })
    const received = await exchange(listening.port, text)
    expect(received).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
    expect(received).toContain('x-error-code: request_timeout')
    expect(received).toMatch(/\{"message":\["Request took too long"\]\}$/)
    await listening.close({ graceMs: 0 })
  })
})

/** A server that hears of what it refused itself, by ids that count up. */
async function openWatched(
  handler: RequestListener,
): Promise<{ listening: Listening; unread: UnreadRequest[] }> {
  const unread: UnreadRequest[] = []
  const listening = await listen(handler, {
    host: '127.0.0.1',
    port: 0,
    timeouts: { headMs: 100, requestMs: 200 },
    newRequestId: () => `unread-${unread.length + 1}`,
    onUnread: (request) => void unread.push(request),
  })
  return { listening, unread }
}

describe('what never becomes a request', () => {
  it.each([
    ['bytes that are no HTTP', 'hello\r\n\r\n', { status: 400, errorCode: 'malformed_request' }],
    [
      'headers without end',
      head('GET / HTTP/1.1', `x-long: ${'x'.repeat(20_000)}`),
      { status: 431, errorCode: 'headers_too_large' },
    ],
    ['a head that comes too slowly', 'GET / HTTP/1.1\r\n', { status: 408, errorCode: 'request_timeout' }],
    ['CONNECT', head('CONNECT a:1 HTTP/1.1'), { status: 400, errorCode: 'malformed_request' }],
  ])('is reported by the id of its answer: %s', async (_what, text, told) => {
    const { listening, unread } = await openWatched(answerAtItsEnd)
    expect(await exchange(listening.port, text)).toContain('x-request-id: unread-1\r\n')
    await listening.close({ graceMs: 0 })
    expect(unread).toStrictEqual([{ requestId: 'unread-1', ...told }])
  })
  it.each([
    ['at once', []],
    ['after an expectation', ['expect: miracle']],
  ])('is told from a request whose body cannot be read, answered %s', async (when, headers) => {
    const requestId = when.replaceAll(' ', '-')
    const lines = ['POST /v1/ping HTTP/1.1', 'host: a', 'x-app: a', 'transfer-encoding: chunked', ...headers]
    const answer = await send(`${[...lines, `x-request-id: ${requestId}`, '', ''].join('\r\n')}no length\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 400 [^]*"Malformed HTTP request"/)
    expect(answer).toMatch(new RegExp(`\r\nx-request-id: ${requestId}\r\n`, 'i'))
    expect(answer).toMatch(/\r\nconnection: close\r\n/i)
    expect(shop.records.filter(({ facts }) => facts.requestId === requestId)).toMatchObject([
      { status: 400, errorCode: 'malformed_request', aborted: false, facts: { operationId: 'ping' } },
    ])
  })
  it('is answered behind a request that has ended', async () => {
    const { listening, unread } = await openWatched(answerAtItsEnd)
    const received: string[] = []
    const socket = connect(listening.port, '127.0.0.1', () =>
      socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n'),
    )
    socket.on('data', (part) => received.push(part.toString()))
    await once(socket, 'data')
    socket.write('no request at all\r\n\r\n')
    await once(socket, 'close')
    expect(received.join('').match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400'])
    await listening.close({ graceMs: 0 })
    expect(unread).toHaveLength(1)
  })
  it('is not reported where the caller has gone', async () => {
    const { listening, unread } = await openWatched(answerAtItsEnd)
    const socket = connect(listening.port, '127.0.0.1', () => {
      socket.write('GET / HT', () => socket.resetAndDestroy())
    })
    await once(socket, 'close')
    // The server has seen the end of every connection once it is closed.
    await listening.close({ graceMs: 60_000 })
    expect(unread).toEqual([])
  })
  it('behind a request being served leaves nothing more at every further piece', async () => {
    const served = Promise.withResolvers<[IncomingMessage, ServerResponse]>()
    const { listening } = await openWatched((...exchanged) => served.resolve(exchanged))
    const pieces = ['GET / HTTP/1.1\r\nhost: a\r\n\r\n', ...Array<string>(20).fill('no request\r\n\r\n')]
    const socket = connect(listening.port, '127.0.0.1', () => socket.write(pieces[0] ?? ''))
    const closed = once(socket.resume(), 'close')
    const [request, response] = await served.promise
    const before = response.listenerCount('finish')
    let sent = pieces[0]?.length ?? 0
    for (const piece of pieces.slice(1)) {
      sent += piece.length
      socket.write(piece)
      await expect.poll(() => request.socket.bytesRead, { interval: 1 }).toBe(sent)
    }
    expect(response.listenerCount('finish')).toBe(before + 1)
    response.end()
    await closed
    await listening.close({ graceMs: 0 })
  })
  it('does not take the answer of the request before it', async () => {
    const [started, released] = [Promise.withResolvers<undefined>(), Promise.withResolvers<Answer>()]
    const slow = await openWithPing(() => {
      started.resolve(undefined)
      return released.promise
    })
    const ping = 'POST /v1/ping HTTP/1.1\r\nhost: a\r\nx-app: a\r\n\r\n'
    const socket = connect(slow.port, '127.0.0.1', () => socket.write(`${ping}no request at all\r\n\r\n`))
    const received: string[] = []
    socket.on('data', (part) => received.push(part.toString()))
    await started.promise
    // More of it, after the parser has given up.
    await new Promise((resolve) => socket.write('no request either\r\n\r\n', resolve))
    released.resolve({ status: 200, body: {} })
    await once(socket, 'close')
    expect(received.join('').match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200'])
    await slow.close()
  })
  it('is not answered behind a request that was answered before its body', async () => {
    const { listening, unread } = await openWatched((_request, response) => void response.end())
    const half = 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\n{'
    expect((await exchange(listening.port, half)).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200'])
    await listening.close({ graceMs: 0 })
    expect(unread).toEqual([])
  })
})
