import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Request } from 'express'

const loopback = /^(?:127\.|::1$|::ffff:127\.)/

/**
 * The address that limits count a caller by: the connection's peer, unless the peer is a trusted proxy. Then it is the nearest
 * address of `X-Forwarded-For` that is not a trusted proxy. If the proxy forwards no address, or a loopback address, its own
 * address counts. See `toCountedAddress`.
 */
export function clientAddress(request: Request): string {
  const peer = request.socket.remoteAddress ?? ''
  const named = request.ip ?? ''
  const isForeignLoopback = loopback.test(named) && !loopback.test(peer)
  return toCountedAddress(isIP(named) === 0 || isForeignLoopback ? peer : named)
}

/**
 * Returns the canonical form of an address. An IPv6 address becomes its network of 64 bits, such as `2001:db8:0:7::/64`: one host
 * may use all addresses of it (RFC 6177). Text that is not an address, as of a connection that has just closed, is returned
 * unchanged.
 */
export function toCountedAddress(address: string): string {
  if (isIP(address) === 0) return address
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16))
  return `${network.join(':')}::/64`
}

/**
 * Whether a request comes from a program on this machine. A forwarded request counts only if its proxies are trusted and forward
 * a loopback address.
 */
export function isFromThisMachine(request: Request): boolean {
  const isForwarded = Object.keys(request.headers).some((name) => forwardedHeader.test(name))
  const trustsProxies = (request.app.get('trust proxy') as readonly string[]).length > 0
  const named = request.ip ?? ''
  const isLocal = loopback.test(request.socket.remoteAddress ?? '')
  return isLocal && (!isForwarded || (trustsProxies && isIP(named) !== 0 && loopback.test(named)))
}

const forwardedHeader = /^(?:x-forwarded-.*|forwarded|x-real-ip)$/
