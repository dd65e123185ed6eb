import { request, type IncomingMessage } from 'node:http'
import { checkExchange } from './check-exchange.ts'
import type { Exchange } from './exchange.ts'

/** A request as sent over the wire: only the headers that HTTP requires are added. */
export interface RawRequest {
  readonly method: string
  /** Sent unchanged: neither normalized nor encoded. */
  readonly path: string
  /** Sent in this order. A name may occur more than once. */
  readonly headers?: readonly (readonly [string, string])[]
  readonly body?: string | Uint8Array
  /** Checks the response against the contract of this operation. */
  readonly operationId?: string
}

/** Sends requests that `fetch` cannot: without User-Agent, with repeated headers, unusual paths, or arbitrary bytes as a body. */
export async function sendRaw(baseUrl: string, raw: RawRequest): Promise<Exchange> {
  const { hostname, port, host } = new URL(baseUrl)
  const isChunked = raw.headers?.some(([name]) => name.toLowerCase() === 'transfer-encoding') ?? false
  const length =
    raw.body === undefined || isChunked ? [] : [['content-length', String(Buffer.byteLength(raw.body))]]
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request({
      hostname,
      port,
      method: raw.method.toUpperCase(),
      path: raw.path,
      headers: [['host', host], ...length, ...(raw.headers ?? [])].flat(),
      agent: false,
    })
    sent.on('response', resolve)
    sent.on('error', reject)
    sent.end(raw.body)
  })
  const exchange = toExchange(response, Buffer.concat(await response.toArray()).toString('utf8'))
  const problems = raw.operationId === undefined ? [] : checkExchange(raw.operationId, exchange)
  if (problems.length > 0) throw new Error(`${problems.join('\n')}\nbody: ${exchange.text}`)
  return exchange
}

function toExchange(response: IncomingMessage, text: string): Exchange {
  const headers = new Headers()
  for (const [name, values] of Object.entries(response.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value)
  }
  const body = parse(text)
  const messages = (body as { message?: unknown } | undefined)?.message
  return {
    status: response.statusCode ?? 0,
    headers,
    body,
    text,
    code: headers.get('x-error-code'),
    messages: Array.isArray(messages) ? messages : [],
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
