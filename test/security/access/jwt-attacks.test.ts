import { createHmac, generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Partner, type Sandbox, startSandbox } from '@giftcards/test-harness'
import {
  type Forgery,
  forgeToken,
  customerClaims,
  goodClaims,
  goodHeader,
  nowSeconds,
  serviceKey,
  serviceKeyId,
  servicePublicKey,
  signWith,
} from './forge-token.ts'

let sandbox: Sandbox
let partner: Partner
beforeAll(async () => {
  sandbox = await startSandbox()
  partner = await sandbox.partner()
})
afterAll(() => sandbox.close())

/** Returns the status and code of a cart request with this token. */
async function answerTo(token: string): Promise<readonly [number, string | null]> {
  const headers = { authorization: `Bearer ${token}` }
  const { status, code } = await partner.call('createCart', { body: { action: 'buy' }, headers })
  return [status, code]
}

const invalid = [400, 'token_invalid']
const none = () => Buffer.alloc(0)
const pem = servicePublicKey.export({ type: 'spki', format: 'pem' }).toString()
const der = servicePublicKey.export({ type: 'spki', format: 'der' })
const hmac = (secret: string | Buffer, hash: string) => (signed: string) =>
  createHmac(hash, secret).update(signed).digest()
const attacker = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const attackerJwk = attacker.publicKey.export({ format: 'jwk' })
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const byAttacker = signWith(attacker.privateKey)
const claimsText = JSON.stringify(goodClaims)

const forgeries: Readonly<Record<string, Forgery>> = {
  'alg none': { header: { alg: 'none' }, signature: none },
  'alg None, in another case': { header: { ...goodHeader, alg: 'nOnE' }, signature: none },
  'alg none over a good signature': { header: { ...goodHeader, alg: 'none' } },
  'alg empty': { header: { ...goodHeader, alg: '' } },
  'no alg': { header: { kid: serviceKeyId } },
  'a list as alg': { header: { ...goodHeader, alg: ['ES256'] } },
  'HS256 with the public key in PEM as secret': {
    header: { ...goodHeader, alg: 'HS256' },
    signature: hmac(pem, 'sha256'),
  },
  'HS256 with the public key in DER as secret': {
    header: { ...goodHeader, alg: 'HS256' },
    signature: hmac(der, 'sha256'),
  },
  'HS512 with an empty secret': { header: { ...goodHeader, alg: 'HS512' }, signature: hmac('', 'sha512') },
  'RS256 of a key of the attacker': {
    header: { ...goodHeader, alg: 'RS256' },
    signature: signWith(rsa.privateKey),
  },
  'ES384 by name': { header: { ...goodHeader, alg: 'ES384' }, signature: signWith(serviceKey, 'sha384') },
  'another hash under ES256': { signature: signWith(serviceKey, 'sha384') },
  'a key on another curve': {
    signature: signWith(generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey),
  },
  'a key of the attacker': { signature: byAttacker },
  'a signature of zeros': { signature: () => Buffer.alloc(64) },
  'a signature in DER': {
    signature: (signed) => Buffer.concat([Buffer.from([0x30, 0x44]), signWith(serviceKey)(signed)]),
  },
  'no signature': { signature: none },
  'half a signature': { signature: (signed) => signWith(serviceKey)(signed).subarray(0, 32) },
  'a signature with a byte more': {
    signature: (signed) => Buffer.concat([signWith(serviceKey)(signed), Buffer.alloc(1)]),
  },
  'no kid': { header: { alg: 'ES256' } },
  'an unknown kid': { header: { ...goodHeader, kid: 'AAAAAAAAAAAAAAAA' } },
  'a kid that is a path': {
    header: { ...goodHeader, kid: '../../../../dev/null' },
    signature: hmac('', 'sha256'),
  },
  'a kid that is SQL': { header: { ...goodHeader, kid: "x' UNION SELECT 'secret'--" } },
  'a kid of the prototype': { header: { ...goodHeader, kid: '__proto__' } },
  'a kid that is no text': { header: { ...goodHeader, kid: { $ne: null } } },
  'a kid that is an address': {
    header: { ...goodHeader, kid: 'https://attacker.example.com/key' },
    signature: byAttacker,
  },
  'jwk of the attacker': { header: { ...goodHeader, jwk: attackerJwk }, signature: byAttacker },
  'jwk of the attacker and no kid': { header: { alg: 'ES256', jwk: attackerJwk }, signature: byAttacker },
  'jku of the attacker': {
    header: { ...goodHeader, jku: 'https://attacker.example.com/keys' },
    signature: byAttacker,
  },
  'x5u of the attacker': {
    header: { ...goodHeader, x5u: 'https://attacker.example.com/chain' },
    signature: byAttacker,
  },
  'x5c of the attacker': { header: { ...goodHeader, x5c: [pem] }, signature: byAttacker },
  'crit that nobody knows': { header: { ...goodHeader, crit: ['exp'], exp: 1 } },
  'crit that is empty': { header: { ...goodHeader, crit: [] } },
  'b64 false': { header: { ...goodHeader, crit: ['b64'], b64: false } },
  'a header that is a list': { header: '["ES256"]' },
  'a header that is no JSON': { header: '{"alg":"ES256"' },
  'exp as text': { claims: { ...goodClaims, exp: String(goodClaims.exp) } },
  'exp missing': { claims: { ...goodClaims, exp: undefined } },
  'exp null': { claims: { ...goodClaims, exp: null } },
  'exp without end': { claims: claimsText.replace(String(goodClaims.exp), '1e999') },
  'nbf in the future': { claims: { ...goodClaims, nbf: nowSeconds + 60 } },
  'nbf as text': { claims: { ...goodClaims, nbf: String(nowSeconds - 60) } },
  'iat as text': { claims: { ...goodClaims, iat: String(nowSeconds) } },
  'iat missing': { claims: { ...goodClaims, iat: undefined } },
  'sid missing': { claims: { ...goodClaims, sid: undefined } },
  'jti missing': { claims: { ...goodClaims, jti: undefined } },
  'another issuer': { claims: { ...goodClaims, iss: 'somebody' } },
  'no issuer': { claims: { ...goodClaims, iss: undefined } },
  'no audience': { claims: { ...goodClaims, aud: undefined } },
  'the audience in another case': { claims: { ...goodClaims, aud: 'DEMO-APP' } },
  'another audience': { claims: { ...goodClaims, aud: 'demo-app-2' } },
  'two issuers, the last one wrong': { claims: `${claimsText.slice(0, -1)},"iss":"somebody"}` },
  'two audiences, the last one wrong': { claims: `${claimsText.slice(0, -1)},"aud":"demo-app-2"}` },
  'two ends, the last one past': { claims: `${claimsText.slice(0, -1)},"exp":"never"}` },
  'sid that is no text': { claims: { ...goodClaims, sid: { $gt: '' } } },
  'sub that is SQL': { claims: { ...customerClaims, sub: '1 OR 1=1' } },
  'sub that is a number': { claims: { ...customerClaims, sub: 1 } },
  'sub of nobody': { claims: { ...customerClaims, sub: '999999' } },
  'no generation': { claims: { ...customerClaims, gen: undefined } },
  'a generation as text': { claims: { ...customerClaims, gen: '0' } },
  'no time of login': { claims: { ...customerClaims, auth_time: undefined } },
  'claims that are a list': { claims: '[]' },
  'claims that are null': { claims: 'null' },
}

describe('a forged token', () => {
  it('is taken where nothing is wrong with it', async () => {
    // Shows that the other tokens are rejected for their defects, and not for how they are created.
    expect((await answerTo(forgeToken()))[0]).toBe(201)
    const customer = await answerTo(forgeToken({ claims: customerClaims }))
    expect(customer[0]).toBeLessThan(300)
  })

  it.each(Object.entries(forgeries))('is refused with %s', async (_what, forgery) => {
    expect(await answerTo(forgeToken(forgery))).toStrictEqual(invalid)
  })

  it('is refused with the claims of another token', async () => {
    const [header, , signature] = forgeToken().split('.')
    const [, claims] = forgeToken({ claims: customerClaims }).split('.')
    expect(await answerTo([header, claims, signature].join('.'))).toStrictEqual(invalid)
  })

  it('is refused in other spellings of its parts', async () => {
    const good = forgeToken()
    const [header = '', claims = '', signature = ''] = good.split('.')
    const spellings = [
      `${good}.`,
      `.${good}`,
      `${good}.${signature}`,
      `${header}..${signature}`,
      `${header}.${claims}`,
      JSON.stringify({ payload: claims, signatures: [{ protected: header, signature }] }),
      JSON.stringify({ payload: claims, protected: header, signature }),
      `${header}.${claims}.${signature}==`,
    ]
    const answers = await Promise.all(spellings.map(answerTo))
    expect(answers).toStrictEqual(spellings.map(() => invalid))
  })

  it('is refused where it is huge', async () => {
    expect(
      await answerTo(
        forgeToken({ claims: { ...goodClaims, filler: 'x'.repeat(9000) }, signature: byAttacker }),
      ),
    ).toStrictEqual(invalid)
    const answer = await fetch(`${sandbox.url}/v3/carts`, {
      method: 'post',
      headers: { 'x-cc-app': 'demo-app', authorization: `Bearer ${'a.'.repeat(20_000)}` },
    })
    expect(answer.status).toBe(431)
  })
})
