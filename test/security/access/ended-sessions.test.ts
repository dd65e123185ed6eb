import { changeCustomer, endSessions, setPassword, type Store } from '@giftcards/marketplace'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { claimsOf, type Partner, rememberingHasher, type Sandbox } from '@giftcards/test-harness'
import { startQuietSandbox } from '../attacks/start-quiet-sandbox.ts'

const email = 'standard@example.com'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startQuietSandbox({ SESSION_MAX_SECONDS: '7200' })
})
afterAll(() => sandbox.close())

const read = (partner: Partner) => partner.call('getDrawdownAccount')

/** The actions of an operator against a stolen session. */
const remedies: Readonly<Record<string, (store: Store) => Promise<unknown>>> = {
  'a new password': (store) =>
    setPassword({ store, passwords: rememberingHasher }, email, 'correct-horse-battery'),
  'end-sessions': (store) => endSessions(store, email),
  async 'disabling and enabling'(store) {
    await changeCustomer(store, email, { isDisabled: true })
    await changeCustomer(store, email, { isDisabled: false })
  },
}

describe('a stolen session', () => {
  it.each(Object.entries(remedies))(
    'is over after %s, and the customer logs in again',
    { meta: { rules: ['D14-30'] } },
    async (_what, remedy) => {
      await sandbox.reset()
      const thief = await sandbox.partner(email)
      const before = await read(thief)
      expect(before.code).not.toBe('token_expired')
      await remedy(sandbox.store)
      expect(await read(thief)).toMatchObject({ status: 400, code: 'token_expired' })
      const owner = await sandbox.partner(email)
      expect(await read(owner)).toMatchObject({ status: before.status })
    },
  )

  it('cannot be refreshed beyond SESSION_MAX_SECONDS', { meta: { rules: ['D14-31'] } }, async () => {
    await sandbox.reset()
    const thief = await sandbox.partner(email)
    const { iat } = claimsOf(thief.token)
    for (const [seconds, expiresAfter] of [
      [3400, 7000],
      [3400, 7200],
      [399, 7200],
    ] as const) {
      await sandbox.advance(seconds)
      expect((await read(thief)).code).not.toBe('token_expired')
      expect(claimsOf(thief.token).exp - iat).toBe(expiresAfter)
    }
    await sandbox.advance(1)
    expect(await read(thief)).toMatchObject({ status: 400, code: 'token_expired' })
  })
})
