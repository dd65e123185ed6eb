import http from 'node:http'
import https from 'node:https'
import { performance } from 'node:perf_hooks'
import { BodyReader, decodeBody } from './response-body.ts'
import { UnsendableError, type WireRequest, type WireResponse } from '@contract-kit/openapi/wire'

/**
 * A response and its duration in milliseconds, from the first byte sent to the last one received. For an open stream, the body ends when it
 * becomes quiet, and the duration ends with the headers.
 */
export interface TimedResponse extends WireResponse {
  readonly elapsedMs: number
  /** The send time in milliseconds since 1970. Used only in HTTP archives. */
  readonly sentAt?: number
}

/** Sends requests below a base URL. Does not follow redirects. */
export interface Transport {
  /** Throws {@link TimeoutError} or {@link ConnectionError}. */
  readonly send: (request: WireRequest, timeoutMs: number) => Promise<TimedResponse>
  readonly close: () => void
}

/** No complete response within the time limit. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError'
}

/** No HTTP response: the connection was refused or closed, or the received bytes were not HTTP. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
  /** The port is closed: the server is down, regardless of the request. */
  readonly isRefused: boolean

  constructor(message: string, options: { readonly isRefused?: boolean; readonly cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.isRefused = options.isRefused ?? false
  }
}

/** Connection settings. Certificates and keys are PEM texts. */
export interface ConnectionSettings {
  /** Replaces Node's trusted authorities. */
  readonly ca?: string | undefined
  /** Client certificate; requires `key`. */
  readonly cert?: string | undefined
  readonly key?: string | undefined
  /** Accepts any certificate of the server. */
  readonly insecure?: boolean | undefined
  /** URL of a proxy. Default: `HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`; never used for localhost. */
  readonly proxy?: string | undefined
}

/** Supports any method and header, without redirects, because `fetch` refuses some requests that a checker must send. */
export const createHttpTransport = (baseUrl: string, settings: ConnectionSettings = {}): Transport => {
  const base = new URL(baseUrl)
  const prefix = base.pathname.replace(/\/+$/, '')
  const secure = base.protocol === 'https:'
  const host = base.hostname.replace(/^\[|\]$/g, '')
  const { ca, cert, key, insecure, proxy } = settings
  const shared = { ca, cert, key, rejectUnauthorized: insecure !== true, proxyEnv: proxiesFor(host, proxy) }
  const agentOf = (keepAlive: boolean): http.Agent =>
    secure ? new https.Agent({ ...shared, keepAlive }) : new http.Agent({ ...shared, keepAlive })
  const agent = agentOf(true)
  const defaults = { host, port: base.port || (secure ? 443 : 80), agent }
  const start = secure ? https.request : http.request
  const sendOnce = (
    request: WireRequest,
    timeoutMs: number,
    options: typeof defaults,
  ): Promise<TimedResponse> =>
    exchangeBytes(
      (onResponse) => start({ ...options, ...requestLine(request, prefix) }, onResponse),
      request,
      timeoutMs,
    )
  const send: Transport['send'] = async (request, timeoutMs) => {
    try {
      return await sendOnce(request, timeoutMs, defaults)
    } catch (error) {
      if (!(error instanceof StaleConnectionError)) throw error
      return sendOnce(request, timeoutMs, { ...defaults, agent: agentOf(false) })
    }
  }
  return { send, close: () => agent.destroy() }
}

const proxiesFor = (host: string, proxy: string | undefined): NodeJS.ProcessEnv | undefined => {
  if (proxy !== undefined) return { http_proxy: proxy, https_proxy: proxy }
  return /^(localhost|127\..*|::1)$/.test(host) ? undefined : process.env
}

/** The server closed an idle connection before it received the request. */
class StaleConnectionError extends ConnectionError {}

// A target that begins with `/..` leads from the base URL to the root of the server.
const requestLine = (request: WireRequest, prefix: string) => ({
  method: request.method,
  path: request.target.startsWith('/../')
    ? request.target.replace(/^(\/\.\.)+/, '')
    : `${prefix}${request.target}` || '/',
  headers: headerTable(request),
})

const headerTable = (request: WireRequest): Record<string, string | string[]> => {
  const table: Record<string, string | string[]> = {}
  for (const [name, value] of request.headers) {
    const before = table[name]
    table[name] = before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value]
  }
  const bytes = request.body === undefined ? 0 : Buffer.byteLength(request.body)
  if (request.body !== undefined || ['POST', 'PUT', 'PATCH'].includes(request.method))
    table['content-length'] = String(bytes)
  return table
}

const exchangeBytes = (
  start: (onResponse: (response: http.IncomingMessage) => void) => http.ClientRequest,
  request: WireRequest,
  timeoutMs: number,
): Promise<TimedResponse> =>
  new Promise((resolve, reject) => {
    const startedAt = performance.now()
    const sentAt = Date.now()
    let head: Omit<TimedResponse, 'body'> | undefined
    const onResponse = (response: http.IncomingMessage): void => {
      const headers = pairsOf(response.rawHeaders)
      const elapsedMs = performance.now() - startedAt
      head = { status: response.statusCode ?? 0, headers, elapsedMs, sentAt }
      const finish = (isCut: boolean): void => {
        clearTimeout(timer)
        const body = decodeBody(headers, reader.finish(), isCut)
        const whole = isCut ? elapsedMs : performance.now() - startedAt
        resolve({ status: response.statusCode ?? 0, headers, body, elapsedMs: whole, sentAt })
      }
      const reader = new BodyReader(response.headers['content-type'], () => {
        finish(true)
        response.destroy()
      })
      response.on('data', (chunk: Buffer) => reader.add(chunk))
      response.on('end', () => finish(false))
      response.on('error', fail)
    }
    const outgoing = orUnsendable(() => start(onResponse))
    const timer = setTimeout(
      () => outgoing.destroy(new TimeoutError(`no response within ${timeoutMs} ms`)),
      timeoutMs,
    )
    const fail = (error: NodeJS.ErrnoException & { readonly rawPacket?: Buffer }): void => {
      clearTimeout(timer)
      // Node's parser rejects a body where HTTP allows none (RFC 9110, 9.3.2).
      if (request.method === 'HEAD' && head !== undefined && error.rawPacket !== undefined)
        return resolve({ ...head, body: bodyOf(error.rawPacket) })
      const Failure = outgoing.reusedSocket && head === undefined ? StaleConnectionError : ConnectionError
      reject(
        error instanceof TimeoutError
          ? error
          : new Failure(describeFailure(error), { isRefused: error.code === 'ECONNREFUSED' }),
      )
    }
    outgoing.on('error', fail)
    outgoing.end(request.body)
  })

const bodyOf = (packet: Buffer): Buffer => packet.subarray(packet.indexOf('\r\n\r\n') + 4)

/** Throws {@link UnsendableError} if the platform refuses to write the request. */
const orUnsendable = <Request>(write: () => Request): Request => {
  try {
    return write()
  } catch (error) {
    throw new UnsendableError(error instanceof Error ? error.message : 'the request cannot be written', {
      cause: error,
    })
  }
}

/** Node's raw headers as pairs, with lower-case names. */
export const pairsOf = (raw: readonly string[]): [string, string][] => {
  const pairs: [string, string][] = []
  for (let index = 0; index + 1 < raw.length; index += 2)
    pairs.push([(raw[index] ?? '').toLowerCase(), raw[index + 1] ?? ''])
  return pairs
}

const FAILURES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed before a response arrived',
  ENOTFOUND: 'the host is unknown',
  EAI_AGAIN: 'the name of the host cannot be resolved now',
  ETIMEDOUT: 'the connection timed out',
  EHOSTUNREACH: 'there is no route to the host',
  EPROTO: 'the server does not speak TLS',
}

/** Error codes of OpenSSL and Node for untrusted certificates. */
const UNTRUSTED = /CERT|^UNABLE_TO_/

/** Describes why a connection failed. */
export const describeFailure = ({ code = '', message }: NodeJS.ErrnoException): string => {
  if (FAILURES[code] !== undefined) return FAILURES[code]
  if (code.startsWith('HPE_')) return `the response is not HTTP (${code})`
  if (UNTRUSTED.test(code))
    return `its certificate is not trusted (${code}); set \`ca\` to its authority, or \`insecure\` to allow any certificate`
  return code === '' ? message : code
}

/** Handles requests within the process: `(request) => app.fetch(request)`. */
export type Fetch = (request: Request) => Promise<Response> | Response

/** Sends through a fetch function. Methods that the Fetch standard forbids (TRACE) cannot be sent. */
export const createFetchTransport = (send: Fetch, baseUrl: string): Transport => ({
  send: async (request, timeoutMs) => withinTime(answerOf(send, toRequest(request, baseUrl)), timeoutMs),
  close: () => undefined,
})

const answerOf = async (send: Fetch, request: Request): Promise<TimedResponse> => {
  const startedAt = performance.now()
  const sentAt = Date.now()
  const response = await send(request)
  const headMs = performance.now() - startedAt
  const { body, isCut } = await readWebBody(response)
  const headers: [string, string][] = []
  response.headers.forEach((value, name) => headers.push([name, value]))
  return {
    status: response.status,
    headers,
    body: decodeBody(headers, body, isCut),
    elapsedMs: isCut ? headMs : performance.now() - startedAt,
    sentAt,
  }
}

const readWebBody = async (
  response: Response,
): Promise<{ readonly body: Uint8Array; readonly isCut: boolean }> => {
  const source = response.body?.getReader()
  if (source === undefined) return { body: new Uint8Array(), isCut: false }
  let isCut = false
  const reader = new BodyReader(response.headers.get('content-type'), () => {
    isCut = true
    void source.cancel()
  })
  for (let part = await source.read(); !part.done; part = await source.read()) reader.add(part.value)
  return { body: reader.finish(), isCut }
}

const toRequest = ({ method, target, headers, body }: WireRequest, baseUrl: string): Request =>
  orUnsendable(() => {
    const init: RequestInit = {
      method,
      headers: headers.map(([name, value]): [string, string] => [name, value]),
      redirect: 'manual',
    }
    if (body !== undefined && method !== 'GET' && method !== 'HEAD')
      init.body = typeof body === 'string' ? body : Buffer.from(body)
    return new Request(`${baseUrl.replace(/\/+$/, '')}${target}`, init)
  })

const withinTime = async <Value>(work: Promise<Value>, timeoutMs: number): Promise<Value> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TimeoutError(`no response within ${timeoutMs} ms`)), timeoutMs)
  })
  try {
    return await Promise.race([work, late])
  } catch (error) {
    throw error instanceof TimeoutError
      ? error
      : new ConnectionError(error instanceof Error ? error.message : String(error), { cause: error })
  } finally {
    clearTimeout(timer)
  }
}
