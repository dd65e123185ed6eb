import { createHook } from 'node:async_hooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Exchange, type Partner, type Sandbox, startSandbox } from '@giftcards/test-harness'

const rightPassword = 'correct-horse-battery'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())
beforeEach(() => sandbox.reset())

const tryLogin = (partner: Partner, email: string, password = 'wrong'): Promise<Exchange> =>
  partner.call('login', { body: { customer: { email, password } } })

describe('login', () => {
  it('answers the customer without a token', { meta: { rules: ['D3-14', 'D3-15'] } }, async () => {
    const partner = await sandbox.partner()
    const elite = await tryLogin(partner, 'elite@example.com', rightPassword)
    expect(elite.body).toStrictEqual({
      customer: {
        id: expect.any(Number),
        email: 'elite@example.com',
        firstname: 'Erin',
        lastname: 'Elm',
        isElite: true,
      },
    })
    const standard = await tryLogin(partner, 'Standard@Example.com', rightPassword)
    expect(standard.body).toMatchObject({ customer: { email: 'standard@example.com', isElite: false } })
    for (const { headers, text } of [elite, standard]) {
      expect(headers.get('authorization')).toMatch(/^ey/)
      expect(text).not.toContain(headers.get('authorization'))
      expect(text).not.toMatch(/eyJ|token/i)
    }
  })

  it('hashes a password for an unknown email too', { meta: { rules: ['D3-16'] } }, async () => {
    const partner = await sandbox.partner()
    // Passwords that no earlier try has used: the sandbox of the tests remembers verdicts.
    const known = await listHashes(() => tryLogin(partner, 'elite@example.com', 'wrong, of a customer'))
    const unknown = await listHashes(() => tryLogin(partner, 'nobody@example.com', 'wrong, of nobody'))
    // argon2id, and scrypt for a hash that is older: which of them a customer has makes no difference.
    expect([known, unknown]).toStrictEqual([['ARGON2REQUEST', 'SCRYPTREQUEST'], known])
  })

  it('stops a sixth try after five failures', { meta: { rules: ['D3-17'] } }, async () => {
    const partner = await sandbox.partner()
    const email = 'standard@example.com'
    for (let failure = 1; failure <= 5; failure += 1) {
      expect((await tryLogin(partner, failure % 2 === 0 ? email : email.toUpperCase())).status).toBe(401)
    }
    const right = await tryLogin(partner, email, rightPassword)
    expect([right.status, right.code]).toStrictEqual([429, 'rate_limited'])
    expect(right.headers.get('retry-after')).toBe(String(15 * 60))
    expect((await tryLogin(partner, 'elite@example.com', rightPassword)).status).toBe(200)
    await sandbox.advance(15 * 60 - 1)
    expect((await tryLogin(partner, email, rightPassword)).status).toBe(429)
    await sandbox.advance(1)
    expect((await tryLogin(partner, email, rightPassword)).status).toBe(200)
  })

  it('stops an eleventh try from one address', { meta: { rules: ['D3-18'] } }, async () => {
    const partner = await sandbox.partner()
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      const known = attempt % 2 === 0
      const email = known ? 'elite@example.com' : `nobody-${attempt}@example.com`
      expect((await tryLogin(partner, email, rightPassword)).status).toBe(known ? 200 : 401)
    }
    const stopped = await tryLogin(await sandbox.partner(), 'standard@example.com', rightPassword)
    expect([stopped.status, stopped.code, stopped.headers.get('retry-after')]).toStrictEqual([
      429,
      'rate_limited',
      '60',
    ])
    await sandbox.advance(60)
    expect((await tryLogin(partner, 'standard@example.com', rightPassword)).status).toBe(200)
  })
})

/** The password hashes that this process computes meanwhile. */
async function listHashes(work: () => Promise<Exchange>): Promise<readonly string[]> {
  const hashes: string[] = []
  const hook = createHook({
    init(_id, type) {
      if (/^(?:ARGON2|SCRYPT)REQUEST$/.test(type)) hashes.push(type)
    },
  })
  hook.enable()
  try {
    expect((await work()).status).toBe(401)
  } finally {
    hook.disable()
  }
  return hashes.toSorted()
}
