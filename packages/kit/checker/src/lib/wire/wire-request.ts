import type { HttpMethod } from '../document/api-document.ts'

/** A request as it goes over the wire. */
export interface WireRequest {
  readonly method: HttpMethod | (string & {})
  /** Path and query below the base URL: `/pets/1?limit=2`. */
  readonly target: string
  /** Names in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string | Uint8Array | undefined
}

/** An answer as it came; names of headers in lower case, repeated headers kept apart. */
export interface WireResponse {
  readonly status: number
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Uint8Array
}
