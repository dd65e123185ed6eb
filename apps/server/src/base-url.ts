import type { Request } from 'express'

/**
 * The base URL of this server as its caller reaches it, without a trailing slash. A trusted proxy that serves this server under a prefix
 * must send it in `X-Forwarded-Prefix`. Only the prefix is left for a request of HTTP/1.0 that names no host.
 */
export function baseUrlOf(request: Request): string {
  // `ips` is empty unless a trusted proxy has sent the request.
  const prefix = (request.ips.length > 0 ? (request.get('x-forwarded-prefix') ?? '') : '').replace(/\/$/, '')
  return request.get('host') === undefined ? prefix : `${request.protocol}://${request.host}${prefix}`
}
