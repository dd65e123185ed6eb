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
  it('opens a session when first used, with the application alone', async () => {
    const { client, service } = startScripted()
    expect(service.requests).toHaveLength(0)
    await client.createCart()
    await client.createCart()
    expect(tokensShown(service)).toEqual([bearer(token(1)), bearer(token(1))])
    const [opening, ...more] = service.to('/v3/session')
    expect(more).toEqual([])
    expect(opening?.body).toBeUndefined()
    const sent = ['x-cc-app', 'authorization', 'content-type'].map((name) => opening?.headers.get(name))
    expect(sent).toEqual(['app', null, null])
  })

  it('opens one session for calls in parallel, also where the store is slow', async () => {
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

  it('rejects every waiting call where opening fails, and then tries again', async () => {
    const { client, service } = startScripted((_request, { requests }) =>
      requests.length === 1 ? rejectWith(401, 'unknown_app', 'Unauthorized') : undefined,
    )
    const failure = {
      name: 'SessionError',
      operationId: 'createCart',
      cause: { code: 'unknown_app', operationId: 'createSession' },
    }
    const outcomes = await Promise.allSettled([client.createCart(), client.createCart()])
    expect(outcomes).toMatchObject([{ reason: failure }, { reason: failure }])
    expect(service.requests).toHaveLength(1)
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

  it('rejects a success that is no JSON as unexpected', async () => {
    const { client } = startScripted(({ path }) =>
      path === '/v3/session' ? new Response('<p>Welcome</p>') : undefined,
    )
    const unexpected = { name: 'UnexpectedResponseError', operationId: 'createSession', status: 200 }
    await expect(client.createSession()).rejects.toMatchObject(unexpected)
    await expect(client.createCart()).rejects.toMatchObject({ name: 'SessionError', cause: unexpected })
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

  it('shares its session with parallel calls, despite earlier credentials', async () => {
    const { client, service } = startScripted(undefined, { credentials: oak })
    await client.login({ customer: elm })
    expect(service.to('/v3/customers/login').map(({ body }) => body)).toEqual([{ customer: elm }])
    const other = startScripted()
    await Promise.all([other.client.login({ customer: elm }), other.client.createCart()])
    expect(other.service.to('/v3/session')).toHaveLength(1)
  })

  it('leaves no stranger’s session where it fails', async () => {
    const { client, service } = startScripted(
      ({ path }) =>
        path === '/v3/customers/login'
          ? rejectWith(401, 'login_failed', 'Invalid email or password')
          : undefined,
      { credentials: elm },
    )
    const failure = { name: 'SessionError', cause: { code: 'login_failed', operationId: 'login' } }
    await expect(client.createCart()).rejects.toMatchObject(failure)
    await expect(client.createCart()).rejects.toMatchObject(failure)
    expect(service.to('/v3/carts')).toHaveLength(0)
  })
})
