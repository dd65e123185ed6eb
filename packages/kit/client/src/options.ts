/** How often and how patiently a call is retried. */
export interface RetryOptions {
  /** How often a call is sent at most, the first time included. 3 unless given. */
  readonly attempts?: number | undefined
  /** The longest first pause, in milliseconds; each further one is up to twice as long. 250 unless given. */
  readonly baseDelayMs?: number | undefined
  /**
   * The longest pause, in milliseconds. 8,000 unless given. If `Retry-After` is longer, the call is not retried, and
   * its error says how long to wait.
   */
  readonly maxDelayMs?: number | undefined
}

/** Options of a single call. The client's own options apply to those left out. */
export interface CallOptions {
  /** Ends the call at once, wherever it is: in a queue, in a pause, on the wire. It rejects with an `AbortError`. */
  readonly signal?: AbortSignal | undefined
  /** Milliseconds for each attempt, its response body included; `Infinity` for no limit. */
  readonly timeoutMs?: number | undefined
  /** Milliseconds for the whole call: queue, session, attempts, pauses. `Infinity` for no limit. */
  readonly deadlineMs?: number | undefined
  /** How often and how patiently this call is retried; `false` for never. */
  readonly retry?: RetryOptions | false | undefined
  /** Your own name for the request, sent as `x-request-id` with each attempt. */
  readonly requestId?: string | undefined
  /** Further request headers. They cannot replace headers that the client sets itself. */
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined
}

/** Options of a call that carries an `Idempotency-Key`. */
export interface IdempotentCallOptions extends CallOptions {
  /**
   * Identifies an effect that happens once: 1 to 255 visible ASCII characters. Each attempt carries it, so a retry has no second effect.
   * Default: a random key. Pass your own if a retry may happen in another process.
   */
  readonly idempotencyKey?: string | undefined
}
