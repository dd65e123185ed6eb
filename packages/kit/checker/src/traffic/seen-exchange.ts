import { decodeBody } from '../http/response-body.ts'
import type { WireResponse } from '@contract-kit/openapi/wire'

type Headers = WireResponse['headers']

/** An exchange from a recording or the proxy. Header names are in lower case. */
export interface SeenExchange {
  readonly method: string
  /** The absolute URL, as sent. */
  readonly url: string
  readonly requestHeaders: Headers
  readonly requestBody: SeenBody
  readonly status: number
  readonly responseHeaders: Headers
  readonly responseBody: SeenBody
  /** Milliseconds since 1970. */
  readonly sentAt: number
  readonly elapsedMs: number
  /** Whether a header may have been sent although it is not recorded; undefined if all are recorded. */
  readonly mayHave?: (header: string) => boolean
}

/** A body without content codings. `none` if no body was sent; `unseen` if it is unknown or incomplete. */
export type SeenBody = Uint8Array | 'none' | 'unseen'

/** Decodes the bytes of a body; `unseen` if no decoder is available. */
export const decodeSeen = (headers: Headers, bytes: Uint8Array): SeenBody => {
  const body = decodeBody(headers, bytes, false)
  const isCoded = headers.some(
    ([name, value]) => name === 'content-encoding' && !/^\s*(?:identity)?\s*$/i.test(value),
  )
  return isCoded && body === bytes && bytes.length > 0 ? 'unseen' : body
}

/** The first value of a header, by lower-case name. */
export const headerOf = (headers: Headers, name: string): string | undefined =>
  headers.find(([key]) => key === name)?.[1]

/** Whether a response has no body by the rules of HTTP, regardless of its headers (RFC 9112, 6.3). */
export const isBodiless = (method: string, status: number): boolean =>
  method === 'HEAD' || status < 200 || status === 204 || status === 304
