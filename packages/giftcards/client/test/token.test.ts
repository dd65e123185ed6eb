import { describe, expect, it } from 'vitest'
import {
  respondWith,
  bearer,
  emptyCart,
  token,
  startScripted,
  storeOf,
  tokensShown,
  jwt,
} from './scripted-service.ts'
import { type TokenStore, readTokenClaims, isNewerToken } from '../src/token.ts'

const failure = new Error('disk is full')
const fail = () => Promise.reject(failure)
const doNothing = () => undefined
const refresh = () => respondWith(200, emptyCart, { authorization: token(9) })

describe('TokenStore', () => {
  it.each([undefined, null, ''])('that holds %o makes a session be opened', async (nothing) => {
    const tokenStore: TokenStore = { get: () => nothing, set: () => undefined }
    const { client, service } = startScripted(undefined, { tokenStore })
    await client.createCart()
    expect(tokensShown(service)).toEqual([bearer(token(1))])
  })

  it.each([
    ['a token', 'held'],
    ['a promise of one', Promise.resolve('held')],
    // oxlint-disable-next-line unicorn/no-thenable -- Promises of other libraries are such.
    ['a promise of another library', { then: (resolve: (held: string) => void) => resolve('held') }],
  ])('that holds %s spares the session', async (_what, held) => {
    const tokenStore = { get: () => held as string, set: () => undefined }
    const { client, service } = startScripted(undefined, { tokenStore })
    await client.createCart()
    expect(service.requests.map(({ path }) => path)).toEqual(['/v3/carts'])
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
    const { client } = startScripted(refresh, { tokenStore })
    await client.createCart()
    expect(inner.held).toBe(token(9))
  })

  it.each<[string, TokenStore]>([
    ['get', { get: fail, set: doNothing }],
    ['set', { get: doNothing, set: fail }],
  ])('whose %s fails rejects the call', async (_method, tokenStore) => {
    const { client } = startScripted(undefined, { tokenStore })
    await expect(client.createCart()).rejects.toMatchObject({ name: 'SessionError', cause: failure })
  })

  it('whose set fails at a refresh rejects the next call', async () => {
    const { client, service } = startScripted(refresh, { tokenStore: { get: () => 'held', set: fail } })
    await expect(client.createCart()).resolves.toEqual(emptyCart)
    await expect(client.createCart()).rejects.toMatchObject({ name: 'SessionError', cause: failure })
    expect(service.requests).toHaveLength(1)
    await expect(client.createCart()).resolves.toEqual(emptyCart)
  })
})

describe('readTokenClaims', () => {
  it('reads the claims of a JWT, with the letters that URLs need', () => {
    const claims = { iat: 1, exp: 2, sub: '>>>???~~~', note: 'ü' }
    expect(jwt(claims)).toMatch(/[-_]/)
    expect(readTokenClaims(jwt(claims))).toMatchObject({ iat: 1, exp: 2, sub: '>>>???~~~' })
  })

  it.each(['', 'opaque', 'a.b.c', 'a.bnVsbA.c'])('reads none of %o, the newest token', (held) => {
    expect(readTokenClaims(held)).toEqual({})
    expect(isNewerToken(held, jwt({ iat: 9 }))).toBe(true)
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
})
