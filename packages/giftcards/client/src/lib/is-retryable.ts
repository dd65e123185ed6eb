/**
 * Whether a call that ended with this status, or with none, may be sent again. 429 refuses before anything has happened.
 * After any other failure of the server, or without an answer, it may have: 503 as well, which is also what a proxy says
 * that lost its connection half-way. Then only what can be repeated is. A call with a key is repeated after a success
 * that cannot be read, too: its order may stand, and the key finds it. `repeat` is that of the operation's row.
 */
export function isRetryable(repeat: 0 | 1 | 2, status = 500): boolean {
  if (status === 429) return true
  if (status === 409 || (status > 199 && status < 300)) return repeat > 1
  return status > 499 && repeat > 0
}
