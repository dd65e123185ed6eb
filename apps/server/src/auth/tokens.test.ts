import { generateKeyPairSync } from 'node:crypto'
import { createTestClock } from '@giftcards/marketplace/testing'
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  createDemoSigningKey,
  createTokenService,
  parseSigningKey,
  parseVerificationKeys,
  tokenHeaders,
} from './tokens.ts'

const key = createDemoSigningKey()
let clock = createTestClock('2026-01-15T15:04:05.000Z')
let tokens = createTokenService(key, clock, 3600)
beforeEach(() => {
  clock = createTestClock('2026-01-15T15:04:05.000Z')
  tokens = createTokenService(key, clock, 3600)
})

const subject = { appId: 'demo-app', sessionId: '8b1f6a0e-3c52-4f6d-9a77-2d1c5e90b431', customerId: 1 }

/** A token with the right claims, changed as asked, signed with `signingKey`. */
function forge(
  change: { readonly claims?: object; readonly header?: object },
  signingKey: Parameters<SignJWT['sign']>[0] = key.privateKey,
): Promise<string> {
  const now = Math.floor(clock.now() / 1000)
  const claims = {
    iss: 'giftcards',
    aud: 'demo-app',
    sid: subject.sessionId,
    iat: now,
    exp: now + 60,
    jti: 'x',
  }
  return new SignJWT({ ...claims, ...change.claims })
    .setProtectedHeader({ alg: 'ES256', kid: key.id, ...change.header })
    .sign(signingKey)
}

/** The result of verifying a token now. */
async function verify(token: string, appId: string, service = tokens) {
  const found = await service.identify(token, appId)
  if (found === undefined) return { kind: 'invalid' }
  return service.isExpired(found) ? { kind: 'expired' } : { kind: 'valid', ...found }
}

describe('createTokenService', () => {
  it('verifies the token it issued', async () => {
    const { token, expiresInSeconds } = await tokens.issue(subject)
    expect(expiresInSeconds).toBe(3600)
    expect(await verify(token, 'demo-app')).toStrictEqual({
      kind: 'valid',
      ...subject,
      expiresAt: clock.now() + 3_600_000,
    })
  })

  it('signs with ES256 and the decided claims', { meta: { rules: ['D3-01'] } }, async () => {
    const { token } = await tokens.issue(subject)
    expect(decodeProtectedHeader(token)).toStrictEqual({ alg: 'ES256', kid: key.id })
    expect(Object.keys(decodeJwt(token)).toSorted()).toStrictEqual([
      'aud',
      'exp',
      'iat',
      'iss',
      'jti',
      'sid',
      'sub',
    ])
  })

  it('leaves the subject out before login', async () => {
    const { token } = await tokens.issue({ ...subject, customerId: null })
    expect(decodeJwt(token)).not.toHaveProperty('sub')
    expect(await verify(token, 'demo-app')).toMatchObject({ kind: 'valid', customerId: null })
  })

  it('finds a token expired at its last second', async () => {
    const { token } = await tokens.issue(subject)
    clock.advance(3599)
    expect(await verify(token, 'demo-app')).toMatchObject({ kind: 'valid' })
    clock.advance(1)
    expect(await verify(token, 'demo-app')).toStrictEqual({ kind: 'expired' })
  })

  it('refuses what it verified before to another app, and with another signature', async () => {
    const { token } = await tokens.issue(subject)
    const other = await tokens.issue(subject)
    expect(await verify(token, 'demo-app')).toMatchObject({ kind: 'valid' })
    expect(await verify(token, 'demo-app-2')).toStrictEqual({ kind: 'invalid' })
    const [header, claims] = token.split('.')
    const [, , signature] = other.token.split('.')
    const swapped = [header, claims, signature].join('.')
    expect(await verify(swapped, 'demo-app')).toStrictEqual({ kind: 'invalid' })
    expect(await verify(token, 'demo-app')).toMatchObject({ kind: 'valid' })
  })

  // What an attacker may forge is tried over HTTP, one by one.
  it('refuses what is no token, what another key signed, and claims of another issuer', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const refused = ['', 'a.b.c', await forge({}, privateKey), await forge({ claims: { iss: 'somebody' } })]
    for (const token of refused) expect(await verify(token, 'demo-app')).toStrictEqual({ kind: 'invalid' })
  })
})

describe('a token service with old keys', () => {
  const former = parseSigningKey(
    generateKeyPairSync('ec', { namedCurve: 'P-256' })
      .privateKey.export({ type: 'pkcs8', format: 'pem' })
      .toString(),
  )

  it('verifies what an old key signed, until it expires', async () => {
    const { token } = await createTokenService(former, clock, 60).issue(subject)
    const rotated = createTokenService(key, clock, 3600, [former])
    expect(await verify(token, 'demo-app')).toStrictEqual({ kind: 'invalid' })
    expect(await verify(token, 'demo-app', rotated)).toMatchObject({ kind: 'valid', customerId: 1 })
    clock.advance(60)
    expect(await verify(token, 'demo-app', rotated)).toStrictEqual({ kind: 'expired' })
  })

  it('signs with the current key only, and refuses a token that names another of its keys', async () => {
    const rotated = createTokenService(key, clock, 3600, [former])
    expect(decodeProtectedHeader((await rotated.issue(subject)).token).kid).toBe(key.id)
    const token = await forge({ header: { kid: former.id } })
    expect(await verify(token, 'demo-app', rotated)).toStrictEqual({ kind: 'invalid' })
  })
})

function pemOf(curve: string, half: 'publicKey' | 'privateKey'): string {
  const pair = generateKeyPairSync('ec', { namedCurve: curve })
  return pair[half].export({ type: half === 'publicKey' ? 'spki' : 'pkcs8', format: 'pem' }).toString()
}

describe('tokenHeaders', () => {
  it('carry the bare token, its lifetime and its session', () => {
    const issued = { token: 'a.b.c', sessionId: subject.sessionId, expiresInSeconds: 3600 }
    expect(tokenHeaders(issued)).toStrictEqual({
      authorization: 'a.b.c',
      'x-token-exp-seconds': '3600',
      'x-session-id': subject.sessionId,
    })
  })
})

describe('parseVerificationKeys', () => {
  it('reads several keys, and none', () => {
    const pems = pemOf('P-256', 'publicKey') + pemOf('P-256', 'publicKey').trim()
    expect(new Set(parseVerificationKeys(pems).map(({ id }) => id)).size).toBe(2)
    expect(parseVerificationKeys('')).toStrictEqual([])
  })

  it.each([
    ['a private key', () => pemOf('P-256', 'privateKey')],
    ['a key on another curve', () => pemOf('P-384', 'publicKey')],
    ['a key and noise', () => `${pemOf('P-256', 'publicKey')}noise`],
  ])('refuses %s', (_what, pem) => {
    expect(() => parseVerificationKeys(pem())).toThrow(/not a/)
  })
})

describe('parseSigningKey', () => {
  it('reads a P-256 key in PEM, and refuses one on another curve', () => {
    expect(parseSigningKey(pemOf('P-256', 'privateKey')).id).toMatch(/^[\w-]{16}$/)
    expect(() => parseSigningKey(pemOf('P-384', 'privateKey'))).toThrow('P-256')
  })
})
