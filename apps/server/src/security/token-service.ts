import { randomUUID } from 'node:crypto'
import type { Clock } from '@giftcards/marketplace'
import { errors, jwtVerify, SignJWT } from 'jose'
import type { SigningKey } from './signing-key.ts'

/** Whom a token stands for. */
export interface TokenSubject {
  readonly appId: string
  readonly sessionId: string
  /** `null` until login. */
  readonly customerId: number | null
}

/** A token just made. */
export interface IssuedToken {
  /** The bare JWT. */
  readonly token: string
  readonly sessionId: string
  readonly expiresInSeconds: number
}

/** What a token turned out to be. */
export type TokenVerdict =
  | (TokenSubject & {
      readonly kind: 'valid'
      /** Milliseconds since the epoch. */
      readonly expiresAt: number
    })
  | { readonly kind: 'expired' }
  | { readonly kind: 'invalid' }

/** Makes and checks session tokens (decision: session). */
export interface TokenService {
  issue(subject: TokenSubject): Promise<IssuedToken>
  /** A token of another app is no token. */
  verify(token: string, appId: string): Promise<TokenVerdict>
}

const issuer = 'giftcards'
const algorithm = 'ES256'

/** Tokens are JWTs signed with ES256; the algorithm is pinned on verification (RFC 8725, 3.1). */
export function createTokenService(key: SigningKey, clock: Clock, ttlSeconds: number): TokenService {
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

    async verify(token, appId) {
      try {
        const { payload } = await jwtVerify(token, key.publicKey, {
          algorithms: [algorithm],
          issuer,
          audience: appId,
          currentDate: new Date(clock.now()),
          requiredClaims: ['sid', 'iat', 'exp', 'jti'],
        })
        const customerId = payload.sub === undefined ? null : Number(payload.sub)
        return {
          kind: 'valid',
          appId,
          sessionId: String(payload['sid']),
          customerId,
          expiresAt: (payload.exp ?? 0) * 1000,
        }
      } catch (error) {
        return { kind: error instanceof errors.JWTExpired ? 'expired' : 'invalid' }
      }
    },
  }
}
