/** How the try-it page behaves. Everything here is written into the site: secrets do not belong here. */
export interface TryItOptions {
  /** Servers to choose from; those of the document by default. */
  readonly servers?: readonly TryItServer[]
  /** The URL of a mock server, offered beside the others. It is asked for examples by `Prefer`, as Prism understands it. */
  readonly mock?: string
  /** Values that credentials begin with, by the name of the security scheme: those of a public demonstration. */
  readonly auth?: Readonly<Record<string, TryItCredential>>
  /** A token that the service issues in response headers, and that the next request must send. */
  readonly session?: TryItSession
  /** Where a response names the code of its error, as a runtime expression: `$response.header.x-problem`. Sites with `errors` know it. */
  readonly errorCode?: string
  /** What to do about an error: Markdown by status and code, `400 out_of_stock`, or by status alone. */
  readonly advice?: Readonly<Record<string, string>>
  /** Pages about errors by status and code, relative to the try-it page. Sites with `errors` know theirs. */
  readonly errorPages?: Readonly<Record<string, string>>
  /** The response header that says `true` when an earlier response is replayed for an idempotency key. */
  readonly replayHeader?: string
  /** Names of JSON members that are masked, beside passwords, tokens and what the schemas call a password. */
  readonly secrets?: readonly string[]
}

/** A server to send requests to. */
export interface TryItServer {
  readonly label: string
  /** Absolute, or relative to the page. */
  readonly url: string
  /** The origin that the page comes from is used in place of `url`, where it comes from a server. */
  readonly isPageOrigin?: boolean
  /** Headers that it understands beside those of the document. */
  readonly headers?: readonly {
    readonly name: string
    /** Markdown. */
    readonly description: string
    readonly choices?: readonly string[]
  }[]
}

/** What the credentials of a security scheme begin with. */
export interface TryItCredential {
  /** The API key, the token, the name of the user, or the client id. */
  readonly value: string
  /** It is shown, and not masked. */
  readonly isPublic?: boolean
}

/** A token that responses carry and renew. */
export interface TryItSession {
  /** The security scheme whose credentials it is: `http` with `bearer`. */
  readonly scheme: string
  /** The response header with the token, with or without `Bearer`. */
  readonly tokenHeader: string
  /** The response header with the seconds that it lasts. */
  readonly expiresInHeader?: string
  /** Who is signed in, as a runtime expression: `$response.body#/user/email`. */
  readonly identity?: string
  /** Responses that reject the token, where 401 does not say it: this status, and a code that begins so. */
  readonly rejected?: { readonly status: number; readonly codePrefix: string }
  /** The operation that begins a session without a token. */
  readonly open: { readonly operationId: string; readonly label: string }
  /** Requests that sign a user in within a session, each an example of an operation. */
  readonly signIns?: readonly {
    readonly operationId: string
    readonly example: string
    readonly label: string
  }[]
}
