import { describe, expect, it } from 'vitest'
import type { PartnerClientOptions } from '../src/index.ts'
import {
  createGate,
  emptyCart,
  jwt,
  rejectToken,
  rejectWith,
  type ScriptedService,
  type SentRequest,
  token,
  elm,
  oak,
  startScripted,
  storeOf,
} from './scripted-service.ts'

/** Rejects a request while its token is over. */
const rejectWhere =
  (isOver: (held: string) => boolean) =>
  ({ path, headers }: SentRequest): Response | undefined =>
    path !== '/v3/session' && isOver(headers.get('authorization') ?? '') ? rejectToken() : undefined

const stored = jwt({ iat: 0, sid: 'stored' })
const customers = jwt({ iat: 0, sub: 'customer' })
const rejectStored = rejectWhere((held) => held.endsWith(stored))
const rejectCustomers = rejectWhere((held) => held.endsWith(customers))

/** Rejects the login of oak, and refreshes the token. */
function rejectOak({ body }: SentRequest): Response | undefined {
  const { customer } = Object(body) as { customer?: { email: string } }
  return customer?.email === oak.email
    ? rejectWith(401, 'login_failed', 'Invalid email or password', { authorization: token(9) })
    : undefined
}

describe('a rejected token', () => {
  it('is replaced by that of a new session', async () => {
    const tokenStore = storeOf(stored)
    const { client, service } = startScripted(rejectStored, { tokenStore })
    await expect(client.createCart()).resolves.toEqual(emptyCart)
    expect(service.requests.map(({ path }) => path)).toEqual(['/v3/carts', '/v3/session', '/v3/carts'])
    expect(tokenStore.held).toBe(token(1))
  })

  it('is replaced once for calls in parallel', async () => {
    const { client, service } = startScripted(rejectStored, { tokenStore: storeOf(stored) })
    await Promise.all(Array.from({ length: 10 }, () => client.createCart()))
    expect(service.to('/v3/session')).toHaveLength(1)
    expect(service.to('/v3/carts')).toHaveLength(20)
  })

  it('is replaced once where rejections come late', async () => {
    const late = createGate()
    const { client, service } = startScripted(
      async (request, all) => {
        if (request.path === '/v3/carts' && all.requests.length === 1) await late.wait()
        return rejectStored(request)
      },
      { tokenStore: storeOf(stored) },
    )
    const first = client.createCart()
    await late.reached
    await client.createCart()
    late.open()
    await first
    expect(service.to('/v3/session')).toHaveLength(1)
  })

  it('that is rejected anew rejects the call', async () => {
    const { client, service } = startScripted(rejectWhere(() => true))
    await expect(client.createCart()).rejects.toMatchObject({ code: 'token_expired', retryable: false })
    expect(service.to('/v3/carts')).toHaveLength(2)
    expect(service.to('/v3/session')).toHaveLength(2)
  })

  it.each([
    [400, 'token_invalid', 'Another text', 3],
    [400, 'validation_error', 'no Authorization token was found', 1],
    [500, 'token_expired', 'no Authorization token was found', 1],
  ])('is recognized by status and code, not by its message: %i %s', async (status, code, message, sent) => {
    const { client, service } = startScripted(
      (_request, { requests }) => (requests.length === 1 ? rejectWith(status, code, message) : undefined),
      { tokenStore: storeOf(stored) },
    )
    await client.createCart().catch(() => undefined)
    expect(service.requests).toHaveLength(sent)
  })
})

/** A client whose tokens are over from `expire` on, until a session is opened. */
function startExpiring(options: Partial<PartnerClientOptions> = {}) {
  let isOver = false
  const { client, service } = startScripted(({ path }) => {
    if (path === '/v3/session') isOver = false
    return isOver ? rejectToken() : undefined
  }, options)
  return { client, service, expire: () => void (isOver = true) }
}

/** The customers that were logged in, in order. */
const loginsOf = (service: ScriptedService) => service.to('/v3/customers/login').map(({ body }) => body)

describe('a rejected stranger', () => {
  it('logs in only the requested customer', async () => {
    const { client, service } = startScripted(rejectStored, {
      tokenStore: storeOf(stored),
      credentials: oak,
    })
    await client.login({ customer: elm })
    expect(loginsOf(service)).toEqual([{ customer: elm }, { customer: elm }])
  })
})

describe('a rejected customer', () => {
  it('is logged in again with the client’s credentials', async () => {
    const { client, service } = startScripted(rejectCustomers, {
      tokenStore: storeOf(customers),
      credentials: elm,
    })
    await Promise.all([client.createCart(), client.createCart()])
    expect(service.to('/v3/session')).toHaveLength(1)
    expect(loginsOf(service)).toEqual([{ customer: elm }])
  })

  it('is logged in again despite later changes of the input', async () => {
    const { client, service, expire } = startExpiring()
    const customer = { ...oak }
    await client.login({ customer })
    customer.password = ''
    expire()
    await client.createCart()
    expect(loginsOf(service)).toEqual([{ customer: oak }, { customer: oak }])
  })

  it('is not logged in as another customer', async () => {
    const { client, service } = startScripted(
      ({ path }) => (path === '/v3/carts' ? rejectToken() : undefined),
      { rememberLogin: false, credentials: elm },
    )
    await client.login({ customer: oak })
    await expect(client.createCart()).rejects.toMatchObject({ code: 'token_expired' })
    expect(loginsOf(service)).toEqual([{ customer: oak }])
  })

  it('is forgotten by createSession', async () => {
    const { client, service, expire } = startExpiring()
    await client.login({ customer: oak })
    await client.createSession()
    expire()
    await client.createCart()
    expect(loginsOf(service)).toHaveLength(1)
    expect(service.to('/v3/session')).toHaveLength(3)
  })

  it('does not become a stranger without credentials', async () => {
    const { client, service } = startScripted(rejectCustomers, { tokenStore: storeOf(customers) })
    await expect(client.createCart()).rejects.toMatchObject({ status: 400, code: 'token_expired' })
    await expect(client.createCart()).rejects.toMatchObject({ status: 400, code: 'token_expired' })
    expect(service.to('/v3/session')).toHaveLength(0)
  })

  it('with a token of another kind does not either', async () => {
    const { client, service } = startScripted(
      ({ path }, { requests }) => {
        if (path === '/v3/customers/login')
          return Response.json({ customer: {} }, { headers: { authorization: 'opaque' } })
        return path === '/v3/carts' && requests.length === 3 ? rejectToken() : undefined
      },
      { rememberLogin: false },
    )
    await client.login({ customer: elm })
    await expect(client.createCart()).rejects.toMatchObject({ code: 'token_expired' })
    expect(service.to('/v3/session')).toHaveLength(1)
  })

  it('comes back by logging in, not by trying', async () => {
    const { client, service } = startScripted((request) => rejectCustomers(request) ?? rejectOak(request), {
      tokenStore: storeOf(customers),
    })
    await expect(client.login({ customer: oak })).rejects.toThrow('login_failed')
    await expect(client.createCart()).rejects.toThrow('token_expired')
    await client.login({ customer: elm })
    await expect(client.createCart()).resolves.toEqual(emptyCart)
    expect(service.to('/v3/session')).toHaveLength(2)
  })

  it('comes back although the old password is over', async () => {
    const { client } = startScripted((request) => rejectCustomers(request) ?? rejectOak(request), {
      tokenStore: storeOf(customers),
      credentials: oak,
    })
    await expect(client.createCart()).rejects.toThrow('login_failed')
    await client.login({ customer: elm })
    await expect(client.createCart()).resolves.toEqual(emptyCart)
  })

  it('goes on where another call has logged in', async () => {
    const late = createGate()
    const { client } = startScripted(
      async (request, service) => {
        if (request.path === '/v3/carts' && service.requests.length === 1) await late.wait()
        return rejectCustomers(request)
      },
      { tokenStore: storeOf(customers), rememberLogin: false },
    )
    const waiting = client.createCart()
    await late.reached
    await client.login({ customer: elm })
    late.open()
    await expect(waiting).resolves.toEqual(emptyCart)
  })
})
