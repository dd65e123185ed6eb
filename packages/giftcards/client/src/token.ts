/** Stores the session token of a client. Pass one to share a session between processes, or to keep it across restarts. */
export interface TokenStore {
  /** The token, or nothing. A failure rejects the call that needs it. */
  get(): string | null | undefined | Promise<string | null | undefined>
  /** Keeps a token in place of the last one. */
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

/** The claims of a JSON Web Token (RFC 7519); none of a token of another kind. */
export function readTokenClaims(token: string): TokenClaims {
  try {
    return Object(JSON.parse(atob(token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/'))))
  } catch {
    return {}
  }
}

/**
 * Whether a token replaces the stored one: it was issued later, or else it expires later. Without either claim,
 * yes.
 */
export function isNewerToken(token: string, stored: string): boolean {
  const ours = readTokenClaims(token)
  const theirs = readTokenClaims(stored)
  // A missing claim makes no difference: NaN.
  return !((ours.iat! - theirs.iat! || ours.exp! - theirs.exp!) < 0)
}

/** Throws if a token cannot be sent as a header; the platform's own error would show it. */
export function checkToken(token: string): string {
  if (/^[!-~]+$/.test(token)) return token
  throw new TypeError('The session token has characters that cannot be sent in a header')
}
