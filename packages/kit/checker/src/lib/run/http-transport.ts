import http from 'node:http'
import https from 'node:https'
import { performance } from 'node:perf_hooks'
import { UnsendableError } from '../wire/serialize-request.ts'
import type { WireRequest } from '../wire/wire-request.ts'
import { ConnectionError, TimeoutError, type TimedResponse, type Transport } from './transport.ts'

/** Any method, any header, no redirects: what the platform's fetch refuses to send, a checker must be able to. */
export const createHttpTransport = (baseUrl: string): Transport => {
  const base = new URL(baseUrl)
  const prefix = base.pathname.replace(/\/+$/, '')
  const secure = base.protocol === 'https:'
  const agent = secure ? new https.Agent({ keepAlive: true }) : new http.Agent({ keepAlive: true })
  const defaults = {
    host: base.hostname.replace(/^\[|\]$/g, ''),
    port: base.port || (secure ? 443 : 80),
    agent,
  }
  const start = secure ? https.request : http.request
  const sendOnce = (
    request: WireRequest,
    timeoutMs: number,
    options: typeof defaults | typeof fresh,
  ): Promise<TimedResponse> =>
    exchangeBytes(
      (onResponse) => start({ ...options, ...requestLine(request, prefix) }, onResponse),
      request,
      timeoutMs,
    )
  const fresh = { ...defaults, agent: false as const }
  const send: Transport['send'] = async (request, timeoutMs) => {
    try {
      return await sendOnce(request, timeoutMs, defaults)
    } catch (error) {
      if (!(error instanceof StaleConnectionError)) throw error
      return sendOnce(request, timeoutMs, fresh)
    }
  }
  return { send, close: () => agent.destroy() }
}

/** A kept connection that the server closed while it was idle: nothing was asked of it yet. */
class StaleConnectionError extends ConnectionError {}

// A target that begins with `/..` leads above the base URL, to the root of the server.
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
    let hasAnswer = false
    const onResponse = (response: http.IncomingMessage): void => {
      hasAnswer = true
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        clearTimeout(timer)
        resolve({
          status: response.statusCode ?? 0,
          headers: pairsOf(response.rawHeaders),
          body: Buffer.concat(chunks),
          elapsedMs: performance.now() - startedAt,
        })
      })
      response.on('error', fail)
    }
    const outgoing = startOrRefuse(start, onResponse)
    const timer = setTimeout(
      () => outgoing.destroy(new TimeoutError(`no answer within ${timeoutMs} ms`)),
      timeoutMs,
    )
    const fail = (error: NodeJS.ErrnoException): void => {
      clearTimeout(timer)
      const Failure = outgoing.reusedSocket && !hasAnswer ? StaleConnectionError : ConnectionError
      reject(
        error instanceof TimeoutError
          ? error
          : new Failure(describeFailure(error), { isRefused: error.code === 'ECONNREFUSED' }),
      )
    }
    outgoing.on('error', fail)
    outgoing.end(request.body)
  })

/** What Node refuses to put on a request line or into a header cannot be sent by this case. */
const startOrRefuse = (
  start: (onResponse: (response: http.IncomingMessage) => void) => http.ClientRequest,
  onResponse: (response: http.IncomingMessage) => void,
): http.ClientRequest => {
  try {
    return start(onResponse)
  } catch (error) {
    throw new UnsendableError(error instanceof Error ? error.message : 'the request cannot be written', {
      cause: error,
    })
  }
}

const pairsOf = (raw: readonly string[]): [string, string][] => {
  const pairs: [string, string][] = []
  for (let index = 0; index + 1 < raw.length; index += 2)
    pairs.push([(raw[index] ?? '').toLowerCase(), raw[index + 1] ?? ''])
  return pairs
}

const describeFailure = (error: NodeJS.ErrnoException): string => {
  if (error.code === 'ECONNREFUSED') return 'the connection was refused'
  if (error.code === 'ECONNRESET') return 'the connection was cut before an answer came'
  return error.code?.startsWith('HPE_') === true
    ? `the answer is no HTTP (${error.code})`
    : (error.code ?? error.message)
}
