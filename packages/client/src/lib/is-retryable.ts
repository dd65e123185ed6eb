/**
 * Whether a call that ended with this status, or with none, may be sent again. 429 and 503 refuse before anything has
 * happened; after another failure of the server, or without an answer, it may have: then only what can be repeated is.
 * `repeat` is that of the operation's row.
 */
export function isRetryable(repeat: 0 | 1 | 2, status = 500): boolean {
  if (status === 429 || status === 503) return true
  return status === 409 ? repeat > 1 : status > 499 && repeat > 0
}
