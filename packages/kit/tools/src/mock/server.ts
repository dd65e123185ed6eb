import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { WireRequest } from '@contract-kit/openapi/wire'

/** A buffered response. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: Uint8Array
}

/** A buffered request. Header names are in lower case. The body is undefined if it is too large. */
export interface SentRequest extends WireRequest {
  readonly body: Uint8Array | undefined
}

export type Respond = (request: SentRequest) => Promise<Reply>

/** Reads whole requests and sends whole responses. Allows all origins (CORS), as Prism does. */
export const toListener =
  (respond: Respond): RequestListener =>
  (request, response) => {
    serve(request, response, respond).catch((error: unknown) => {
      if (response.headersSent) response.destroy()
      else response.writeHead(500, { 'content-type': 'text/plain' }).end(`The mock failed: ${String(error)}`)
    })
  }

/** The maximum size of a body, as in Prism. */
const mostBytes = 10 * 1024 * 1024

async function serve(request: IncomingMessage, response: ServerResponse, respond: Respond): Promise<void> {
  const body = await readBody(request)
  const { method = 'GET', url = '/', rawHeaders } = request
  const headers = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [[name.toLowerCase(), rawHeaders[index + 1] ?? ''] as const] : [],
  )
  // Clients of a proxy send an absolute target (RFC 9112, 3.2.2).
  const target = url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?]*/i, '').replace(/^(?!\/)/, '/')
  const {
    origin = '*',
    'access-control-request-method': preflight,
    'access-control-request-headers': allowedHeaders = '*',
  } = request.headers
  const { status, ...reply } =
    method === 'OPTIONS' && preflight !== undefined
      ? { status: 204, headers: { 'access-control-allow-methods': preflight, vary: 'origin' }, body: noBytes }
      : await respond({ method, target, headers, body })
  const hasBody = status !== 204 && status !== 304
  // A HEAD response has the Content-Length of the omitted body.
  const length =
    method === 'HEAD' && reply.body.length === 0 ? reply.headers['content-length'] : reply.body.length
  const sent = Object.entries({
    'access-control-allow-origin': origin,
    'access-control-allow-headers': allowedHeaders,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': '*',
    ...reply.headers,
    'content-length': hasBody ? length : undefined,
  })
  for (const [name, value] of sent)
    if (value !== undefined && !ofConnection.has(name)) response.setHeader(name, value)
  response.writeHead(status).end(hasBody ? reply.body : undefined)
}

/** Headers about one connection (RFC 9110, 7.6.1), in lower case. */
export const ofConnection: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

export const noBytes: Uint8Array = new Uint8Array()

/** The body of a request, read to its end; undefined if it is too large. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= mostBytes) chunks.push(chunk)
  }
  return size > mostBytes ? undefined : Buffer.concat(chunks)
}
