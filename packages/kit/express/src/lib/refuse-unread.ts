import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { refuseConnection, refuseRequest, toRefusal } from './refuse-connection.ts'

/** What was answered although it never became a request: nobody could read a method or a path of it. */
export interface UnreadRequest {
  readonly requestId: string
  readonly status: number
  readonly errorCode: string
}

interface Served {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  isLast: boolean
}

/** Answers what Node's parser gives up on; a request whose head was read has its own response, and its own record. */
export function refuseUnread(
  server: Server,
  newRequestId: () => string,
  onUnread: ((request: UnreadRequest) => void) | undefined,
): void {
  const newest = new WeakMap<Duplex, Served>()
  const remember = (request: IncomingMessage, response: ServerResponse): void =>
    void newest.set(request.socket, { request, response, isLast: false })
  server.prependListener('request', remember)
  server.prependListener('checkExpectation', remember)

  const refuse = (socket: Duplex, cause: string | undefined): void => {
    // A caller that has gone, or the rest of what was refused already.
    if (!socket.writable) {
      socket.destroy()
      return
    }
    const refusal = toRefusal(cause)
    const served = newest.get(socket)
    if (served === undefined || (served.request.complete && served.response.writableFinished)) {
      const requestId = newRequestId()
      refuseConnection(socket, refusal, requestId)
      onUnread?.({ requestId, status: refusal.status, errorCode: refusal.code })
    } else if (served.request.complete) {
      endAfter(served, socket)
    } else if (served.response.headersSent || cause === 'HPE_INVALID_EOF_STATE') {
      // The rest of a request that is answered already, or whose caller has hung up.
      socket.end()
    } else {
      refuseRequest(served.response, refusal)
    }
  }
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => refuse(socket, error.code))
  server.on('connect', (_request, socket) => refuse(socket, undefined))
}

/** What comes behind the request being served must not take away its answer, nor pass for it. */
function endAfter(served: Served, socket: Duplex): void {
  // The parser complains of every further piece.
  if (served.isLast) return
  served.isLast = true
  served.response.once('finish', () => socket.end())
}
