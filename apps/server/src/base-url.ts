import type { Request } from 'express'

/**
 * Returns the base URL of this server for its caller, without a trailing slash. A trusted proxy that serves this server under a
 * prefix must send it in `X-Forwarded-Prefix`. For an HTTP/1.0 request without a host, returns only the prefix.
 */
export function baseUrlOf(request: Request): string {
  // `ips` is empty unless the request came through a trusted proxy.
  const prefix = (request.ips.length > 0 ? (request.get('x-forwarded-prefix') ?? '') : '').replace(/\/$/, '')
  return request.get('host') === undefined ? prefix : `${request.protocol}://${request.host}${prefix}`
}
