import { describe, expect, it } from 'vitest'
import {
  respondWith,
  bearer,
  emptyCart,
  token,
  elm,
  startScripted,
  storeOf,
  tokensShown,
  jwt,
} from './scripted-service.ts'
import { createMemoryTokenStore, type TokenStore, readTokenClaims, isNewerToken } from '../src/token.ts'

describe('createMemoryTokenStore', () => {
  it('keeps what was set last', () => {
    const store = createMemoryTokenStore()
    expect(store.get()).toBeUndefined()
    void store.set('a')
    expect(store.get()).toBe('a')
    void store.set(undefined)
    expect(store.get()).toBeUndefined()
  })
})

describe('TokenStore', () => {
  it.each([undefined, null, ''])('that holds %o makes a session be opened', async (nothing) => {
    const tokenStore: TokenStore = { get: () => nothing, set: () => undefined }
    const { client, service } = startScripted(undefined, { tokenStore })
    await client.createCart()
    expect(tokensShown(service)).toEqual([bearer(token(1))])
  })

  it('that holds a token spares the session', async () => {
    const { client, service } = startScripted(undefined, { tokenStore: storeOf('held') })
    await client.createCart()
    expect(service.requests.map(({ path }) => path)).toEqual(['/v3/carts'])
    expect(tokensShown(service)).toEqual(['Bearer held'])
  })

  it('may respond with promises', async () => {
    const inner = storeOf()
    const tokenStore: TokenStore = {
      get: () => Promise.resolve(inner.held),
      set: (next) => Promise.resolve(inner.set(next)),
    }
    const { client } = startScripted(undefined, { tokenStore })
    await client.login({ customer: elm })
    expect(inner.held).toContain('.')
  })

  it('may respond with promises of another library', async () => {
    // oxlint-disable-next-line unicorn/no-thenable -- Promises of other libraries are such.
    const foreign = { then: (resolve: (held: string) => void) => resolve('held') } as Promise<string>
    const { client, service } = startScripted(undefined, {
      tokenStore: { get: () => foreign, set: () => undefined },
    })
    await client.createCart()
    expect(tokensShown(service)).toEqual(['Bearer held'])
  })

  it('that is slow has a new token before the call has its response', async () => {
    const inner = storeOf('held')
    const tokenStore: TokenStore = {
      get: () => inner.held,
      set: async (next) => {
        await new Promise((resolve) => setImmediate(resolve))
        inner.held = next
      },
    }
    const { client } = startScripted(() => respondWith(200, emptyCart, { authorization: token(9) }), {
      tokenStore,
    })
    await client.createCart()
    expect(inner.held).toBe(token(9))
  })

  it('whose get fails rejects the call', async () => {
    const failure = new Error('disk is gone')
    const tokenStore: TokenStore = { get: () => Promise.reject(failure), set: () => undefined }
    const { client, service } = startScripted(undefined, { tokenStore })
    await expect(client.createCart()).rejects.toMatchObject({ name: 'SessionError', cause: failure })
    expect(service.requests).toHaveLength(0)
  })

  it('whose set fails rejects the opening', async () => {
    const failure = new Error('disk is full')
    const tokenStore: TokenStore = {
      get: () => undefined,
      set: () => {
        throw failure
      },
    }
    const { client } = startScripted(undefined, { tokenStore })
    await expect(client.createCart()).rejects.toMatchObject({ name: 'SessionError', cause: failure })
    await expect(client.createSession()).rejects.toMatchObject({ name: 'SessionError', cause: failure })
  })

  it('whose set fails at a refresh rejects the next call', async () => {
    const failure = new Error('disk is full')
    const tokenStore: TokenStore = { get: () => 'held', set: () => Promise.reject(failure) }
    const { client, service } = startScripted(
      () => respondWith(200, emptyCart, { authorization: token(9) }),
      {
        tokenStore,
      },
    )
    await expect(client.createCart()).resolves.toEqual(emptyCart)
    await expect(client.createCart()).rejects.toMatchObject({ name: 'SessionError', cause: failure })
    expect(service.requests).toHaveLength(1)
    await expect(client.createCart()).resolves.toEqual(emptyCart)
  })
})

describe('readTokenClaims', () => {
  it('reads the claims of a JWT', () => {
    expect(readTokenClaims(jwt({ iat: 1, exp: 2, sub: 's' }))).toEqual({ iat: 1, exp: 2, sub: 's' })
  })

  it('reads the letters that URLs need', () => {
    const claims = { sub: '>>>???~~~', note: 'ü' }
    expect(jwt(claims)).toMatch(/[-_]/)
    expect(readTokenClaims(jwt(claims)).sub).toBe('>>>???~~~')
  })

  it.each(['', 'opaque', 'a.b.c', 'a.bnVsbA.c'])('reads none of %o', (held) => {
    expect(readTokenClaims(held)).toEqual({})
  })
})

describe('isNewerToken', () => {
  it.each([
    ['issued later', { iat: 2, exp: 1 }, { iat: 1, exp: 2 }, true],
    ['issued earlier', { iat: 1, exp: 2 }, { iat: 2, exp: 1 }, false],
    ['expiring later', { iat: 1, exp: 2 }, { iat: 1, exp: 1 }, true],
    ['expiring earlier', { iat: 1, exp: 1 }, { iat: 1, exp: 2 }, false],
    ['the same', { iat: 1, exp: 1 }, { iat: 1, exp: 1 }, true],
    ['with an expiry only, earlier', { exp: 1 }, { exp: 2 }, false],
    ['without claims', {}, { iat: 9 }, true],
    ['with claims of another kind', { iat: 'soon' }, { iat: 9 }, true],
  ])('of a token %s', (_name, claims, stored, isNewer) => {
    expect(isNewerToken(jwt(claims), jwt(stored))).toBe(isNewer)
  })

  it.each(['', 'opaque', 'a.b.c', 'a.bnVsbA.c'])('takes %o for the newest', (held) => {
    expect(isNewerToken(held, jwt({ iat: 9 }))).toBe(true)
  })
})
