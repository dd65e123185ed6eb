import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { toCountedAddress } from './auth/client-address.ts'
import { type OnUnread, serveReadable } from './unread-requests.ts'

/** A server that accepts requests. */
export interface Listening {
  /** Without a trailing slash. */
  readonly url: string
  readonly port: number
  /** Stops accepting connections, waits for requests in flight, and after `graceMs` (10 s by default) closes the rest. */
  close(options?: { readonly graceMs: number }): Promise<void>
}

/** The options of a listening server. */
export interface ListenOptions {
  readonly host: string
  /** 0 picks a free port. */
  readonly port: number
  /** The most open connections, 10,000 by default; a further one is closed at once. One address may hold a tenth of them. */
  readonly maxConnections?: number
  /** Whether connections come from proxies, which may use all connections and limit their own clients. */
  readonly isBehindProxies?: boolean
  /** The timeouts for a request's head and for the whole request; 10 and 30 seconds by default. */
  readonly timeouts?: { readonly headMs: number; readonly requestMs: number }
  readonly onUnread?: OnUnread
}

const defaultTimeouts = { headMs: 10_000, requestMs: 30_000 }

/** Starts a server; rejects with the system's error (such as EADDRINUSE) when it cannot. */
export async function listen(app: RequestListener, options: ListenOptions): Promise<Listening> {
  const { headMs, requestMs } = options.timeouts ?? defaultTimeouts
  const { maxConnections = 10_000, isBehindProxies = false } = options
  const server = createServer({
    // The application rejects requests without a host, in its own error shape.
    requireHostHeader: false,
    headersTimeout: headMs,
    requestTimeout: requestMs,
    // By default Node checks every 30 seconds, so a slow head would get four times its timeout.
    connectionsCheckingInterval: Math.min(1000, headMs),
    // Longer than the keep-alive of clients and load balancers, so that none sends on a closing connection.
    keepAliveTimeout: 75_000,
  })
  const perAddress = isBehindProxies ? maxConnections : Math.ceil(maxConnections / 10)
  const connections = acceptConnections(server, maxConnections, perAddress)
  const drain = createDrain(server, connections)
  serveReadable(server, app, options.onUnread)
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
    close: ({ graceMs } = { graceMs: 10_000 }) => drain(graceMs),
  }
}

/** Closes a connection at once if `most` are open, or `perAddress` of its address. Returns those that are open. */
function acceptConnections(server: Server, most: number, perAddress: number): ReadonlySet<Socket> {
  const open = new Set<Socket>()
  const counts = new Map<string, number>()
  server.on('connection', (socket) => {
    const address = toCountedAddress(socket.remoteAddress ?? '')
    const count = (counts.get(address) ?? 0) + 1
    if (open.size >= most || count > perAddress) return socket.destroy()
    open.add(socket)
    counts.set(address, count)
    return socket.once('close', () => {
      open.delete(socket)
      const left = (counts.get(address) ?? 0) - 1
      if (left > 0) counts.set(address, left)
      else counts.delete(address)
    })
  })
  return open
}

/** Returns a function that stops a server: it waits for the requests in flight, and aborts them after a time. */
function createDrain(server: Server, connections: ReadonlySet<Socket>): (graceMs: number) => Promise<void> {
  let isDraining = false
  const watch: RequestListener = (_request, response) => {
    if (isDraining) response.setHeader('connection', 'close')
    // A kept-alive connection is idle once its last response has ended, and would otherwise hold the server open.
    response.once('close', () => {
      if (isDraining) setImmediate(() => server.closeIdleConnections())
    })
  }
  server.on('request', watch)
  server.on('checkExpectation', watch)
  return (graceMs) =>
    new Promise((resolve) => {
      isDraining = true
      const cutOff = setTimeout(() => server.closeAllConnections(), graceMs)
      // Closes idle connections too.
      server.close(() => {
        clearTimeout(cutOff)
        resolve()
      })
      // Clients open connections in advance. Node counts one without a request as busy.
      for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
    })
}
