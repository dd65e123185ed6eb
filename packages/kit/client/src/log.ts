/**
 * An event for a logger. No event holds a token, a body, or a value of a path or header, except the request id.
 */
export type ClientEvent = RequestEvent | ResponseEvent | RetryEvent | SessionEvent

/** The call and attempt of an event. */
export interface AttemptFacts {
  readonly operationId: string
  readonly method: string
  /** The path template, such as `/books/{bookId}`. */
  readonly path: string
  /** 1 for the first. */
  readonly attempt: number
  /** The id that was sent; once a response has arrived, the id of the response. */
  readonly requestId: string | undefined
}

/** A request is about to be sent. */
export interface RequestEvent extends AttemptFacts {
  readonly kind: 'request'
}

/** A response has arrived. Without `status`, none will. */
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

/** A new token was stored. */
export interface SessionEvent {
  readonly kind: 'session'
  /** The operation whose response carried the token. */
  readonly operationId: string
}

/** Receives every event. Its failures are ignored, including rejected promises. */
export type Logger = (event: ClientEvent) => unknown

/** Wraps a logger so that its failures do not fail the call. */
export function toSafeLogger(logger: Logger | undefined): Logger | undefined {
  if (logger === undefined) return undefined
  return (event) => {
    try {
      void Promise.resolve(logger(event)).catch(() => undefined)
    } catch {
      // Failures of the caller's logger are ignored.
    }
  }
}
