import { randomUUID } from 'node:crypto'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Messages } from './express-messages.ts'
import { refuseUnread, type UnreadRequest } from './refuse-unread.ts'

/** A server that accepts requests. */
export interface Listening {
  /** Without a trailing slash. */
  readonly url: string
  readonly port: number
  /** Accepts no more, lets requests in flight end, and after `graceMs` (10 s by default) cuts off the rest. */
  close(options?: { readonly graceMs: number }): Promise<void>
}

const DEFAULT_CONNECTIONS = 10_000
const DEFAULT_TIMEOUTS = { headMs: 10_000, requestMs: 30_000 }

/** Starts a server; port 0 takes a free one. Rejects with the system's error (such as EADDRINUSE) when it cannot. */
export async function listen(
  handler: RequestListener,
  options: {
    readonly host: string
    readonly port: number
    /** Open connections; one more is closed at once. 10,000 by default. */
    readonly maxConnections?: number
    /** What requests and responses are made of; Node's own classes by default. */
    readonly messages?: Messages
    /** How long a request's head, and all of it, may take to arrive; 10 and 30 seconds by default. */
    readonly timeouts?: { readonly headMs: number; readonly requestMs: number }
    readonly newRequestId?: () => string
    /** Called once for each answer to what never became a request: no handler sees it. */
    readonly onUnread?: (request: UnreadRequest) => void
  },
): Promise<Listening> {
  const { headMs, requestMs } = options.timeouts ?? DEFAULT_TIMEOUTS
  const server = createServer(
    {
      ...options.messages,
      requireHostHeader: false,
      headersTimeout: headMs,
      requestTimeout: requestMs,
      // Node looks every 30 seconds by default, so that a slow head would have four times as long as it may.
      connectionsCheckingInterval: Math.min(1000, headMs),
      // Longer than clients and load balancers keep an idle connection, so that none sends on one that is being closed.
      keepAliveTimeout: 75_000,
    },
    handler,
  )
  server.maxConnections = options.maxConnections ?? DEFAULT_CONNECTIONS
  // What never becomes a whole request still gets the one error shape (spec 7).
  refuseUnread(server, options.newRequestId ?? randomUUID, options.onUnread)
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
