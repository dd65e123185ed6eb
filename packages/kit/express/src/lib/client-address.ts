import { isIP } from 'node:net'
import type { Request } from 'express'

const loopback = /^(?:127\.|::1$|::ffff:127\.)/

/** Finds the address of the caller of a request. */
export type FindClientAddress = (request: Request) => string

/** Makes the finder; where no proxy is trusted, nobody is asked but the connection. */
export const createFindClientAddress = (trustsProxies: boolean): FindClientAddress =>
  trustsProxies ? findClientAddress : findPeer

const findPeer: FindClientAddress = (request) => request.socket.remoteAddress ?? ''

/**
 * The address of the caller: that of its connection or, where that is a trusted proxy, the nearest address of
 * `X-Forwarded-For` that is none. The proxy's own stays where it names no address, or the machine that it runs on.
 */
export function findClientAddress(request: Request): string {
  const peer = findPeer(request)
  const named = request.ip ?? ''
  // The loopback of another machine is not ours: controls that are open to this machine alone must not take it for that.
  const isForeignLoopback = loopback.test(named) && !loopback.test(peer)
  return isIP(named) === 0 || isForeignLoopback ? peer : named
}
