import {
  createECDH,
  createHash,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  randomUUID,
} from 'node:crypto'
import type { Clock } from '@giftcards/marketplace'
import { errors, jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'

/** A public key that verifies tokens. `id` is their `kid`. */
export interface VerificationKey {
  readonly id: string
  readonly publicKey: KeyObject
}

/** The key pair that signs tokens. */
export interface SigningKey extends VerificationKey {
  readonly privateKey: KeyObject
}

/** The caller that a token names. */
export interface TokenSubject {
  readonly appId: string
  readonly sessionId: string
  /** `null` before login. */
  readonly customerId: number | null
}

/** The content of a token whose signature and claims were verified. It may have expired since. */
export interface VerifiedToken extends TokenSubject {
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

/** A new token. */
export interface IssuedToken {
  /** The bare JWT. */
  readonly token: string
  readonly sessionId: string
  readonly expiresInSeconds: number
}

/** Issues and verifies session tokens (decision: session). */
export interface TokenService {
  issue(subject: TokenSubject): Promise<IssuedToken>
  /** Verifies a token, expired or not. `undefined`: it is invalid, or was issued to another app. */
  identify(token: string, appId: string): Promise<VerifiedToken | undefined>
  /** Whether a token has expired by now. */
  isExpired(token: VerifiedToken): boolean
}

const issuer = 'giftcards'
const algorithm = 'ES256'

/** How many verified tokens are kept in memory; the least recently used one is dropped. */
const verifiedTokens = 10_000

/** The id of a customer, or nothing before login. `jose` does not check the type of `sub`. */
const isSubject = (sub: unknown): sub is string | undefined =>
  sub === undefined || (typeof sub === 'string' && /^[1-9]\d{0,15}$/.test(sub))

/** Whether each part is canonical base64url, which `jose` does not require (RFC 7515, 2 and appendix C). */
function isCompact(token: string): boolean {
  const parts = token.split('.')
  return (
    parts.length === 3 && parts.every((part) => Buffer.from(part, 'base64url').toString('base64url') === part)
  )
}

/**
 * Issues JWTs signed with ES256. Verification pins the algorithm (RFC 8725, 3.1) and accepts a `kid` of the configured keys
 * alone. A token that one of `oldKeys` signed is valid until it expires. A verified token is kept in memory, because
 * verifying its signature again would cost as much as the rest of a request.
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
  const verified = new LRUCache<string, VerifiedToken>({ max: verifiedTokens })

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
      const known = verified.get(token)
      if (known?.appId === appId) return known
      if (!isCompact(token)) return undefined
      try {
        const { payload } = await jwtVerify(token, findKey, {
          algorithms: [algorithm],
          issuer,
          audience: appId,
          // `isExpired` checks the expiry, because the result is kept and the time goes on.
          currentDate: new Date(0),
          requiredClaims: ['sid', 'iat', 'exp', 'jti'],
        })
        const { sub, sid, exp = 0 } = payload
        if (typeof sid !== 'string' || !isSubject(sub) || !Number.isSafeInteger(exp)) return undefined
        const customerId = sub === undefined ? null : Number(sub)
        const found = { appId, sessionId: sid, customerId, expiresAt: exp * 1000 }
        verified.set(token, found)
        return found
      } catch {
        return undefined
      }
    },

    // Whole seconds, and expired at `exp` itself, as in `jose` (RFC 7519, 4.1.4).
    isExpired: ({ expiresAt }) => expiresAt <= Math.floor(clock.now() / 1000) * 1000,
  }
}

/** The three response headers of a token: the bare JWT, its lifetime in seconds and its session (spec 2.1, 5). */
export function tokenHeaders({ token, expiresInSeconds, sessionId }: IssuedToken): Record<string, string> {
  return {
    authorization: token,
    'x-token-exp-seconds': String(expiresInSeconds),
    'x-session-id': sessionId,
  }
}

/** Restores the line ends of a PEM that an environment file holds on one line, with `\n` in their place. */
const toLines = (pem: string): string => pem.replaceAll(String.raw`\n`, '\n')

/** Parses a P-256 private key in PEM. Throws for anything else. */
export function parseSigningKey(pem: string): SigningKey {
  const privateKey = createPrivateKey(toLines(pem))
  return toSigningKey(assertP256(privateKey))
}

const [pemStart, pemEnd] = ['-----BEGIN PUBLIC KEY-----', '-----END PUBLIC KEY-----']

/** Parses P-256 public keys in PEM, one after another. Throws for anything else. */
export function parseVerificationKeys(pems: string): readonly VerificationKey[] {
  const blocks = toLines(pems)
    .split(/(?=-----BEGIN )/)
    .map((block) => block.trim())
    .filter((block) => block !== '')
  return blocks.map((block) => {
    // `createPublicKey` accepts a private key as well, but a retired private key must not stay on a server.
    if (!block.startsWith(pemStart) || !block.endsWith(pemEnd)) throw new Error('not a public key')
    return toVerificationKey(assertP256(createPublicKey(block)))
  })
}

function assertP256(key: KeyObject): KeyObject {
  if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') throw new Error('not a P-256 key')
  return key
}

/** The published key of the sandbox. Anybody can sign tokens with it. */
export function createDemoSigningKey(): SigningKey {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(createHash('sha256').update('giftcards sandbox demo signing key').digest())
  const point = pair.getPublicKey()
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    d: pair.getPrivateKey().toString('base64url'),
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  return toSigningKey(createPrivateKey({ key: jwk, format: 'jwk' }))
}

function toSigningKey(privateKey: KeyObject): SigningKey {
  return { ...toVerificationKey(createPublicKey(privateKey)), privateKey }
}

function toVerificationKey(publicKey: KeyObject): VerificationKey {
  const der = publicKey.export({ type: 'spki', format: 'der' })
  return { id: createHash('sha256').update(der).digest('base64url').slice(0, 16), publicKey }
}
