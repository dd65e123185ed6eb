import { randomUUID } from 'node:crypto'
import { createServer, type RequestListener, type Server, STATUS_CODES, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { RequestHandler } from 'express'
import { ApiError, malformedRequest } from './wire/api-error.ts'

/** A server that accepts requests. */
export interface Listening {
  /** Without a trailing slash. */
  readonly url: string
  readonly port: number
  /** Accepts no more, lets requests in flight end, and after `graceMs` (10 s by default) cuts off the rest. */
  close(options?: { readonly graceMs: number }): Promise<void>
}

/** A request that Node rejected before its method or path was read. */
export interface UnreadRequest {
  readonly requestId: string
  readonly status: number
  readonly errorCode: string
}

/** How a server listens. */
export interface ListenOptions {
  readonly host: string
  /** 0 takes a free port. */
  readonly port: number
  /** Open connections; one more is closed at once. 10,000 by default. */
  readonly maxConnections?: number
  /** How long a request's head, and all of it, may take to arrive; 10 and 30 seconds by default. */
  readonly timeouts?: { readonly headMs: number; readonly requestMs: number }
  /** Called for each response to what never became a request: no middleware sees it. */
  readonly onUnread?: (request: UnreadRequest) => void
}

const defaultTimeouts = { headMs: 10_000, requestMs: 30_000 }

/** Starts a server; rejects with the system's error (such as EADDRINUSE) when it cannot. */
export async function listen(app: RequestListener, options: ListenOptions): Promise<Listening> {
  const { headMs, requestMs } = options.timeouts ?? defaultTimeouts
  const server = createServer({
    // The application rejects requests without a host, in its own error shape.
    requireHostHeader: false,
    headersTimeout: headMs,
    requestTimeout: requestMs,
    // Node looks every 30 seconds by default, so that a slow head would have four times as long as it may.
    connectionsCheckingInterval: Math.min(1000, headMs),
    // Longer than clients and load balancers keep an idle connection, so that none sends on one that is being closed.
    keepAliveTimeout: 75_000,
  })
  server.maxConnections = options.maxConnections ?? 10_000
  const newest = rememberNewest(server)
  const connections = rememberConnections(server)
  const serve: RequestListener = (request, response) => {
    // Express would respond itself to a target that it cannot read by itself.
    if (isReadable(request.url ?? '')) app(request, response)
    else rejectRequest(response, malformedRequest(), options.onUnread)
  }
  server.on('request', serve)
  // An unknown expectation is ignored, as RFC 9110 (10.1.1) allows, and the request is served like any other.
  server.on('checkExpectation', serve)
  const reject = (socket: Duplex, cause: string | undefined): void =>
    rejectUnread(socket, toError(cause), cause, newest.get(socket), options.onUnread)
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => reject(socket, error.code))
  server.on('connect', (_request, socket) => reject(socket, undefined))
  await new Promise<void>((resolve, rejected) => {
    server.once('error', rejected)
    server.listen(options.port, options.host, () => {
      server.off('error', rejected)
      resolve()
    })
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : options.port
  const host = options.host.includes(':') ? `[${options.host}]` : options.host
  return {
    url: `http://${host}:${port}`,
    port,
    close: ({ graceMs } = { graceMs: 10_000 }) => drain(server, connections, graceMs),
  }
}

/** The response to the newest request of each connection: what the parser rejects afterwards belongs to it, or follows it. */
function rememberNewest(server: Server): WeakMap<Duplex, ServerResponse> {
  const newest = new WeakMap<Duplex, ServerResponse>()
  const remember: RequestListener = (request, response) => void newest.set(request.socket, response)
  server.on('request', remember)
  server.on('checkExpectation', remember)
  return newest
}

function rememberConnections(server: Server): ReadonlySet<Socket> {
  const open = new Set<Socket>()
  server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return open
}

/** Converts a fault that Node's parser reports to an error. */
function toError(cause: string | undefined): ApiError {
  if (cause === 'HPE_HEADER_OVERFLOW') {
    return new ApiError({
      status: 431,
      messages: ['Request headers are too large'],
      code: 'headers_too_large',
    })
  }
  if (cause === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new ApiError({ status: 408, messages: ['Request took too long'], code: 'request_timeout' })
  }
  return malformedRequest()
}

function rejectUnread(
  socket: Duplex,
  error: ApiError,
  cause: string | undefined,
  response: ServerResponse | undefined,
  onUnread: ListenOptions['onUnread'],
): void {
  // The client has disconnected, or this is the rest of a request that was rejected already.
  if (!socket.writable) {
    socket.destroy()
  } else if (response === undefined || (response.req.complete && response.writableFinished)) {
    const requestId = randomUUID()
    writeResponse(socket, error, requestId)
    onUnread?.({ requestId, status: error.status, errorCode: error.code })
  } else if (response.req.complete) {
    // Bytes after a request that is still being served must not prevent its response. The parser reports every further
    // piece.
    if (response.getHeader('connection') !== 'close' && !response.headersSent)
      response.setHeader('connection', 'close')
    response.once('finish', () => socket.end())
  } else if (response.headersSent || cause === 'HPE_INVALID_EOF_STATE') {
    // The rest of a request that has its response already, or whose client has disconnected.
    socket.end()
  } else {
    rejectRequest(response, error, onUnread)
  }
}

/** The origin form begins with a slash, the asterisk form is a star; the absolute form is an address (RFC 9112, 3.2). */
const isReadable = (target: string): boolean =>
  target.startsWith('/') || target === '*' || URL.canParse(target)

/** Rejects a request whose head was read. If the application has seen it, its response has a request id and gets a log line. */
function rejectRequest(response: ServerResponse, error: ApiError, onUnread: ListenOptions['onUnread']): void {
  if (!response.hasHeader('x-request-id')) {
    const requestId = randomUUID()
    response.setHeader('x-request-id', requestId)
    onUnread?.({ requestId, status: error.status, errorCode: error.code })
  }
  response.statusCode = error.status
  for (const [name, value] of Object.entries(error.headers)) response.setHeader(name, value)
  response.setHeader('connection', 'close')
  response.setHeader('content-type', 'application/json; charset=utf-8')
  response.end(JSON.stringify(error.body))
}

function writeResponse(socket: Duplex, { status, headers, body }: ApiError, requestId: string): void {
  const text = JSON.stringify(body)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    `x-request-id: ${requestId}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`)
}

function drain(server: Server, connections: ReadonlySet<Socket>, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cutOff = setTimeout(() => server.closeAllConnections(), graceMs)
    server.prependListener('request', (_request, response: ServerResponse) => {
      response.setHeader('connection', 'close')
    })
    // A kept-alive connection becomes idle when its last response ends, and would otherwise hold the server open.
    const sweep = setInterval(() => {
      server.closeIdleConnections()
      // Clients open connections ahead of need. Node takes one that has sent nothing yet for busy.
      for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
    }, 50)
    server.close(() => {
      clearTimeout(cutOff)
      clearInterval(sweep)
      resolve()
    })
  })
}

/** Requests of one connection that wait for their turn, beyond which no more are read until some have had it. */
const maxWaiting = 100

/** Requests of one connection; its last response announces the end. */
const maxRequests = 1000

interface Connection {
  last: ServerResponse
  requests: number
  waiting: number
}

/**
 * Serves the requests of one connection one after another, as their responses are sent anyway (RFC 9112, 9.3.2). Otherwise a client
 * that pipelines requests and does not read would have the server keep all their responses.
 */
export function serveInTurn(): RequestHandler {
  const connections = new WeakMap<Duplex, Connection>()
  return (request, response, next) => {
    const { socket } = request
    const known = connections.get(socket)
    if (known === undefined) {
      connections.set(socket, { last: response, requests: 1, waiting: 0 })
      return next()
    }
    const before = known.last
    known.last = response
    known.requests += 1
    if (known.requests === maxRequests) response.setHeader('connection', 'close')
    if (before.closed) return next()
    known.waiting += 1
    if (known.waiting === maxWaiting) socket.pause()
    before.once('close', () => {
      known.waiting -= 1
      if (known.waiting === 0) socket.resume()
      // After `Connection: close` nothing more is served (RFC 9112, 9.6).
      if (before.getHeader('connection') === 'close' || !socket.writable) socket.destroySoon()
      else next()
    })
  }
}
