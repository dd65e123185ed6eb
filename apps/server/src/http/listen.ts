import { randomUUID } from 'node:crypto'
import { createServer, STATUS_CODES, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { ERROR_CODE_HEADER } from './answer.ts'

/** A server that accepts requests. */
export interface Listening {
  /** Without a trailing slash. */
  readonly url: string
  readonly port: number
  /** Accepts no more, lets requests in flight end, and after `graceMs` (10 s by default) cuts off the rest. */
  close(options?: { readonly graceMs: number }): Promise<void>
}

/** Starts a server; port 0 takes a free one. Rejects with the system's error (such as EADDRINUSE) when it cannot. */
export async function listen(
  handler: RequestListener,
  options: { readonly host: string; readonly port: number; readonly newRequestId?: () => string },
): Promise<Listening> {
  const server = createServer(
    { requireHostHeader: false, headersTimeout: 10_000, requestTimeout: 30_000 },
    handler,
  )
  const newRequestId = options.newRequestId ?? randomUUID
  // What never becomes a request still gets the one error shape (spec 7).
  server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
    refuse(socket, error.code, newRequestId()),
  )
  server.on('connect', (_request, socket) => refuse(socket, undefined, newRequestId()))
  // An expectation nobody knows is ignored, as RFC 9110 10.1.1 allows, and the request judged like any other.
  server.on('checkExpectation', handler)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : options.port
  const host = options.host.includes(':') ? `[${options.host}]` : options.host
  return {
    url: `http://${host}:${port}`,
    port,
    close: ({ graceMs } = { graceMs: 10_000 }) => drain(server, graceMs),
  }
}

function drain(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cutOff = setTimeout(() => server.closeAllConnections(), graceMs)
    server.prependListener('request', (_request, response: ServerResponse) => {
      response.shouldKeepAlive = false
    })
    // A kept-alive connection becomes idle when its last answer ends, and would otherwise hold the server open.
    const sweep = setInterval(() => server.closeIdleConnections(), 50)
    server.close(() => {
      clearTimeout(cutOff)
      clearInterval(sweep)
      resolve()
    })
  })
}

const REFUSALS: Readonly<Record<string, { status: number; message: string; code: string }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, message: 'Request headers are too large', code: 'headers_too_large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'Request took too long', code: 'request_timeout' },
}
const MALFORMED = { status: 400, message: 'Malformed HTTP request', code: 'malformed_request' }

function refuse(socket: Duplex, cause: string | undefined, requestId: string): void {
  if (!socket.writable || cause === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const { status, message, code } = REFUSALS[cause ?? ''] ?? MALFORMED
  const body = JSON.stringify({ message: [message] })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    `${ERROR_CODE_HEADER}: ${code}`,
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
