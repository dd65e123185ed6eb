import { createPartnerClient, type PartnerClientOptions, type TokenStore } from '@giftcards/client'
import { demoPassword } from '@giftcards/server'
import { describe, expect, it } from 'vitest'
import { claimsOf } from '@giftcards/test-harness'
import { useSandbox } from '@giftcards/test-harness/vitest'
import { createObservedFetch } from './client/observed-fetch.ts'

const customer = { email: 'elite@example.com', password: demoPassword }

const sandbox = await useSandbox()

function start(options: Partial<PartnerClientOptions> = {}) {
  const observed = createObservedFetch()
  let held: string | undefined
  const tokenStore: TokenStore = { get: () => held, set: (token) => void (held = token) }
  const { fetch } = observed
  const client = createPartnerClient({
    baseUrl: sandbox.url,
    appId: 'demo-app',
    fetch,
    tokenStore,
    ...options,
  })
  return { client, observed, token: () => held ?? '' }
}

describe('a session', () => {
  it('outlives its first token while it is used', async () => {
    const { client, observed, token } = start()
    await client.login({ customer })
    const first = claimsOf(token())
    await sandbox.advance(3400)
    await client.getDrawdownAccount()
    const second = claimsOf(token())
    await sandbox.advance(3400)
    await client.getDrawdownAccount()
    expect(second).toMatchObject({ sid: first.sid, sub: first.sub, iat: first.iat + 3400 })
    expect(claimsOf(token())).toMatchObject({ sid: first.sid, iat: first.iat + 6800 })
    expect(observed.to('/v3/session')).toHaveLength(1)
  })

  it('that expired is renewed with its login', async () => {
    const { client, observed, token } = start()
    await client.login({ customer })
    const first = claimsOf(token())
    await sandbox.advance(3601)
    const [account] = await Promise.all([client.getDrawdownAccount(), client.listDrawdownTransactions()])
    expect(account).toMatchObject({ balance: 1500, isActive: true })
    expect(claimsOf(token()).sid).not.toBe(first.sid)
    expect(observed.to('/v3/session')).toHaveLength(2)
    expect(observed.to('/v3/customers/login')).toHaveLength(2)
  })
})
