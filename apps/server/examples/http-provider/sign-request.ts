import { createHmac } from 'node:crypto'

/** What a signature covers. */
export interface SignedParts {
  readonly method: string
  /** Path and query. */
  readonly path: string
  /** Seconds since the epoch. */
  readonly timestamp: number
  /** Empty where the request has none. */
  readonly body: string
}

/** The HMAC-SHA-256 of a request, in hexadecimal. The parts are separated by line feeds, which only the body may contain. */
export function signRequest({ method, path, timestamp, body }: SignedParts, secret: string): string {
  return createHmac('sha256', secret).update([method, path, timestamp, body].join('\n')).digest('hex')
}
