import { decodeBody } from '../http/response-body.ts'
import type { WireResponse } from '@contract-kit/openapi/wire'

type Headers = WireResponse['headers']

/** An exchange that somebody else made, as a recording or a proxy shows it. Names of headers are in lower case. */
export interface SeenExchange {
  readonly method: string
  /** Absolute, as it was sent. */
  readonly url: string
  readonly requestHeaders: Headers
  readonly requestBody: SeenBody
  readonly status: number
  readonly responseHeaders: Headers
  readonly responseBody: SeenBody
  /** In milliseconds since 1970. */
  readonly sentAt: number
  readonly elapsedMs: number
  /** Whether a header may have been sent although it is not among those that were seen; undefined if all were seen. */
  readonly mayHave?: (header: string) => boolean
}

/** A body without its content codings; `none` if no body was sent, `unseen` if it is not known, or not whole. */
export type SeenBody = Uint8Array | 'none' | 'unseen'

/** The bytes of a body as they were on the wire, decoded; `unseen` if nothing here can decode them. */
export const decodeSeen = (headers: Headers, bytes: Uint8Array): SeenBody => {
  const body = decodeBody(headers, bytes, false)
  const isCoded = headers.some(
    ([name, value]) => name === 'content-encoding' && !/^\s*(?:identity)?\s*$/i.test(value),
  )
  return isCoded && body === bytes && bytes.length > 0 ? 'unseen' : body
}

/** The first value of a header, name in lower case. */
export const headerOf = (headers: Headers, name: string): string | undefined =>
  headers.find(([key]) => key === name)?.[1]

/** Whether HTTP gives a response no body, whatever its headers announce (RFC 9112, 6.3). */
export const isBodiless = (method: string, status: number): boolean =>
  method === 'HEAD' || status < 200 || status === 204 || status === 304
