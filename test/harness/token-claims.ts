/** The claims of a session token. */
export interface TokenClaims {
  /** The application. */
  readonly aud: string
  /** The session. */
  readonly sid: string
  /** The customer; absent before login. */
  readonly sub?: string
  /** The time of issue, in seconds since the epoch. */
  readonly iat: number
  /** The expiry time, in seconds since the epoch. */
  readonly exp: number
}

/** Decodes the claims of a JWT without verifying it. */
export function claimsOf(token: string): TokenClaims {
  const claims: TokenClaims = decodePart(token, 1)
  return claims
}

/** Decodes the header of a JWT. */
export function headerOf(token: string): { readonly alg: string; readonly kid?: string } {
  const header: { alg: string; kid?: string } = decodePart(token, 0)
  return header
}

/** Returns the request header that sends a token. */
export const bearer = (token: string): { readonly authorization: string } => ({
  authorization: `Bearer ${token}`,
})

function decodePart(token: string, index: number): never {
  const part = token.split('.')[index] ?? ''
  return JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as never
}
