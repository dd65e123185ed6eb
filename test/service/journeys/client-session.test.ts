import { createPartnerClient, type PartnerClientOptions, type TokenStore } from '@giftcards/client'
import { demoPassword } from '@giftcards/server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { claimsOf, type Sandbox, startSandbox } from '@giftcards/test-harness'
import { createObservedFetch, withTrigger } from './client/observed-fetch.ts'

const customer = { email: 'elite@example.com', password: demoPassword }

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
beforeEach(() => sandbox.reset())
afterAll(() => sandbox.close())

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
  it('is opened once by first calls in parallel', async () => {
    const { client, observed } = start()
    const carts = await Promise.all([client.createCart(), client.createCart(), client.createCart()])
    expect(observed.to('/v3/session')).toHaveLength(1)
    expect(new Set(carts.map(({ cartId }) => cartId)).size).toBe(1)
  })

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

  it('keeps the newest of tokens that come together', async () => {
    const { client, token } = start()
    await client.login({ customer })
    await sandbox.advance(3400)
    await Promise.all([client.getDrawdownAccount(), client.listDrawdownTransactions(), client.createCart()])
    await sandbox.advance(3000)
    await client.getDrawdownAccount()
    expect(claimsOf(token()).sub).toBeDefined()
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

  it('that expired is not a stranger’s without a login', async () => {
    const { client, observed } = start({ rememberLogin: false })
    await client.login({ customer })
    await sandbox.advance(3601)
    await expect(client.createCart()).rejects.toMatchObject({ status: 400, code: 'token_expired' })
    expect(observed.to('/v3/session')).toHaveLength(1)
    await client.login({ customer })
    await expect(client.getDrawdownAccount()).resolves.toMatchObject({ balance: 1500 })
  })

  it('of nobody that expired is simply another', async () => {
    const { client, observed } = start()
    const { cartId } = await client.createCart()
    await sandbox.advance(3601)
    expect((await client.createCart()).cartId).not.toBe(cartId)
    expect(observed.to('/v3/session')).toHaveLength(2)
  })

  it('is renewed where the service says so', async () => {
    const { client, observed } = start({ credentials: customer })
    await client.getDrawdownAccount()
    observed.next('/v3/customers/drawdown-account', withTrigger('token_expired'))
    await expect(client.getDrawdownAccount()).resolves.toMatchObject({ balance: 1500 })
    expect(observed.to('/v3/session')).toHaveLength(2)
  })

  it('goes on in another client with its store', async () => {
    const { client, token } = start()
    await client.login({ customer })
    const tokenStore: TokenStore = { get: token, set: () => undefined }
    const { client: other, observed } = start({ tokenStore })
    await expect(other.getDrawdownAccount()).resolves.toMatchObject({ balance: 1500 })
    expect(observed.requests).toHaveLength(1)
  })

  it('with a wrong password is refused', async () => {
    const { client } = start({ credentials: { ...customer, password: 'wrong' } })
    await expect(client.createCart()).rejects.toMatchObject({
      name: 'SessionError',
      operationId: 'createCart',
      cause: { name: 'ApiError', code: 'login_failed', operationId: 'login' },
    })
  })
})
