/** The number of retries and the pauses between them. */
export interface RetryOptions {
  /** The maximum number of attempts, including the first. Default: 3. */
  readonly attempts?: number | undefined
  /** The longest first pause, in milliseconds. The limit doubles with each attempt. Default: 250. */
  readonly baseDelayMs?: number | undefined
  /**
   * The longest pause, in milliseconds. Default: 8,000. If `Retry-After` is longer, the call is not retried, and
   * its error says how long to wait.
   */
  readonly maxDelayMs?: number | undefined
}

/** Options of a single call. The client's own options apply to those left out. */
export interface CallOptions {
  /** Aborts the call at once: in the queue, during a pause or on the wire. It rejects with an `AbortError`. */
  readonly signal?: AbortSignal | undefined
  /** Milliseconds for each attempt, including its response body; `Infinity` for no limit. */
  readonly timeoutMs?: number | undefined
  /** Milliseconds for the whole call: queue, session, attempts, pauses. `Infinity` for no limit. */
  readonly deadlineMs?: number | undefined
  /** The number of retries and the pauses between them for this call; `false` for no retries. */
  readonly retry?: RetryOptions | false | undefined
  /** The request id, sent as `x-request-id` with each attempt. */
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
