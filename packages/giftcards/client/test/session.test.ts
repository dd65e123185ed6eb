import { describe, expect, it } from 'vitest'
import {
  respondWith,
  bearer,
  emptyCart,
  rejectWith,
  token,
  elm,
  oak,
  startScripted,
  storeOf,
  tokensShown,
} from './scripted-service.ts'
import type { TokenStore } from '../src/token.ts'

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe('createSession', () => {
  it('opens a session when first used', async () => {
    const { client, service } = startScripted()
    expect(service.requests).toHaveLength(0)
    await client.createCart()
    await client.createCart()
    expect(service.to('/v3/session')).toHaveLength(1)
    expect(tokensShown(service)).toEqual([bearer(token(1)), bearer(token(1))])
  })

  it('opens with the application alone', async () => {
    const { client, service } = startScripted()
    await client.createCart()
    const { headers, body } = service.to('/v3/session')[0] ?? {}
    expect(headers?.get('x-cc-app')).toBe('app')
    expect(headers?.has('authorization')).toBe(false)
    expect(headers?.has('content-type')).toBe(false)
    expect(body).toBeUndefined()
  })

  it('opens one session for calls in parallel', async () => {
    const { client, service } = startScripted()
    await Promise.all(Array.from({ length: 20 }, () => client.createCart()))
    expect(service.to('/v3/session')).toHaveLength(1)
    expect(new Set(tokensShown(service))).toEqual(new Set([bearer(token(1))]))
  })

  it('opens one session where the store is slow', async () => {
    const inner = storeOf()
    const tokenStore: TokenStore = {
      get: () => turn().then(() => inner.held),
      set: async (next) => {
        await turn()
        inner.held = next
      },
    }
    const { client, service } = startScripted(undefined, { tokenStore })
    const calls = Array.from({ length: 8 }, async (_, index) => {
      for (let wait = 0; wait < index; wait++) await turn()
      await client.createCart()
    })
    await Promise.all(calls)
    expect(service.to('/v3/session')).toHaveLength(1)
  })

  it('rejects every waiting call where opening fails', async () => {
    const { client, service } = startScripted(() => rejectWith(401, 'unknown_app', 'Unauthorized'))
    const outcomes = await Promise.allSettled([client.createCart(), client.createCart(), client.createCart()])
    expect(outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason)).toEqual(
      Array.from({ length: 3 }, () =>
        expect.objectContaining({
          name: 'SessionError',
          operationId: 'createCart',
          cause: expect.objectContaining({ code: 'unknown_app', operationId: 'createSession' }),
        }),
      ),
    )
    expect(service.requests).toHaveLength(1)
  })

  it('tries again after a failed opening', async () => {
    const { client } = startScripted((_request, { requests }) =>
      requests.length === 1 ? rejectWith(401, 'unknown_app', 'Unauthorized') : undefined,
    )
    await expect(client.createCart()).rejects.toThrow('unknown_app')
    await expect(client.createCart()).resolves.toEqual(emptyCart)
  })

  it('rejects an opening without a token', async () => {
    const { client } = startScripted(({ path }) =>
      path === '/v3/session' ? respondWith(200, { sessionId: 'x' }) : undefined,
    )
    await expect(client.createCart()).rejects.toMatchObject({
      name: 'SessionError',
      cause: { message: 'The response has no session token' },
    })
  })

  it('takes the body’s token where headers are hidden', async () => {
    const { client, service } = startScripted(({ path }) =>
      path === '/v3/session' ? respondWith(200, { access_token: 'opaque' }) : undefined,
    )
    await client.createCart()
    expect(tokensShown(service)).toEqual(['Bearer opaque'])
  })

  it('starts over where it is called', async () => {
    const { client, service } = startScripted()
    await client.login({ customer: elm })
    const session = await client.createSession()
    await client.createCart()
    expect(session.access_token).toBe(token(2))
    expect(tokensShown(service)).toEqual([bearer(token(2))])
  })
})

describe('login', () => {
  it('makes the session the customer’s', async () => {
    const { client, service } = startScripted()
    const { customer } = await client.login({ customer: elm })
    await client.createCart()
    expect(customer).toEqual({})
    expect(tokensShown(service, '/v3/customers/login')).toEqual([bearer(token(1))])
    expect(tokensShown(service)).not.toEqual([bearer(token(1))])
  })

  it('happens by itself with credentials', async () => {
    const { client, service } = startScripted(undefined, { credentials: elm })
    await Promise.all([client.createCart(), client.createCart()])
    const paths = ['/v3/session', '/v3/customers/login', '/v3/carts', '/v3/carts']
    expect(service.requests.map(({ path }) => path)).toEqual(paths)
    expect(service.to('/v3/customers/login')[0]?.body).toEqual({ customer: elm })
  })

  it('shares its session with calls in parallel', async () => {
    const { client, service } = startScripted()
    await Promise.all([client.login({ customer: elm }), client.createCart(), client.createCart()])
    expect(service.to('/v3/session')).toHaveLength(1)
  })

  it('does not depend on credentials held before', async () => {
    const { client, service } = startScripted(undefined, { credentials: oak })
    await client.login({ customer: elm })
    expect(service.to('/v3/customers/login').map(({ body }) => body)).toEqual([{ customer: elm }])
  })

  it('leaves no stranger’s session where it fails', async () => {
    const { client, service } = startScripted(
      ({ path }) =>
        path === '/v3/customers/login'
          ? rejectWith(401, 'login_failed', 'Invalid email or password')
          : undefined,
      { credentials: elm },
    )
    await expect(client.createCart()).rejects.toMatchObject({
      name: 'SessionError',
      cause: { code: 'login_failed', operationId: 'login' },
    })
    await expect(client.createCart()).rejects.toMatchObject({
      name: 'SessionError',
      cause: { code: 'login_failed', operationId: 'login' },
    })
    expect(service.to('/v3/carts')).toHaveLength(0)
  })
})
