/** What the logger hears of; never a token, a body, a value of a path or a header but the request id. */
export type ClientEvent = RequestEvent | ResponseEvent | RetryEvent | SessionEvent

interface AttemptFacts {
  readonly operationId: string
  readonly method: string
  /** The path template, such as `/v3/orders/{orderId}`. */
  readonly path: string
  /** 1 for the first. */
  readonly attempt: number
  /** Yours before the answer, then that of the answer. */
  readonly requestId: string | undefined
}

/** A request is about to be sent. */
export interface RequestEvent extends AttemptFacts {
  readonly kind: 'request'
}

/** A request has been answered, or will not be: then there is no status. */
export interface ResponseEvent extends AttemptFacts {
  readonly kind: 'response'
  readonly status: number | undefined
  readonly durationMs: number
}

/** The request will be sent again after a pause. */
export interface RetryEvent extends AttemptFacts {
  readonly kind: 'retry'
  readonly status: number | undefined
  readonly delayMs: number
}

/** A new token was stored: by createSession, by login, or because the answer of another operation refreshed it. */
export interface SessionEvent {
  readonly kind: 'session'
  readonly operationId: string
}
