/** Stores the session token of a client. Pass one to share a session between processes, or to keep it across restarts. */
export interface TokenStore {
  /** Returns the token, if any. A failure rejects the call that needs it. */
  get(): string | null | undefined | Promise<string | null | undefined>
  /** Replaces the stored token. */
  set(token: string | undefined): void | Promise<void>
}

/** Keeps the token in memory. */
export function createMemoryTokenStore(): TokenStore {
  let held: string | undefined
  return {
    get: () => held,
    set(token) {
      held = token
    },
  }
}

/** The claims of a session token. None of them is verified. */
export interface TokenClaims {
  /** Seconds since 1970 at which it was issued. */
  readonly iat?: number
  /** Seconds since 1970 at which it expires. */
  readonly exp?: number
  /** The customer; absent before login. */
  readonly sub?: unknown
}

/** Returns the claims of a JSON Web Token (RFC 7519); empty for any other token. */
export function readTokenClaims(token: string): TokenClaims {
  try {
    return Object(JSON.parse(atob(token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/'))))
  } catch {
    return {}
  }
}

/**
 * Whether a token replaces the stored one: it was issued later, or, issued at the same time, expires later. True if a claim is
 * missing.
 */
export function isNewerToken(token: string, stored: string): boolean {
  const ours = readTokenClaims(token)
  const theirs = readTokenClaims(stored)
  // A missing claim compares as equal: NaN.
  return !((ours.iat! - theirs.iat! || ours.exp! - theirs.exp!) < 0)
}

/** Throws if a token cannot be sent as a header; the platform's own error would show it. */
export function checkToken(token: string): string {
  if (/^[!-~]+$/.test(token)) return token
  throw new TypeError('The session token has characters that cannot be sent in a header')
}
