import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { RequestHandler } from 'express'

/** The most waiting requests of one connection. Beyond it, reading pauses until some were served. */
const maxWaiting = 100

/** The most requests of one connection; the last response closes it. */
const maxRequests = 1000

interface Connection {
  last: ServerResponse
  requests: number
  waiting: number
}

/**
 * Serves the requests of one connection one after another, as their responses are sent anyway (RFC 9112, 9.3.2). Otherwise the
 * server would buffer all responses for a client that pipelines requests without reading.
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
      // No request is served after `Connection: close` (RFC 9112, 9.6).
      if (before.getHeader('connection') === 'close' || !socket.writable) socket.destroySoon()
      else next()
    })
  }
}
