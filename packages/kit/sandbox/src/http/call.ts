import type { Content } from '../state/item.ts'

/** What handlers need to know of a request beyond its declared input. */
export interface Call {
  /** Upper case. */
  readonly method: string
  /** Path and query as sent, the path in front of the document's paths included. */
  readonly target: string
  /** Scheme and host that the request was sent to: `http://localhost:3000`. */
  readonly origin: string
  /** The path before the document's paths: `/v1`. Empty if there is none. */
  readonly basePath: string
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** The caller; undefined if the operation needs no credentials. */
  readonly identity: string | undefined
  /** Facts about the request for the log. */
  readonly log?: CallLog
  /** Whether what breaks the document is stored all the same: the fault of a server that validates too little. */
  readonly isLenient?: boolean
  /** The text or the file that it brings for an item. */
  readonly content?: Content | undefined
}

/** The entry of a request in the log, besides its operation. */
export interface CallLog {
  /** The path of the item that it was about. */
  item?: string
  /** What was not understood: fields that were ignored, an example that was not used. */
  readonly remarks: string[]
}

/** A header as one text: several of a name are one list (RFC 9110, 5.3). */
export const textOf = (value: string | readonly string[] | undefined): string | undefined =>
  value === undefined || typeof value === 'string' ? value : value.join(', ')

/** A response of a handler of the sandbox. */
export interface Reply {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly mediaType?: string
  readonly body?: unknown
}

/** The input of a handler, as `@contract-kit/express` gives it. */
export interface Input {
  readonly path: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, unknown>>
  readonly cookies: Readonly<Record<string, unknown>>
  readonly mediaType?: string
  readonly body?: unknown
  /** The files of a multipart form. */
  readonly files?: readonly {
    readonly field: string
    readonly name: string
    readonly mediaType: string
    readonly bytes: Uint8Array
  }[]
}

/** A request that the state does not allow: `status` is the one that HTTP has for it, the response one that the document has. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message)
    this.status = status
    this.headers = headers
  }
}
