import { generateKeyPairSync } from 'node:crypto'
import { createTestClock } from '@giftcards/marketplace/testing'
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { createDemoSigningKey, createTokenService, parseSigningKey, parseVerificationKeys } from './tokens.ts'

const key = createDemoSigningKey()
const clock = createTestClock('2026-01-15T15:04:05.000Z')
const subject = {
  appId: 'demo-app',
  sessionId: '8b1f6a0e-3c52-4f6d-9a77-2d1c5e90b431',
  login: { customerId: 1, generation: 0, at: clock.now() },
}
const limits = { tokenTtlSeconds: 3600, sessionMaxSeconds: 86_400 }

// Forged tokens and key rotation are tested over HTTP.
describe('createTokenService', () => {
  it('rejects a verified token of another app or signature', async () => {
    const tokens = createTokenService(key, clock, limits)
    const { token } = await tokens.issue(subject)
    const other = await tokens.issue(subject)
    const found = { ...subject, expiresAt: clock.now() + 3_600_000 }
    expect(await tokens.identify(token, 'demo-app')).toStrictEqual(found)
    expect(await tokens.identify(token, 'demo-app-2')).toBeUndefined()
    const [header, claims] = token.split('.')
    const [, , signature] = other.token.split('.')
    expect(await tokens.identify([header, claims, signature].join('.'), 'demo-app')).toBeUndefined()
    expect(await tokens.identify(token, 'demo-app')).toStrictEqual(found)
  })

  it('refreshes a token until its session is over', { meta: { rules: ['D14-31'] } }, async () => {
    const own = createTestClock('2026-01-15T15:04:05.000Z')
    const tokens = createTokenService(key, own, { tokenTtlSeconds: 3600, sessionMaxSeconds: 5000 })
    const issued = async () => {
      const { token, expiresInSeconds } = await tokens.issue(subject)
      const verified = await tokens.identify(token, 'demo-app')
      if (verified === undefined) throw new Error('A token of this service is unknown to it')
      return { verified, expiresInSeconds }
    }
    const first = await issued()
    expect([first.expiresInSeconds, tokens.isToRefresh(first.verified)]).toStrictEqual([3600, false])
    own.advance(3400)
    expect(tokens.isToRefresh(first.verified)).toBe(true)
    const second = await issued()
    expect(second.expiresInSeconds).toBe(1600)
    own.advance(1500)
    expect([tokens.isExpired(second.verified), tokens.isToRefresh(second.verified)]).toStrictEqual([
      false,
      false,
    ])
    own.advance(100)
    expect(tokens.isExpired(second.verified)).toBe(true)
  })

  it('signs with the current key only, and refuses a token that names another of its keys', async () => {
    const former = parseSigningKey(pemOf('P-256', 'privateKey'))
    const tokens = createTokenService(key, clock, limits, [former])
    const { token } = await tokens.issue(subject)
    expect(decodeProtectedHeader(token).kid).toBe(key.id)
    expect(await tokens.identify(token, 'demo-app')).toMatchObject(subject)
    const forged = await new SignJWT(decodeJwt(token))
      .setProtectedHeader({ alg: 'ES256', kid: former.id })
      .sign(key.privateKey)
    expect(await tokens.identify(forged, 'demo-app')).toBeUndefined()
  })
})

function pemOf(curve: string, half: 'publicKey' | 'privateKey'): string {
  const pair = generateKeyPairSync('ec', { namedCurve: curve })
  return pair[half].export({ type: half === 'publicKey' ? 'spki' : 'pkcs8', format: 'pem' }).toString()
}

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
