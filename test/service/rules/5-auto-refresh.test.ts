import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bearer, claimsOf, everyCall, type Sandbox, startSandbox } from '@giftcards/test-harness'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
beforeEach(() => sandbox.reset())
afterAll(() => sandbox.close())

const buy = { body: { action: 'buy' } }
const noToken = { status: 400, messages: ['no Authorization token was found'] }
const callsWithToken = everyCall.filter(([id]) => id !== 'createSession')

describe('the auto-refresh', () => {
  it.each(callsWithToken)(
    'brings %s a new token near the expiry',
    { meta: { rules: ['5-07', '5-08', '8-03'] } },
    async (id, call) => {
      const partner = await sandbox.partner('elite@example.com')
      const old = claimsOf(partner.token)
      await sandbox.advance(3300)
      const { headers } = await partner.call(id, call)
      const { exp, iat, sid, sub } = claimsOf(headers.get('authorization') ?? '')
      expect({ sid, sub }).toEqual({ sid: old.sid, sub: old.sub })
      expect(exp - old.exp).toBe(3300)
      expect(headers.get('x-token-exp-seconds')).toBe(String(exp - iat))
    },
  )

  it.each(callsWithToken)(
    'leaves %s alone far from the expiry',
    { meta: { rules: ['5-09', '8-03'] } },
    async (id, call) => {
      const partner = await sandbox.partner('elite@example.com')
      const answers = [await partner.call(id, call)]
      await sandbox.advance(3299)
      answers.push(await partner.call(id, call))
      const names = ['authorization', 'x-token-exp-seconds', 'x-session-id']
      expect(answers.map(({ headers }) => names.filter((name) => headers.has(name)))).toEqual([[], []])
      await sandbox.advance(1)
      const { headers } = await partner.call(id, call)
      expect(names.filter((name) => headers.has(name))).toEqual(names)
    },
  )

  it('keeps a heeding client in its session', { meta: { rules: ['5-10'] } }, async () => {
    const partner = await sandbox.partner('elite@example.com')
    const [first, { sessionId }] = [partner.token, partner]
    await sandbox.advance(3400)
    await partner.want('getDrawdownAccount', 200)
    expect(partner.token).not.toBe(first)
    await sandbox.advance(3200)
    await partner.want('getDrawdownAccount', 200)
    expect(partner.sessionId).toBe(sessionId)
    const late = await partner.call('getDrawdownAccount', { headers: bearer(first) })
    expect(late).toMatchObject(noToken)
  })

  it('is lost on an ignoring client', { meta: { rules: ['5-11', '5-14'] } }, async () => {
    const partner = await sandbox.partner()
    const headers = bearer(partner.token)
    const { sessionId } = partner
    await sandbox.advance(3400)
    expect((await partner.call('createCart', { ...buy, headers })).headers.get('authorization')).toMatch(/./)
    await sandbox.advance(199)
    expect(await partner.call('createCart', { ...buy, headers })).toMatchObject({ status: 200 })
    await sandbox.advance(1)
    expect(await partner.call('createCart', { ...buy, headers })).toMatchObject(noToken)
    const session = await partner.want('createSession', 200)
    expect(session.sessionId).not.toBe(sessionId)
    expect(await partner.call('createCart', buy)).toMatchObject({ status: 201 })
  })
})
