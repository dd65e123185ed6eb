import http from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { performance } from 'node:perf_hooks'
import { ConfigurationError } from '../core/check-options.ts'
import { type ConnectionSettings, describeFailure, pairsOf } from '../http/transport.ts'
import { decodeSeen, isBodiless, type SeenBody, type SeenExchange } from './seen-exchange.ts'

/** Receives each proxied exchange, or a short reason why one could not be read. */
interface ProxyListener {
  readonly onExchange: (seen: SeenExchange) => void
  readonly onFailure: (reason: string) => void
}

/** A local proxy. */
interface Proxy {
  readonly url: string
  /** Stops accepting requests. Resolves when pending ones have finished or the grace period is over. */
  readonly close: () => Promise<void>
}

/** Maximum size of a body to judge, in bytes; larger ones are still forwarded. */
const MAX_KEPT = 4 * 1024 * 1024

/** Grace period for pending requests when the proxy closes, in milliseconds. */
const GRACE_MS = 2_000

const MAX_HEADERS = 1024 * 1024

/**
 * Starts a reverse proxy. Forwards requests and responses unchanged, except for connection headers (RFC 9110, 7.6.1) and `Host`. Throws
 * {@link ConfigurationError} if the port is in use.
 */
export const startProxy = async (
  target: URL,
  port: number,
  listener: ProxyListener,
  { ca, cert, key, insecure }: ConnectionSettings = {},
): Promise<Proxy> => {
  const isSecure = target.protocol === 'https:'
  const agent = isSecure
    ? new https.Agent({ ca, cert, key, rejectUnauthorized: insecure !== true })
    : new http.Agent()
  const send = isSecure ? https.request : http.request
  // A client may reuse a connection at any time; closing it meanwhile would lose the request.
  const settings = { keepAliveTimeout: 0, requestTimeout: 0, maxHeaderSize: MAX_HEADERS }
  const server = http.createServer(settings, (incoming, outgoing) => {
    const options = { agent, host: target.hostname.replace(/^\[|\]$/g, ''), port: target.port }
    outgoing.shouldKeepAlive &&= server.listening
    pass(
      target,
      (more) => send({ ...options, ...more, maxHeaderSize: MAX_HEADERS }),
      listener,
      incoming,
      outgoing,
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => {
      reject(
        new ConfigurationError(`The proxy cannot listen on port ${port}: ${error.message}`, { cause: error }),
      )
    })
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        const timer = setTimeout(() => server.closeAllConnections(), GRACE_MS)
        server.close(() => {
          clearTimeout(timer)
          resolve()
        })
        server.closeIdleConnections()
      }),
  }
}

const pass = (
  target: URL,
  send: (options: http.RequestOptions) => http.ClientRequest,
  { onExchange, onFailure }: ProxyListener,
  incoming: http.IncomingMessage,
  outgoing: http.ServerResponse,
): void => {
  if (/\bwebsocket\b/i.test(incoming.headers.upgrade ?? '')) {
    onFailure('WebSocket connection')
    return refuse(outgoing, 501, 'WebSocket connections are not supported')
  }
  const [startedAt, sentAt, method] = [performance.now(), Date.now(), incoming.method ?? '']
  // A client may send the complete URL (RFC 9112, 3.2.2).
  const path = `${target.pathname.replace(/\/+$/, '')}${(incoming.url ?? '').replace(/^https?:\/\/[^/?]*/i, '')}`
  const sent = new KeptBody(incoming)
  let isReported = false
  const fail = (reason: string): void => {
    if (!isReported) onFailure(reason)
    isReported = true
  }
  const upstream = send({ method, path, headers: requestHeaders(target, incoming).flat() })
  upstream.on('information', (information) => passHints(information, outgoing))
  upstream.on('response', (response) => {
    const [received, status] = [new KeptBody(response), response.statusCode ?? 0]
    outgoing.sendDate = false
    outgoing.writeHead(status, response.statusMessage, endToEnd(response.rawHeaders).flat())
    response.pipe(outgoing, { end: false })
    response.on('error', () => {
      fail('incomplete response')
      outgoing.destroy()
    })
    response.on('end', () => {
      outgoing.addTrailers(inPairs(response.rawTrailers))
      outgoing.end()
      if (isReported) return
      isReported = true
      const [sentHeaders, receivedHeaders] = [pairsOf(incoming.rawHeaders), pairsOf(response.rawHeaders)]
      onExchange({
        method,
        url: `${target.origin}${path}`,
        requestHeaders: sentHeaders,
        requestBody: sent.read(sentHeaders),
        status,
        responseHeaders: receivedHeaders,
        responseBody: isBodiless(method, status) ? 'none' : received.read(receivedHeaders),
        sentAt,
        elapsedMs: performance.now() - startedAt,
      })
    })
  })
  upstream.on('error', (error) => {
    if (outgoing.headersSent || outgoing.destroyed) return
    fail('no response')
    incoming.unpipe(upstream).resume()
    refuse(outgoing, 502, `${target.origin} does not respond: ${describeFailure(error)}`)
  })
  outgoing.on('close', () => {
    if (outgoing.writableFinished) return
    fail('ended by the client')
    upstream.destroy()
  })
  incoming.pipe(upstream)
}

const refuse = (outgoing: http.ServerResponse, status: 501 | 502, reason: string): void => {
  outgoing.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' })
  outgoing.end(`This is the proxy of contract-checker: ${reason}.\n`)
}

type Pairs = readonly [name: string, value: string][]

const inPairs = (raw: readonly string[]): Pairs =>
  raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? ''] as const] : []))

/** Headers of a single connection, besides those that `Connection` names (RFC 9110, 7.6.1). */
const OF_CONNECTION = ['connection', 'proxy-connection', 'keep-alive', 'te', 'transfer-encoding', 'upgrade']

const endToEnd = (raw: readonly string[]): Pairs => {
  const pairs = inPairs(raw)
  const named = pairs.flatMap(([name, value]) =>
    name.toLowerCase() === 'connection' ? value.toLowerCase().split(/\s*,\s*/) : [],
  )
  return pairs.filter(([name]) => ![...OF_CONNECTION, ...named].includes(name.toLowerCase()))
}

/** Methods for which Node sends a body only with an explicit length or encoding. */
const BODILESS = ['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE']

const requestHeaders = ({ host }: URL, { rawHeaders, headers, method = '' }: http.IncomingMessage): Pairs => {
  const isSized = headers['content-length'] !== undefined || BODILESS.includes(method)
  const framing: Pairs =
    headers['transfer-encoding'] !== undefined
      ? [['Transfer-Encoding', 'chunked']]
      : isSized
        ? []
        : [['Content-Length', '0']]
  return [
    ['Host', host],
    ...endToEnd(rawHeaders).filter(([name]) => name.toLowerCase() !== 'host'),
    ...framing,
  ]
}

/** Forwards early hints (RFC 8297). Drops those that Node cannot send; responses are unaffected. */
const passHints = (
  { statusCode, rawHeaders }: http.InformationEvent,
  outgoing: http.ServerResponse,
): void => {
  if (statusCode !== 103) return
  const byName = Map.groupBy(inPairs(rawHeaders), ([name]) => name.toLowerCase())
  // Node requires one entry per link.
  const hints = [...byName].map(([name, pairs]) => [
    name,
    pairs.flatMap(([, value]) => value.split(/,\s*(?=<)/)),
  ])
  try {
    outgoing.writeEarlyHints(Object.fromEntries(hints) as Record<string, string[]>)
  } catch {}
}

/** Keeps a copy of a forwarded body, up to a limit. */
class KeptBody {
  readonly #chunks: Buffer[] = []
  #size = 0

  constructor(message: http.IncomingMessage) {
    message.on('data', (chunk: Buffer) => {
      this.#size += chunk.length
      if (this.#size <= MAX_KEPT) this.#chunks.push(chunk)
    })
  }

  read(headers: Pairs): SeenBody {
    if (this.#size === 0) return 'none'
    return this.#size > MAX_KEPT ? 'unseen' : decodeSeen(headers, Buffer.concat(this.#chunks))
  }
}
