/** The claims of a session token. */
export interface TokenClaims {
  /** Application. */
  readonly aud: string
  /** Session. */
  readonly sid: string
  /** Customer; absent before the login. */
  readonly sub?: string
  /** Seconds since the epoch. */
  readonly iat: number
  /** Seconds since the epoch. */
  readonly exp: number
}

/** The claims of a JWT, not verified. */
export function claimsOf(token: string): TokenClaims {
  const claims: TokenClaims = decodePart(token, 1)
  return claims
}

/** The header of a JWT. */
export function headerOf(token: string): { readonly alg: string; readonly kid?: string } {
  const header: { alg: string; kid?: string } = decodePart(token, 0)
  return header
}

/** The request header that sends a token. */
export const bearer = (token: string): { readonly authorization: string } => ({
  authorization: `Bearer ${token}`,
})

function decodePart(token: string, index: number): never {
  const part = token.split('.')[index] ?? ''
  return JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as never
}
