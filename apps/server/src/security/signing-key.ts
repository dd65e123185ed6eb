import { createECDH, createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'

/** A key that tokens are checked with; `id` travels as `kid`. */
export interface VerificationKey {
  readonly id: string
  readonly publicKey: KeyObject
}

/** The key pair that tokens are signed with. */
export interface SigningKey extends VerificationKey {
  readonly privateKey: KeyObject
}

/** Reads a P-256 private key in PEM; throws where it is anything else. */
export function parseSigningKey(pem: string): SigningKey {
  const privateKey = createPrivateKey(pem)
  return toSigningKey(assertP256(privateKey))
}

const [pemStart, pemEnd] = ['-----BEGIN PUBLIC KEY-----', '-----END PUBLIC KEY-----']

/** Reads the public halves of retired keys, P-256 in PEM, one after another; throws where any is anything else. */
export function parseVerificationKeys(pems: string): readonly VerificationKey[] {
  const blocks = pems
    .split(/(?=-----BEGIN )/)
    .map((block) => block.trim())
    .filter((block) => block !== '')
  return blocks.map((block) => {
    // A private key would be read as well, and a retired one has no business on a server.
    if (!block.startsWith(pemStart) || !block.endsWith(pemEnd)) throw new Error('not a public key')
    return toVerificationKey(assertP256(createPublicKey(block)))
  })
}

function assertP256(key: KeyObject): KeyObject {
  if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') throw new Error('not a P-256 key')
  return key
}

/** The published key of the sandbox: everybody can know it, so it must never sign anything of value. */
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
