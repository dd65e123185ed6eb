/** What a single call may bring along. */
export interface CallOptions {
  /** Ends the call at once, wherever it stands: in a queue, in a pause, on the wire. The call rejects with its reason. */
  readonly signal?: AbortSignal | undefined
  /** Milliseconds that each attempt of this call may take; `Infinity` for no limit. Otherwise that of the client. */
  readonly timeoutMs?: number | undefined
  /** Your own name for the request, sent as `x-request-id` with each attempt (up to 128 letters, digits, `.`, `_`, `-`, `:`). */
  readonly requestId?: string | undefined
  /** Further request headers. Those the client sets itself cannot be replaced here. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** What a checkout may bring along. */
export interface CheckoutOptions extends CallOptions {
  /**
   * Names this purchase, 1 to 255 visible ASCII characters; every attempt carries it, so that a repetition cannot
   * become a second order. Made up when left out. Give your own where a purchase must survive the end of your process.
   */
  readonly idempotencyKey?: string | undefined
}
