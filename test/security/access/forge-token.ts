import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { demoKeys } from '@giftcards/test-harness/process'
import { storyTime } from '@giftcards/test-harness'

/** The signing key of a sandbox. It is published, so a test can sign tokens that the service would never issue. */
export const serviceKey: KeyObject = createPrivateKey(demoKeys.JWT_PRIVATE_KEY)

/** The public half of that key. */
export const servicePublicKey: KeyObject = createPublicKey(demoKeys.JWT_PRIVATE_KEY)

/** The id of that key in tokens: a hash of its public key. */
export const serviceKeyId: string = createHash('sha256')
  .update(servicePublicKey.export({ type: 'spki', format: 'der' }))
  .digest('base64url')
  .slice(0, 16)

/** The time of a sandbox's frozen clock, in seconds since the epoch. */
export const nowSeconds: number = Date.parse(storyTime) / 1000

/** Claims of a valid token of a session without a customer. */
export const goodClaims = {
  iss: 'giftcards',
  aud: 'demo-app',
  sid: '8b1f6a0e-3c52-4f6d-9a77-2d1c5e90b431',
  iat: nowSeconds - 60,
  exp: nowSeconds + 1800,
  jti: '7f0c7d3a-53c1-4a5e-8f7b-0d5a3c1e9b10',
}

/** Claims of a valid token of a customer. */
export const customerClaims = { ...goodClaims, sub: '1', gen: 0, auth_time: nowSeconds - 60 }

/** Header of a valid token. */
export const goodHeader = { alg: 'ES256', kid: serviceKeyId }

/** The parts of a forged token. JSON texts are used unchanged. */
export interface Forgery {
  readonly header?: object | string
  readonly claims?: object | string
  /** Creates the signature. By default, it uses the service's own key. */
  readonly signature?: (signed: string) => Buffer
}

/** Returns a JWT with any header and claims. All parts that are not given are valid. */
export function forgeToken({
  header = goodHeader,
  claims = goodClaims,
  signature = signWith(serviceKey),
}: Forgery = {}): string {
  const signed = [header, claims].map(encode).join('.')
  return `${signed}.${signature(signed).toString('base64url')}`
}

/** Returns a function that creates an ECDSA signature in the format of JWS (RFC 7518, 3.4). */
export function signWith(key: KeyObject, hash = 'sha256'): (signed: string) => Buffer {
  return (signed) => sign(hash, Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
}

function encode(part: object | string): string {
  return Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url')
}
