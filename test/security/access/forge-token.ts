import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { demoKeys } from '@giftcards/test-harness/process'
import { storyTime } from '@giftcards/test-harness'

/** The key that a sandbox signs with: published, so that a test can sign what the service never would. */
export const serviceKey: KeyObject = createPrivateKey(demoKeys.JWT_PRIVATE_KEY)

/** Its public half, which is known to everybody. */
export const servicePublicKey: KeyObject = createPublicKey(demoKeys.JWT_PRIVATE_KEY)

/** The id of that key in tokens: a hash of its public half. */
export const serviceKeyId: string = createHash('sha256')
  .update(servicePublicKey.export({ type: 'spki', format: 'der' }))
  .digest('base64url')
  .slice(0, 16)

/** Seconds since the epoch at which a sandbox's frozen clock stands. */
export const nowSeconds: number = Date.parse(storyTime) / 1000

/** Claims of a good token of a session without a customer. */
export const goodClaims = {
  iss: 'giftcards',
  aud: 'demo-app',
  sid: '8b1f6a0e-3c52-4f6d-9a77-2d1c5e90b431',
  iat: nowSeconds - 60,
  exp: nowSeconds + 1800,
  jti: '7f0c7d3a-53c1-4a5e-8f7b-0d5a3c1e9b10',
}

/** Claims of a good token of a customer. */
export const customerClaims = { ...goodClaims, sub: '1', gen: 0, auth_time: nowSeconds - 60 }

/** Header of a good token. */
export const goodHeader = { alg: 'ES256', kid: serviceKeyId }

/** The parts of a forged token. JSON texts are used unchanged. */
export interface Forgery {
  readonly header?: object | string
  readonly claims?: object | string
  /** Makes the signature; with the service's own key unless another is given. */
  readonly signature?: (signed: string) => Buffer
}

/** A JWT with any header and claims. All parts that are not given are valid. */
export function forgeToken({
  header = goodHeader,
  claims = goodClaims,
  signature = signWith(serviceKey),
}: Forgery = {}): string {
  const signed = [header, claims].map(encode).join('.')
  return `${signed}.${signature(signed).toString('base64url')}`
}

/** An ECDSA signature as JWS has it (RFC 7518, 3.4). */
export function signWith(key: KeyObject, hash = 'sha256'): (signed: string) => Buffer {
  return (signed) => sign(hash, Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
}

function encode(part: object | string): string {
  return Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url')
}
