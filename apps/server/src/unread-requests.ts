import { randomUUID } from 'node:crypto'
import { type RequestListener, type Server, STATUS_CODES, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { ApiError, malformedRequest } from './wire/api-error.ts'

/** A request that Node rejected before its method or path was read. */
export interface UnreadRequest {
  readonly requestId: string
  readonly status: number
  readonly errorCode: string
}

/** Called for each response to input that never became a request, which no middleware sees. */
export type OnUnread = ((request: UnreadRequest) => void) | undefined

/**
 * Passes the requests of a server on to `app`. Requests that Node's parser or Express would reject by themselves get a response
 * in the error shape of the API.
 */
export function serveReadable(server: Server, app: RequestListener, onUnread: OnUnread): void {
  /** The response to the newest request of each connection. Input that the parser rejects later belongs to it, or follows it. */
  const newest = new WeakMap<Duplex, ServerResponse>()
  const serve: RequestListener = (request, response) => {
    newest.set(request.socket, response)
    // Express would respond itself to a target that it cannot parse.
    if (isReadable(request.url ?? '')) app(request, response)
    else rejectRequest(response, malformedRequest(), onUnread)
  }
  const reject = (socket: Duplex, cause: string | undefined): void =>
    rejectUnread(socket, toError(cause), cause, newest.get(socket), onUnread)
  server.on('request', serve)
  // An unknown expectation is ignored, as RFC 9110 (10.1.1) allows, and the request is served like any other.
  server.on('checkExpectation', serve)
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => reject(socket, error.code))
  server.on('connect', (_request, socket) => reject(socket, undefined))
}

/** Converts an error of Node's parser to an `ApiError`. */
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
  onUnread: OnUnread,
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
    // The rest of a request that already has its response, or whose client has disconnected.
    socket.end()
  } else {
    rejectRequest(response, error, onUnread)
  }
}

/** The origin form begins with a slash, the asterisk form is a star; the absolute form is an address (RFC 9112, 3.2). */
const isReadable = (target: string): boolean =>
  target.startsWith('/') || target === '*' || URL.canParse(target)

/** Rejects a request whose head was read. If it reached the application, its response has a request id and a log line. */
function rejectRequest(response: ServerResponse, error: ApiError, onUnread: OnUnread): void {
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
