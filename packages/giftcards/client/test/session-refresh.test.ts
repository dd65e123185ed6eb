import { describe, expect, it } from 'vitest'
import {
  respondWith,
  respondWithToken,
  bearer,
  createGate,
  emptyCart,
  jwt,
  rejectWith,
  token,
  elm,
  startScripted,
  storeOf,
  tokensShown,
} from './scripted-service.ts'

const refresh = (held: string): Response => respondWith(200, emptyCart, { authorization: held })

describe('a refreshed token', () => {
  it.each([
    ['a success', refresh(token(9))],
    ['an error', rejectWith(500, 'internal_error', 'Internal server error', { authorization: token(9) })],
    [
      'a response without sense',
      new Response('<html>', { status: 404, headers: { authorization: token(9) } }),
    ],
  ])('of %s is sent from then on', async (_what, response) => {
    const { client, service } = startScripted(({ path }, { requests }) =>
      path === '/v3/carts' && requests.length === 2 ? response : undefined,
    )
    await client.createCart().catch(() => undefined)
    await client.createCart()
    expect(tokensShown(service)).toEqual([bearer(token(1)), bearer(token(9))])
  })

  it('is read from a rejected login too', async () => {
    const { client, service } = startScripted(({ path }) =>
      path === '/v3/customers/login'
        ? rejectWith(401, 'login_failed', 'Invalid email or password', { authorization: token(9) })
        : undefined,
    )
    await expect(client.login({ customer: elm })).rejects.toThrow('login_failed')
    await client.createCart()
    expect(service.to('/v3/session')).toHaveLength(1)
    expect(tokensShown(service)).toEqual([bearer(token(9))])
  })

  it.each([
    ['issued later', { iat: 60, exp: 9 }, { iat: 50, exp: 99 }],
    ['issued together and expiring later', { iat: 50, exp: 99 }, { iat: 50, exp: 98 }],
  ])('%s wins when responses change places', async (_name, newer, older) => {
    const late = createGate()
    const { client, service } = startScripted(async ({ path }, { requests }) => {
      if (path !== '/v3/carts') return respondWithToken(jwt({ iat: 1 }))
      if (requests.length === 2) {
        await late.wait()
        return refresh(jwt(older))
      }
      return refresh(jwt(newer))
    })
    const first = client.createCart()
    await late.reached
    await client.createCart()
    late.open()
    await first
    await client.createCart()
    expect(tokensShown(service)[2]).toBe(bearer(jwt(newer)))
  })

  it('of a kind that is not known replaces the last', async () => {
    const { client, service } = startScripted(({ path }, { requests }) =>
      path === '/v3/carts' ? refresh(`opaque-${requests.length}`) : undefined,
    )
    for (let call = 0; call < 3; call++) await client.createCart()
    expect(tokensShown(service).slice(1)).toEqual(['Bearer opaque-2', 'Bearer opaque-3'])
  })

  it('of an earlier session does not undo a login', async () => {
    const late = createGate()
    const customers = jwt({ sub: 'customer', iat: 5 })
    const { client, service } = startScripted(async ({ path }, { requests }) => {
      if (path === '/v3/session') return respondWithToken(token(1))
      if (path === '/v3/customers/login') return respondWithToken(customers)
      if (requests.length > 3) return respondWith(200, emptyCart)
      await late.wait()
      return refresh(jwt({ sid: 'stranger', iat: 6 }))
    })
    const stranger = client.createCart()
    await late.reached
    await client.login({ customer: elm })
    late.open()
    await stranger
    await client.createCart()
    expect(tokensShown(service)[1]).toBe(bearer(customers))
  })

  it('older than what another client stored is left', async () => {
    const tokenStore = storeOf(token(1))
    const { client } = startScripted(
      () => {
        tokenStore.held = token(8)
        return refresh(token(7))
      },
      { tokenStore },
    )
    await client.createCart()
    expect(tokenStore.held).toBe(token(8))
  })
})
