import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Request } from 'express'

const loopback = /^(?:127\.|::1$|::ffff:127\.)/

/**
 * The address that limits count a caller by: that of the connection's peer, unless the peer is a trusted proxy. Then it is the
 * nearest address of `X-Forwarded-For` that is not a trusted proxy. The proxy's own address stays if it names no address, or names
 * the machine that it runs on. See `toCountedAddress`.
 */
export function clientAddress(request: Request): string {
  const peer = request.socket.remoteAddress ?? ''
  const named = request.ip ?? ''
  const isForeignLoopback = loopback.test(named) && !loopback.test(peer)
  return toCountedAddress(isIP(named) === 0 || isForeignLoopback ? peer : named)
}

/**
 * One spelling of an address. An IPv6 address becomes its network of 64 bits, such as `2001:db8:0:7::/64`: one host may use all
 * addresses of it (RFC 6177). Text that is no address, as of a connection that has just closed, stays as it is.
 */
export function toCountedAddress(address: string): string {
  if (isIP(address) === 0) return address
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16))
  return `${network.join(':')}::/64`
}

/** True for a request of a program on this machine. A forwarded request counts only if its proxies are trusted and name this machine. */
export function isFromThisMachine(request: Request): boolean {
  const isForwarded = Object.keys(request.headers).some((name) => forwardedHeader.test(name))
  const trustsProxies = (request.app.get('trust proxy') as readonly string[]).length > 0
  const named = request.ip ?? ''
  const isLocal = loopback.test(request.socket.remoteAddress ?? '')
  return isLocal && (!isForwarded || (trustsProxies && isIP(named) !== 0 && loopback.test(named)))
}

const forwardedHeader = /^(?:x-forwarded-.*|forwarded|x-real-ip)$/
