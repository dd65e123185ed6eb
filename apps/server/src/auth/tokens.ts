import {
  createECDH,
  createHash,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  randomUUID,
} from 'node:crypto'
import type { Clock } from '@giftcards/marketplace'
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
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

/** The caller identified by a token. */
export interface TokenSubject {
  readonly appId: string
  readonly sessionId: string
  /** `null` before login. */
  readonly login: TokenLogin | null
}

/** The login of a token. */
export interface TokenLogin {
  readonly customerId: number
  /** The customer's token generation at login. */
  readonly generation: number
  /** Milliseconds since the epoch; whole seconds. A refresh does not change it. */
  readonly at: number
}

/** The content of a token with verified signature and claims. It may have expired. */
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

/** The lifetime of tokens. */
export interface TokenLimits {
  readonly tokenTtlSeconds: number
  /** The session's lifetime after login, refreshed or not. */
  readonly sessionMaxSeconds: number
}

/** Issues and verifies session tokens (decision: session). */
export interface TokenService {
  /** Signs a token that ends with its session at the latest. */
  issue(subject: TokenSubject): Promise<IssuedToken>
  /** Verifies a token, expired or not. `undefined`: it is invalid, or was issued to another app. */
  identify(token: string, appId: string): Promise<VerifiedToken | undefined>
  /** Whether a token of an app was issued or verified by this server, so that verifying it is free. */
  isKnown(token: string, appId: string): boolean
  /** Whether a token has expired by now. */
  isExpired(token: VerifiedToken): boolean
  /** Whether a token expires soon, and a new one would last longer (spec 5, rule 3). */
  isToRefresh(token: VerifiedToken): boolean
}

const issuer = 'giftcards'
const algorithm = 'ES256'

/** The most tokens in memory; the least recently used one is dropped. */
const knownTokens = 10_000

/** How long before its expiry a token is refreshed (spec 5, rule 3). */
export const refreshWindowMs = 300_000

/**
 * Returns the login of a token, `null` before login, `undefined` if the claims are not ours. `jose` does not check the type of
 * `sub`.
 */
function readLogin({ sub, gen, auth_time: at }: JWTPayload): TokenLogin | null | undefined {
  if (sub === undefined) return null
  const isSound =
    typeof sub === 'string' &&
    /^[1-9]\d{0,15}$/.test(sub) &&
    Number.isSafeInteger(gen) &&
    Number.isSafeInteger(at)
  return isSound
    ? { customerId: Number(sub), generation: gen as number, at: (at as number) * 1000 }
    : undefined
}

/** Whether each part is canonical base64url, which `jose` does not require (RFC 7515, 2 and appendix C). */
function isCompact(token: string): boolean {
  const parts = token.split('.')
  return (
    parts.length === 3 && parts.every((part) => Buffer.from(part, 'base64url').toString('base64url') === part)
  )
}

/**
 * Issues JWTs signed with ES256. Verification pins the algorithm (RFC 8725, 3.1) and accepts only a `kid` of the configured keys.
 * A token that one of `oldKeys` signed is valid until it expires. An issued or verified token is kept in memory, because
 * verifying a signature costs as much as the rest of a request.
 */
export function createTokenService(
  key: SigningKey,
  clock: Clock,
  { tokenTtlSeconds, sessionMaxSeconds }: TokenLimits,
  oldKeys: readonly VerificationKey[] = [],
): TokenService {
  const keys = new Map([...oldKeys, key].map(({ id, publicKey }) => [id, publicKey]))
  const findKey = ({ kid = '' }: { readonly kid?: string }): KeyObject => {
    const publicKey = keys.get(kid)
    if (publicKey === undefined) throw new errors.JWKSNoMatchingKey()
    return publicKey
  }
  const known = new LRUCache<string, VerifiedToken>({ max: knownTokens })
  /** Whole seconds since the epoch. */
  const nowSeconds = (): number => Math.floor(clock.now() / 1000)
  const expiryOf = (login: TokenLogin | null): number =>
    Math.min(
      nowSeconds() + tokenTtlSeconds,
      login === null ? Number.POSITIVE_INFINITY : login.at / 1000 + sessionMaxSeconds,
    )

  return {
    async issue({ appId, sessionId, login }) {
      const issuedAt = nowSeconds()
      const expiresAt = expiryOf(login)
      const ofLogin = login && { gen: login.generation, auth_time: login.at / 1000 }
      const jwt = new SignJWT({ sid: sessionId, ...ofLogin })
        .setProtectedHeader({ alg: algorithm, kid: key.id })
        .setIssuer(issuer)
        .setAudience(appId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .setJti(randomUUID())
      if (login !== null) jwt.setSubject(String(login.customerId))
      const token = await jwt.sign(key.privateKey)
      known.set(token, { appId, sessionId, login, expiresAt: expiresAt * 1000 })
      return { token, sessionId, expiresInSeconds: expiresAt - issuedAt }
    },

    isKnown: (token, appId) => known.get(token)?.appId === appId,

    async identify(token, appId) {
      const kept = known.get(token)
      if (kept?.appId === appId) return kept
      if (!isCompact(token)) return undefined
      try {
        const { payload } = await jwtVerify(token, findKey, {
          algorithms: [algorithm],
          issuer,
          audience: appId,
          // `isExpired` checks the expiry, because the result is cached.
          currentDate: new Date(0),
          requiredClaims: ['sid', 'iat', 'exp', 'jti'],
        })
        const { sid, exp = 0 } = payload
        const login = readLogin(payload)
        if (typeof sid !== 'string' || login === undefined || !Number.isSafeInteger(exp)) return undefined
        const found = { appId, sessionId: sid, login, expiresAt: exp * 1000 }
        known.set(token, found)
        return found
      } catch {
        return undefined
      }
    },

    // Whole seconds, and expired at `exp` itself, as in `jose` (RFC 7519, 4.1.4).
    isExpired: ({ expiresAt }) => expiresAt <= nowSeconds() * 1000,

    isToRefresh({ expiresAt, login }) {
      const left = expiresAt - clock.now()
      return left > 0 && left <= refreshWindowMs && expiryOf(login) * 1000 > expiresAt
    },
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

/** The published key of the sandbox. It is public, so anyone can sign tokens with it. */
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
