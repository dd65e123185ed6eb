/** Options of the try-it page. They are published in the site: do not include secrets. */
export interface TryItOptions {
  /** The servers to choose from. Default: those of the document. */
  readonly servers?: readonly TryItServer[]
  /** The URL of a mock server, listed with the others. Examples are requested by the `Prefer` header of Prism. */
  readonly mock?: string
  /** Initial credentials by the name of the security scheme, for a public demo. */
  readonly auth?: Readonly<Record<string, TryItCredential>>
  /** A token from response headers that the next request must send. */
  readonly session?: TryItSession
  /** A runtime expression for the error code of a response: `$response.header.x-problem`. Sites with `errors` set it. */
  readonly errorCode?: string
  /** Advice for errors: Markdown by status and code, `400 out_of_stock`, or by status alone. */
  readonly advice?: Readonly<Record<string, string>>
  /** Error pages by status and code, relative to the try-it page. Sites with `errors` set them. */
  readonly errorPages?: Readonly<Record<string, string>>
  /** The response header that is `true` when the response is replayed for an idempotency key. */
  readonly replayHeader?: string
  /** Names of JSON members to mask, in addition to passwords, tokens and schemas with `format: password`. */
  readonly secrets?: readonly string[]
}

/** A server to send requests to. */
export interface TryItServer {
  readonly label: string
  /** Absolute, or relative to the page. */
  readonly url: string
  /** Whether the page's own origin replaces `url` when the page comes from a server. */
  readonly isPageOrigin?: boolean
  /** Additional headers that it supports. */
  readonly headers?: readonly {
    readonly name: string
    /** Markdown. */
    readonly description: string
    readonly choices?: readonly string[]
  }[]
}

/** Initial credentials of a security scheme. */
export interface TryItCredential {
  /** The API key, the token, the user name, or the client ID of OAuth 2.0. */
  readonly value: string
  /** Whether an API key is shown unmasked. */
  readonly isPublic?: boolean
}

/** A token that responses issue and renew. */
export interface TryItSession {
  /** The security scheme that it authenticates: `http` with `bearer`. */
  readonly scheme: string
  /** The response header with the token, with or without `Bearer`. */
  readonly tokenHeader: string
  /** The response header with its lifetime in seconds. */
  readonly expiresInHeader?: string
  /** A runtime expression for the signed-in user: `$response.body#/user/email`. */
  readonly identity?: string
  /** Responses other than 401 that reject the token: a status and the prefix of a code. */
  readonly rejected?: { readonly status: number; readonly codePrefix: string }
  /** The operation that starts an anonymous session. */
  readonly open: { readonly operationId: string; readonly label: string }
  /** Requests that sign a user in within a session, each an example of an operation. */
  readonly signIns?: readonly {
    readonly operationId: string
    readonly example: string
    readonly label: string
  }[]
}
