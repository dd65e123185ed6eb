import { describe, expect, it } from 'vitest'
import { bearer } from '@giftcards/test-harness'
import { useSandbox } from '@giftcards/test-harness/vitest'

const sandbox = await useSandbox()

const buy = { body: { action: 'buy' } }
const noToken = { status: 400, messages: ['no Authorization token was found'] }

describe('the auto-refresh', () => {
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
