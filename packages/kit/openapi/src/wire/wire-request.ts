import type { Json } from '@contract-kit/json-schema/json'
import { essenceOf, type HttpMethod } from '../document/http-names.ts'

/** A serialized request. */
export interface WireRequest {
  readonly method: HttpMethod | (string & {})
  /** Path and query below the base URL: `/pets/1?limit=2`. */
  readonly target: string
  /** Names in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string | Uint8Array | undefined
}

/** A received response. Header names are in lower case; repeated headers are separate. */
export interface WireResponse {
  readonly status: number
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Uint8Array
}

/** A request before it is serialized. An absent parameter is not sent. */
export interface RequestValues {
  readonly path: Readonly<Record<string, Json>>
  readonly query: Readonly<Record<string, Json>>
  readonly header: Readonly<Record<string, Json>>
  readonly cookie: Readonly<Record<string, Json>>
  /** `value` is a JSON value for every media type; a string for text and binary ones. */
  readonly body: { readonly contentType: string; readonly value: Json } | undefined
}

/** The values cannot be sent: an empty path segment, a header with a line break. The case is then skipped. */
export class UnsendableError extends Error {
  override readonly name = 'UnsendableError'
}

/** Methods whose requests never have a body, even if the document declares one (RFC 9110, 9.3.1, 9.3.2, 9.3.8). */
export const BODILESS_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'TRACE'])

/** The way to serialize and parse a body, by its media type. */
type MediaKind = 'json' | 'form' | 'multipart' | 'text' | 'opaque'

/** The kind of a media type without its parameters: `application/problem+json` is JSON, `image/png` opaque. */
export const mediaKindOf = (contentType: string): MediaKind => {
  const essence = essenceOf(contentType)
  if (essence === 'application/json' || essence === 'text/json' || essence.endsWith('+json')) return 'json'
  if (essence === 'application/x-www-form-urlencoded') return 'form'
  if (essence === 'multipart/form-data') return 'multipart'
  return essence.startsWith('text/') && essence !== 'text/xml' ? 'text' : 'opaque'
}

const CONCRETE: Readonly<Record<string, string>> = {
  '*/*': 'application/json',
  'application/*': 'application/json',
  'application/*+json': 'application/json',
  'text/*': 'text/plain',
  'image/*': 'image/png',
  'audio/*': 'audio/mpeg',
  'video/*': 'video/mp4',
  'multipart/*': 'multipart/form-data',
}

/** A media type that can be sent: the type itself, for a wildcard (`image/*`) a common type of its family. */
export const concreteMediaType = (contentType: string): string => {
  const essence = essenceOf(contentType)
  return essence.includes('*') ? (CONCRETE[essence] ?? essence.replace(/\*.*$/, 'octet-stream')) : contentType
}

/** Methods that request no change (RFC 9110, section 9.2.1; QUERY: draft-ietf-httpbis-safe-method-w-body). */
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY'])

/** Whether a request of this method only reads. */
export const isSafeMethod = (method: string): boolean => SAFE.has(method)

/** Whether a media type is JSON or ends in `+json` (RFC 6839, section 3.1). */
export const isJsonType = (contentType: string): boolean =>
  /^(application\/json|text\/json|.+\+json)$/.test(essenceOf(contentType))
