import { readFileSync } from 'node:fs'
import { createServer as createSecureServer } from 'node:https'
import { createServer, type IncomingMessage, request, type RequestListener } from 'node:http'
import { connect } from 'node:net'
import { once } from 'node:events'
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { listen } from '@contract-kit/openapi/testing'
import { afterEach, describe, expect, it } from 'vitest'
import type { ConnectionSettings } from '../http/transport.ts'
import { startProxy } from './proxy.ts'
import type { SeenExchange } from './seen-exchange.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

/** A server, and a proxy in front of it with its recorded exchanges. */
const open = async (handle: RequestListener, path = '') => {
  const server = createServer({ keepAliveTimeout: 1 }, handle)
  const { url, close } = await listen(server)
  closing.push(close)
  return { ...(await openProxy(`${url}${path}`)), server, target: url }
}

const openProxy = async (to: string, settings: ConnectionSettings = {}) => {
  const exchanges: SeenExchange[] = []
  const failures: string[] = []
  const proxy = await startProxy(
    new URL(to),
    0,
    {
      onExchange: (seen) => exchanges.push(seen),
      onFailure: (reason) => failures.push(reason),
    },
    settings,
  )
  closing.push(proxy.close)
  return { url: proxy.url, exchanges, failures }
}

const bodyOf = async (message: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

interface Sent {
  readonly method?: string
  readonly headers?: Record<string, string | string[]>
  readonly body?: Buffer
  readonly path?: string
  readonly onHints?: (hints: object) => void
}

/** Sends with Node's own client, which changes nothing that comes back. */
const send = async (url: string, { method = 'GET', headers = {}, body, onHints, path = '/' }: Sent = {}) => {
  const { hostname, port, pathname } = new URL(url)
  const target = pathname === '/' ? path : pathname
  const outgoing = request({ hostname, port, path: target, method, headers, agent: false })
  if (onHints !== undefined) outgoing.on('information', (information) => onHints(information.headers))
  outgoing.end(body)
  const [message] = (await once(outgoing, 'response')) as [IncomingMessage]
  return { message, status: message.statusCode, bytes: await bodyOf(message) }
}

/** A body in one of four codings. */
const codedBy = (index: number, body: Buffer): { readonly name: string; readonly bytes: Buffer } =>
  [
    { name: 'identity', bytes: body },
    { name: 'gzip', bytes: gzipSync(body) },
    { name: 'br', bytes: brotliCompressSync(body) },
    { name: 'zstd', bytes: zstdCompressSync(body) },
  ][index % 4] ?? { name: 'identity', bytes: body }

const binary = Buffer.from(Array.from({ length: 70_000 }, (_value, index) => (index * 31) % 256))

describe('startProxy', () => {
  it('passes 50 parallel requests and their responses byte by byte', async () => {
    const { url, exchanges } = await open((incoming, outgoing) => {
      const answer = async (): Promise<void> => {
        const index = Number(incoming.url?.slice(1))
        const { name, bytes } = codedBy(index, await bodyOf(incoming))
        const length = index % 2 === 0 ? { 'content-length': bytes.length } : {}
        const type = { 'content-type': 'application/octet-stream', 'content-encoding': name }
        outgoing.writeHead(200, { ...type, ...length }).end(bytes)
      }
      void answer()
    })
    const bodies = Array.from({ length: 50 }, (_value, index) => binary.subarray(index * 997))
    const responses = await Promise.all(
      bodies.map((body, index) =>
        send(`${url}/${index}`, {
          method: 'POST',
          body,
          headers:
            index % 3 === 0 ? { 'content-length': String(body.length) } : { 'transfer-encoding': 'chunked' },
        }),
      ),
    )
    const isPassed = ({ bytes }: { readonly bytes: Buffer }, index: number): boolean =>
      bytes.equals(codedBy(index, bodies[index] ?? binary).bytes)
    expect(responses.map(isPassed)).toStrictEqual(bodies.map(() => true))
    const seen = exchanges.toSorted((a, b) => Number(a.url.split('/')[3]) - Number(b.url.split('/')[3]))
    const isEqual = ({ requestBody, responseBody }: SeenExchange, index: number): boolean =>
      [requestBody, responseBody].every((body) => typeof body !== 'string' && bodies[index]?.equals(body))
    expect(seen.map(isEqual)).toStrictEqual(bodies.map(() => true))
  })

  it('passes method, path, query and every header of the ends', async () => {
    const { url, exchanges, target } = await open((incoming, outgoing) => {
      outgoing.sendDate = false
      outgoing.writeHead(299, 'Fine', ['Set-Cookie', 'a=1', 'Set-Cookie', 'b=2', 'X-Seen', [incoming.method, incoming.url, incoming.headers['x-twice'], incoming.headers.host].join(' ')]) // prettier-ignore
      outgoing.end()
    }, '/base/')
    const { message } = await send(url, {
      path: '/a%2Fb/../c?x=1&x=%20&q',
      method: 'PROPFIND',
      headers: { 'X-Twice': ['1', '2'] },
    })
    expect([message.statusCode, message.statusMessage]).toStrictEqual([299, 'Fine'])
    expect(message.rawHeaders.slice(0, 6)).toStrictEqual(['Set-Cookie', 'a=1', 'Set-Cookie', 'b=2', 'X-Seen', `PROPFIND /base/a%2Fb/../c?x=1&x=%20&q 1, 2 ${new URL(target).host}`]) // prettier-ignore
    expect(message.headers.date).toBeUndefined()
    expect(exchanges[0]).toMatchObject({ method: 'PROPFIND', url: `${target}/base/a%2Fb/../c?x=1&x=%20&q`, status: 299 }) // prettier-ignore
  })

  it('keeps the headers of a connection to itself', async () => {
    const { url } = await open((incoming, outgoing) => {
      outgoing.writeHead(200, {
        connection: 'close, x-hop',
        'x-hop': '1',
        'keep-alive': 'timeout=9',
        'x-end': '2',
      })
      outgoing.end(JSON.stringify(incoming.rawHeaders.map((text) => text.toLowerCase())))
    })
    const { message, bytes } = await send(url, {
      headers: { connection: 'x-mine, keep-alive', 'x-mine': '1', te: 'trailers', 'proxy-connection': 'x', upgrade: 'h2c', 'x-end': '2' }, // prettier-ignore
    })
    const received = JSON.parse(bytes.toString()) as readonly string[]
    expect(['x-mine', 'te', 'proxy-connection', 'upgrade', 'x-end'].filter((name) => received.includes(name))).toStrictEqual(['x-end']) // prettier-ignore
    expect(message.headers).toMatchObject({ 'x-end': '2' })
    expect(message.headers).not.toHaveProperty('x-hop')
  })

  it.each([
    ['HEAD', 200, { 'content-length': '12', 'content-type': 'text/plain' }],
    ['GET', 204, { 'x-a': '1' }],
    ['GET', 304, { etag: '"1"', 'content-length': '12' }],
  ] as const)('passes a response to %s with %i, which has no body', async (method, status, headers) => {
    const { url, exchanges } = await open((_incoming, outgoing) => outgoing.writeHead(status, headers).end())
    const { message, bytes } = await send(url, { method })
    expect([message.statusCode, bytes.length]).toStrictEqual([status, 0])
    expect(message.headers).toMatchObject(headers)
    expect(message.headers['transfer-encoding']).toBeUndefined()
    expect(exchanges[0]).toMatchObject({ status, requestBody: 'none', responseBody: 'none' })
  })

  it.each(['GET', 'DELETE', 'POST', 'PUT', 'OPTIONS'])('sends %s without a body as it is', async (method) => {
    const { url } = await open((incoming, outgoing) => {
      const { 'transfer-encoding': coding, 'content-length': length = '0' } = incoming.headers
      outgoing.end(`${String(coding)} ${length}`)
    })
    const { bytes } = await send(url, { method, headers: { 'content-length': '0' } })
    expect(bytes.toString()).toBe('undefined 0')
  })

  it('passes early hints and trailers', async () => {
    const { url } = await open((_incoming, outgoing) => {
      outgoing.writeEarlyHints({
        link: ['</a.css>; rel=preload; as=style', '</b.js>; rel=preload; as=script'],
      })
      outgoing.writeHead(200, { trailer: 'x-sum' })
      outgoing.addTrailers({ 'x-sum': '42' })
      outgoing.end('text')
    })
    const hints: object[] = []
    const { message } = await send(url, { onHints: (hint) => hints.push(hint) })
    expect(hints).toStrictEqual([
      { link: '</a.css>; rel=preload; as=style, </b.js>; rel=preload; as=script' },
    ])
    expect(message.trailers).toStrictEqual({ 'x-sum': '42' })
  })

  it('passes a body piece by piece, and one that is too long to be kept', async () => {
    const part = Buffer.alloc(1024 * 1024, 'x')
    const { url, exchanges, server } = await open((_incoming, outgoing) => {
      outgoing.writeHead(200, { 'content-type': 'text/plain' }).write('first')
      server.once('go-on', () => {
        for (let count = 0; count < 5; count += 1) outgoing.write(part)
        outgoing.end()
      })
    })
    const outgoing = request(url, { agent: false }).end()
    const [message] = (await once(outgoing, 'response')) as [IncomingMessage]
    const [first] = (await once(message, 'data')) as [Buffer]
    expect(first.toString()).toBe('first')
    server.emit('go-on')
    expect((await bodyOf(message)).length).toBe(5 * part.length)
    expect(exchanges).toMatchObject([{ responseBody: 'unseen' }])
  })

  it('ends the request to the server when the client goes away', async () => {
    const { url, exchanges, failures, server } = await open((incoming, outgoing) => {
      outgoing.write('first')
      incoming.socket.once('close', () => server.emit('gone'))
    })
    const gone = once(server, 'gone')
    const outgoing = request(url, { agent: false }).end()
    await once(outgoing, 'response')
    outgoing.on('error', () => undefined).destroy()
    await gone
    expect([exchanges, failures]).toStrictEqual([[], ['ended by the client']])
  })

  it('answers 502 for a server that is not there, and hands nothing over', async () => {
    const { url, target, server } = await open((_incoming, outgoing) => outgoing.end())
    server.close()
    const { url: proxy, exchanges, failures } = await openProxy(target)
    expect(url).not.toBe(proxy)
    const { status, bytes } = await send(proxy, { method: 'POST', body: binary })
    expect([status, exchanges, failures]).toStrictEqual([502, [], ['no response']])
    expect(bytes.toString()).toBe(`This is the proxy of contract-checker: ${target} does not respond: the connection was refused.\n`) // prettier-ignore
  })

  it('cuts a response that the server cuts', async () => {
    const { url, exchanges, failures } = await open((_incoming, outgoing) => {
      outgoing.writeHead(200, { 'content-length': '10' }).write('first')
      outgoing.socket?.end()
    })
    await expect(send(url)).rejects.toThrow(/aborted/)
    expect([exchanges, failures]).toStrictEqual([[], ['incomplete response']])
  })

  it('refuses a WebSocket connection by name', async () => {
    const { url, failures } = await open((_incoming, outgoing) => outgoing.end())
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
    const chunks: Buffer[] = []
    for await (const chunk of socket) chunks.push(chunk as Buffer)
    expect(Buffer.concat(chunks).toString()).toMatch(
      /^HTTP\/1\.1 501 [^]*WebSocket connections are not supported\.\n/,
    )
    expect(failures).toStrictEqual(['WebSocket connection'])
  })

  it('passes requests to a server of https whose authority it is told', async () => {
    const [key, ca] = ['key', 'pem'].map((ending) => readFileSync(new URL(`../../test/certificate/localhost.${ending}`, import.meta.url), 'utf8')) // prettier-ignore
    const server = createSecureServer({ key, cert: ca }, (_incoming, outgoing) => outgoing.end('secure'))
    const { url, close } = await listen(server)
    closing.push(close)
    const target = url.replace('http://127.0.0.1', 'https://localhost')
    const trusting = await openProxy(target, { ca })
    expect((await send(trusting.url)).bytes.toString()).toBe('secure')
    const { status, bytes } = await send((await openProxy(target)).url)
    expect([status, bytes.toString()]).toStrictEqual([
      502,
      expect.stringContaining('its certificate is not trusted'),
    ])
  })

  it('takes a whole URL for its path', async () => {
    const { url, exchanges, target } = await open((_incoming, outgoing) => outgoing.end())
    await send(url, { path: 'http://elsewhere.test/pets?a=1' })
    expect(exchanges[0]?.url).toBe(`${target}/pets?a=1`)
  })

  it('names a port that is taken', async () => {
    const { url } = await open((_incoming, outgoing) => outgoing.end())
    const port = Number(new URL(url).port)
    const listener = { onExchange: () => undefined, onFailure: () => undefined }
    await expect(startProxy(new URL(url), port, listener)).rejects.toThrow(
      `The proxy cannot listen on port ${port}`,
    )
  })
})
