import type { Content } from '../state/item.ts'

/** Request data for handlers, beyond the declared input. */
export interface Call {
  /** Upper case. */
  readonly method: string
  /** Path and query as sent, including the base path. */
  readonly target: string
  /** Scheme and host that the request was sent to: `http://localhost:3000`. */
  readonly origin: string
  /** The path before the document's paths: `/v1`. Empty if there is none. */
  readonly basePath: string
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** The caller; undefined if the operation requires no credentials. */
  readonly identity: string | undefined
  /** Facts about the request for the log. */
  readonly log?: CallLog
  /** Whether values that break the document are stored: a fault with too little validation. */
  readonly isLenient?: boolean
  /** The text or file that the request carries for an item. */
  readonly content?: Content | undefined
}

/** Log data of a request, besides its operation. */
export interface CallLog {
  /** The path of the affected item. */
  item?: string
  /** Notes on ignored fields and unused examples. */
  readonly remarks: string[]
}

/** A header as one text; repeated headers are joined as a list (RFC 9110, 5.3). */
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

/** A request that the state does not allow. `status` is the HTTP status; the response is the closest documented one. */
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
