/**
 * The connection failed, not a statement: it was refused, broke, or stayed silent too long. Where that was during a
 * commit, nobody knows whether it happened.
 */
export class ConnectionLostError extends Error {
  override readonly name = 'ConnectionLostError'
}
