import { finished } from 'node:stream/promises'
import type { Request } from 'express'
import type { JsonBody } from './read-json-body.ts'

/**
 * Reads to the end what an operation without a request body was sent all the same, and forgets it: such content has no
 * meaning (RFC 9110 9.3.1). A request that breaks off is not carried out.
 */
export async function discardBody(request: Request): Promise<JsonBody> {
  if (request.destroyed) return { kind: 'aborted' }
  if (!hasBody(request)) return { kind: 'absent' }
  request.resume()
  try {
    await finished(request)
    return { kind: 'absent' }
  } catch {
    return { kind: 'aborted' }
  }
}

/** A request has a body where it says so (RFC 9112 6.3). */
function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}
