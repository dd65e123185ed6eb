/** What a session token says of itself; nothing of it is verified. */
export interface TokenClaims {
  /** Seconds since 1970 at which it was issued. */
  readonly iat?: number
  /** Seconds since 1970 at which it expires. */
  readonly exp?: number
  /** The customer; absent before login. */
  readonly sub?: unknown
}

/** The claims of a JWT (RFC 7519); none of a token of another kind. */
export function readTokenClaims(token: string): TokenClaims {
  try {
    return Object(JSON.parse(atob(token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/'))))
  } catch {
    return {}
  }
}
