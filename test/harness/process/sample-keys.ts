import { createECDH, createHash, createPrivateKey, generateKeyPairSync, randomBytes } from 'node:crypto'

/** Creates keys as for a real deployment, new in each run. */
export function createRealKeys(): { readonly JWT_PRIVATE_KEY: string; readonly CARD_DATA_KEY: string } {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return {
    JWT_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    CARD_DATA_KEY: randomBytes(32).toString('base64'),
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** The demo keys, which anyone can derive from the published source. */
export const demoKeys = {
  JWT_PRIVATE_KEY: toPem(digest('giftcards sandbox demo signing key')),
  CARD_DATA_KEY: digest('giftcards sandbox demo card data key').toString('base64'),
}

function toPem(secret: Buffer): string {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(secret)
  const point = pair.getPublicKey()
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const jwk = { kty: 'EC', crv: 'P-256', d: secret.toString('base64url'), x: x ?? '', y: y ?? '' }
  return createPrivateKey({ key: jwk, format: 'jwk' }).export({ type: 'pkcs8', format: 'pem' }).toString()
}
