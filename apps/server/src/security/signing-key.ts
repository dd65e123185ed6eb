import { createECDH, createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'

/** The key pair tokens are signed with; `id` travels as `kid`. */
export interface SigningKey {
  readonly id: string
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
}

/** Reads a P-256 private key in PEM; throws where it is anything else. */
export function parseSigningKey(pem: string): SigningKey {
  const privateKey = createPrivateKey(pem)
  if (privateKey.asymmetricKeyDetails?.namedCurve !== 'prime256v1') throw new Error('not a P-256 key')
  return toSigningKey(privateKey)
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
  const publicKey = createPublicKey(privateKey)
  const der = publicKey.export({ type: 'spki', format: 'der' })
  return { id: createHash('sha256').update(der).digest('base64url').slice(0, 16), privateKey, publicKey }
}
