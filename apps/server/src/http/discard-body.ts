import { finished } from 'node:stream/promises'
import type { Request } from 'express'
import type { JsonBody } from './read-json-body.ts'

/**
 * Reads to the end what an operation without a request body was sent all the same, and forgets it: such content has no
 * meaning (RFC 9110 9.3.1). A request that breaks off is not carried out.
 */
export async function discardBody(request: Request): Promise<JsonBody> {
  request.resume()
  try {
    await finished(request)
    return { kind: 'absent' }
  } catch {
    return { kind: 'aborted' }
  }
}
