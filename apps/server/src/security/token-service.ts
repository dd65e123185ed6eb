import { type KeyObject, randomUUID } from 'node:crypto'
import type { Clock } from '@giftcards/marketplace'
import { errors, jwtVerify, SignJWT } from 'jose'
import type { SigningKey, VerificationKey } from './signing-key.ts'
import type { TokenSubject, VerifiedToken } from './token-subject.ts'
import { createRecent } from './recent.ts'

/** A token just made. */
export interface IssuedToken {
  /** The bare JWT. */
  readonly token: string
  readonly sessionId: string
  readonly expiresInSeconds: number
}

/** Makes and checks session tokens (decision: session). */
export interface TokenService {
  issue(subject: TokenSubject): Promise<IssuedToken>
  /** Whom a token stands for, expired or not; undefined where it is none. A token of another app is no token. */
  identify(token: string, appId: string): Promise<VerifiedToken | undefined>
  /** Whether a token's time is over, by the clock as it is now. */
  isExpired(token: VerifiedToken): boolean
}

const issuer = 'giftcards'
const algorithm = 'ES256'

/** The id of a customer, or nothing before the login; `jose` leaves the type of `sub` unchecked. */
const isSubject = (sub: unknown): sub is string | undefined =>
  sub === undefined || (typeof sub === 'string' && /^[1-9]\d{0,15}$/.test(sub))

/** Whether each part is base64url in its one spelling, which `jose` does not ask for (RFC 7515, 2 and appendix C). */
function isCompact(token: string): boolean {
  const parts = token.split('.')
  return (
    parts.length === 3 && parts.every((part) => Buffer.from(part, 'base64url').toString('base64url') === part)
  )
}

/**
 * Tokens are JWTs signed with ES256; the algorithm is pinned on verification (RFC 8725, 3.1), and `kid` chooses among
 * the configured keys only. What one of `oldKeys` signed is good until it expires. A token is verified once and then known
 * until it expires: checking its signature again costs as much as all the rest of a request.
 */
export function createTokenService(
  key: SigningKey,
  clock: Clock,
  ttlSeconds: number,
  oldKeys: readonly VerificationKey[] = [],
): TokenService {
  const keys = new Map([...oldKeys, key].map(({ id, publicKey }) => [id, publicKey]))
  const findKey = ({ kid = '' }: { readonly kid?: string }): KeyObject => {
    const publicKey = keys.get(kid)
    if (publicKey === undefined) throw new errors.JWKSNoMatchingKey()
    return publicKey
  }
  const verified = createRecent<VerifiedToken>()

  return {
    async issue({ appId, sessionId, customerId }) {
      const issuedAt = Math.floor(clock.now() / 1000)
      const jwt = new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: algorithm, kid: key.id })
        .setIssuer(issuer)
        .setAudience(appId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + ttlSeconds)
        .setJti(randomUUID())
      if (customerId !== null) jwt.setSubject(String(customerId))
      return { token: await jwt.sign(key.privateKey), sessionId, expiresInSeconds: ttlSeconds }
    },

    async identify(token, appId) {
      const known = verified.find(token)
      if (known?.appId === appId) return known
      if (!isCompact(token)) return undefined
      try {
        const { payload } = await jwtVerify(token, findKey, {
          algorithms: [algorithm],
          issuer,
          audience: appId,
          // Its time is judged by itself, since it is asked again and again.
          currentDate: new Date(0),
          requiredClaims: ['sid', 'iat', 'exp', 'jti'],
        })
        const { sub, sid, exp = 0 } = payload
        if (typeof sid !== 'string' || !isSubject(sub) || !Number.isSafeInteger(exp)) return undefined
        const customerId = sub === undefined ? null : Number(sub)
        const found = { appId, sessionId: sid, customerId, expiresAt: exp * 1000 }
        verified.add(token, found)
        return found
      } catch {
        return undefined
      }
    },

    // In whole seconds, and from the last one on, as `jose` has it (RFC 7519, 4.1.4).
    isExpired: ({ expiresAt }) => expiresAt <= Math.floor(clock.now() / 1000) * 1000,
  }
}
