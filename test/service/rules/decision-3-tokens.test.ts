import {
  createHash,
  createHmac,
  createSign,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'
import { openapiDocument } from '@giftcards/contract'
import { describe, expect, it } from 'vitest'
import { type Partner, storyTime } from '@giftcards/test-harness'
import { useSandbox } from '@giftcards/test-harness/vitest'

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const buy = { body: { action: 'buy' } }
const tokenHeaders = ['authorization', 'x-token-exp-seconds', 'x-session-id'] as const
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const sandbox = await useSandbox({ JWT_PRIVATE_KEY: pem })

type Json = Record<string, unknown>

const read = (part: string): Json => JSON.parse(Buffer.from(part, 'base64url').toString()) as Json
const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

function decode(token: string): { readonly head: Json; readonly claims: Json } {
  const [head = '', claims = ''] = token.split('.')
  return { head: read(head), claims: read(claims) }
}

/** Returns a token with these parts. `signWith` creates its signature. */
function forge(head: object, claims: object, signWith: (text: string) => Buffer): string {
  const text = `${encode(head)}.${encode(claims)}`
  return `${text}.${signWith(text).toString('base64url')}`
}

const es256 = (key: KeyObject) => (text: string) =>
  sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' })

const codeWith = async (partner: Partner, authorization: string): Promise<string | null> =>
  (await partner.call('createCart', { ...buy, headers: { authorization } })).code

const sentTokenHeaders = (headers: Headers): string[] => tokenHeaders.filter((name) => headers.has(name))

describe('a token', () => {
  it('is signed with ES256 by a named key', { meta: { rules: ['D3-01'] } }, async () => {
    const { token } = await sandbox.partner('standard@example.com')
    const { head } = decode(token)
    const der = publicKey.export({ type: 'spki', format: 'der' })
    const kid = createHash('sha256').update(der).digest('base64url').slice(0, 16)
    expect(head).toStrictEqual({ alg: 'ES256', kid })
    const [first, second, signature = ''] = token.split('.')
    const isSigned = verify(
      'sha256',
      Buffer.from(`${first}.${second}`),
      { key: publicKey, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
    expect(isSigned).toBe(true)
  })

  it('claims app, session and time', { meta: { rules: ['D3-02', 'D3-05'] } }, async () => {
    const partner = await sandbox.partner()
    const issuedAt = Math.floor(Date.parse(storyTime) / 1000)
    expect(decode(partner.token).claims).toStrictEqual({
      iss: expect.stringMatching(/./),
      aud: 'demo-app',
      sid: partner.sessionId,
      iat: issuedAt,
      exp: issuedAt + 3600,
      jti: expect.stringMatching(uuid),
    })
    const other = await sandbox.partner(undefined, 'demo-app-2')
    expect(decode(other.token).claims['aud']).toBe('demo-app-2')
    expect(decode(other.token).claims['jti']).not.toBe(decode(partner.token).claims['jti'])
  })

  it('is refused under any other algorithm', { meta: { rules: ['D3-04'] } }, async () => {
    const partner = await sandbox.partner()
    const { head, claims } = decode(partner.token)
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' })
    const publicPem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
    // A token that the server could have issued passes, so those below fail only because of their algorithm.
    const own = forge(head, claims, es256(privateKey))
    expect(await codeWith(partner, `Bearer ${own}`)).toBeNull()
    const forgeries = [
      forge({ ...head, alg: 'none' }, claims, () => Buffer.alloc(0)),
      forge({ alg: 'NONE' }, claims, () => Buffer.alloc(0)),
      forge({ ...head, alg: 'none' }, claims, es256(privateKey)),
      forge({ ...head, alg: 'HS256' }, claims, (text) =>
        createHmac('sha256', publicPem).update(text).digest(),
      ),
      forge({ ...head, alg: 'RS256' }, claims, (text) =>
        createSign('sha256').update(text).sign(rsa.privateKey),
      ),
      forge({ ...head, alg: 'ES384' }, claims, (text) =>
        sign('sha384', Buffer.from(text), { key: p384.privateKey, dsaEncoding: 'ieee-p1363' }),
      ),
      forge({ ...head, alg: 'ES384' }, claims, es256(privateKey)),
      forge(head, claims, es256(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey)),
    ]
    for (const token of forgeries) expect(await codeWith(partner, `Bearer ${token}`)).toBe('token_invalid')
  })

  it('is refused where a claim is missing', async () => {
    const partner = await sandbox.partner()
    const { head, claims } = decode(partner.token)
    for (const name of Object.keys(claims)) {
      const { [name]: _left, ...rest } = claims
      const token = forge(head, rest, es256(privateKey))
      expect(await codeWith(partner, `Bearer ${token}`)).toBe('token_invalid')
    }
  })

  it('lives for 3600 seconds', { meta: { rules: ['D3-05'] } }, async () => {
    const partner = await sandbox.partner()
    const authorization = `Bearer ${partner.token}`
    await sandbox.advance(3599)
    expect(await codeWith(partner, authorization)).toBeNull()
    await sandbox.advance(1)
    expect(await codeWith(partner, authorization)).toBe('token_expired')
  })

  it('states its life in integers', { meta: { rules: ['D3-06', 'D3-07', 'D3-19'] } }, async () => {
    const partner = await sandbox.partner()
    const opened = await partner.call('createSession')
    const { expiresInSeconds, access_token: token, renderAssets } = opened.body as Json
    expect(Number.isInteger(expiresInSeconds)).toBe(true)
    expect(opened.headers.get('x-token-exp-seconds')).toMatch(/^\d+$/)
    expect(Number(opened.headers.get('x-token-exp-seconds'))).toBe(expiresInSeconds)
    expect(opened.headers.get('authorization')).toBe(token)
    expect(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
    expect(renderAssets).toBe(true)
    const { headers } = await partner.login('standard@example.com')
    expect(headers.get('authorization')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
    expect(headers.get('x-token-exp-seconds')).toMatch(/^\d+$/)
  })

  it('is refused where it is not sent as Bearer', { meta: { rules: ['D3-08'] } }, async () => {
    const partner = await sandbox.partner()
    const { token } = partner
    for (const sent of [
      token,
      `Basic ${token}`,
      `Token ${token}`,
      `Bearer${token}`,
      `Bearer, ${token}`,
      `Bearer ${token} x`,
    ]) {
      expect(await codeWith(partner, sent)).toBe('token_invalid')
    }
    expect(await codeWith(partner, `Bearer ${token}`)).toBeNull()
  })
})

describe('the refresh of a token', () => {
  it(
    'begins 300 seconds before the expiry',
    { meta: { rules: ['D3-09', 'D3-13', '5-07', '8-03', '5-09'] } },
    async () => {
      const partner = await sandbox.partner()
      await sandbox.advance(3600 - 301)
      const early = await partner.call('createCart', buy)
      expect(sentTokenHeaders(early.headers)).toStrictEqual([])
      await sandbox.advance(1)
      const inWindow = await partner.call('createCart', buy)
      expect(sentTokenHeaders(inWindow.headers)).toStrictEqual([...tokenHeaders])
    },
  )

  it('carries token, seconds and session', { meta: { rules: ['D3-11', '5-08', '5-10'] } }, async () => {
    const partner = await sandbox.partner('standard@example.com')
    const { token, sessionId } = partner
    await sandbox.advance(3400)
    const { headers } = await partner.call('createCart', buy)
    expect(headers.get('x-session-id')).toBe(sessionId)
    expect(headers.get('x-token-exp-seconds')).toBe('3600')
    const fresh = headers.get('authorization') ?? ''
    expect(fresh).not.toBe(token)
    const { iat, exp, jti, ...same } = decode(token).claims
    const refreshed = decode(fresh).claims
    expect(refreshed).toStrictEqual({
      ...same,
      iat: Number(iat) + 3400,
      exp: Number(exp) + 3400,
      jti: expect.not.stringMatching(String(jti)),
    })
  })

  it('comes with errors too', { meta: { rules: ['D3-10'] } }, async () => {
    const partner = await sandbox.partner()
    const inWindow = `Bearer ${partner.token}`
    await sandbox.advance(3400)
    const headers = { authorization: inWindow }
    const path = { cartId: 'unknown', couponCode: 'SAVE10' }
    const errors = [
      await partner.call('createCart', { body: {}, headers }),
      await partner.call('createCart', { body: '{', headers }),
      await partner.call('createCart', { body: 'x', headers: { ...headers, 'content-type': 'text/plain' } }),
      await partner.call('applyCoupon', { path, headers }),
      await partner.call('getDrawdownAccount', { headers }),
      await partner.call('createCart', {
        ...buy,
        headers: { ...headers, 'x-sandbox-trigger': 'rate_limited' },
      }),
      await partner.call('createCart', {
        ...buy,
        headers: { ...headers, 'x-sandbox-trigger': 'internal_error' },
      }),
    ]
    expect(errors.map(({ status }) => status)).toStrictEqual([400, 400, 415, 404, 401, 429, 500])
    for (const error of errors) expect(sentTokenHeaders(error.headers)).toStrictEqual([...tokenHeaders])
  })

  it('leaves the old token until its own expiry', { meta: { rules: ['D3-12'] } }, async () => {
    const partner = await sandbox.partner()
    const old = `Bearer ${partner.token}`
    await sandbox.advance(3400)
    const { headers } = await partner.call('createCart', buy)
    const fresh = `Bearer ${headers.get('authorization')}`
    await sandbox.advance(199)
    expect(await codeWith(partner, old)).toBeNull()
    expect(await codeWith(partner, fresh)).toBeNull()
    await sandbox.advance(1)
    expect(await codeWith(partner, old)).toBe('token_expired')
    expect(await codeWith(partner, fresh)).toBeNull()
  })

  it('stays away outside the window', { meta: { rules: ['D3-13'] } }, async () => {
    const partner = await sandbox.partner('standard@example.com')
    const answers = [
      await partner.call('createCart', buy),
      await partner.call('createCart', { body: {} }),
      await partner.call('getWalletCard', { path: { cardId: 1 } }),
      await partner.call('createCart', { ...buy, headers: { authorization: null } }),
      await partner.call('createCart', { ...buy, headers: { authorization: 'Bearer x' } }),
    ]
    await sandbox.advance(3600)
    answers.push(await partner.call('createCart', buy))
    for (const { headers } of answers) expect(sentTokenHeaders(headers)).toStrictEqual([])
  })
})

describe('Session.renderAssets', () => {
  it('is documented as opaque', { meta: { rules: ['D3-19'] } }, () => {
    const schemas = openapiDocument.components?.['schemas'] as Record<string, { properties: Json }>
    const { renderAssets } = schemas['Session']!.properties as { renderAssets: Json }
    expect(renderAssets['type']).toBe('boolean')
    expect(renderAssets['description']).toMatch(/opaque|no meaning|do not rely|ignore/i)
  })
})
