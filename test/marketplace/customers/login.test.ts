import { beforeEach, describe, expect, it } from 'vitest'
import { addCards, applyCoupon, createCart, login } from '@giftcards/marketplace'
import {
  anonymous,
  callerOf,
  checkoutLine,
  refusalOf,
  samplePassword,
  valueOf,
} from '@giftcards/marketplace/testing'
import { stockOf } from '../samples/book-entries.ts'
import { useMarketplace } from '../samples/use-marketplace.ts'

const minute = 60
const market = useMarketplace()
const attempt = (change: Partial<Parameters<typeof login>[2]> = {}, caller = anonymous) =>
  login(market.deps, caller, { email: 'standard@example.com', password: samplePassword, ...change })
const fail = (email = 'standard@example.com', caller = anonymous) =>
  attempt({ email, password: 'wrong' }, caller)
/** A caller with another session and address. */
const elsewhere = (number: number) => ({
  ...anonymous,
  sessionId: `session-${number}`,
  ip: `198.51.100.${number}`,
})
/** Sends wrong passwords, each from a new address, and returns the outcomes. */
async function guess(count: number, email = 'standard@example.com') {
  const kinds = []
  for (let number = 1; number <= count; number += 1)
    kinds.push(refusalOf(await fail(email, elsewhere(number))))
  return kinds
}

const hashOf = (customerId: number) =>
  market.store.read(async (tx) => (await tx.findCustomer(customerId))?.passwordHash)

describe('login', () => {
  it('identifies the customer by an email in any case, trimmed', async () => {
    const customer = valueOf(await attempt({ email: ' Standard@Example.COM ' }))
    expect(customer).toMatchObject({ id: 5, email: 'standard@example.com', isElite: false })
  })

  it.each([
    ['a wrong password', { password: 'wrong' }],
    ['an unknown email', { email: 'nobody@example.com' }],
    ['a disabled account', { email: 'locked@example.com' }],
  ])('refuses %s alike', async (_, change) => {
    expect(await attempt(change)).toEqual({ kind: 'refused', refusal: { kind: 'login_failed' } })
  })

  it('hashes for unknown emails too', { meta: { rules: ['D3-16'] } }, async () => {
    await attempt({ email: 'nobody@example.com' })
    expect(market.hashesVerified).toEqual([undefined])
  })
})

describe('login with an outdated hash', () => {
  const [outdated, current] = [`old hash of ${samplePassword}`, `hash of ${samplePassword}`]
  beforeEach(() =>
    market.store.transaction(async (tx) => {
      for (const { id, passwordHash } of await tx.listCustomers())
        await tx.replacePasswordHash(id, passwordHash, outdated)
    }),
  )

  it('replaces the hash', async () => {
    expect(valueOf(await attempt()).id).toBe(5)
    expect(await hashOf(5)).toBe(current)
    expect(valueOf(await attempt()).id).toBe(5)
  })

  it('replaces no hash after a refusal', async () => {
    await fail()
    expect(refusalOf(await attempt({ email: 'locked@example.com' }))).toBe('login_failed')
    const customers = await market.store.read((tx) => tx.listCustomers())
    expect(new Set(customers.map(({ passwordHash }) => passwordHash))).toStrictEqual(new Set([outdated]))
  })

  it('keeps a password that changed meanwhile', async () => {
    const hash = async (password: string): Promise<string> => {
      await market.store.transaction((tx) => tx.replacePasswordHash(5, outdated, 'hash of another'))
      return `hash of ${password}`
    }
    const deps = { ...market.deps, passwords: { ...market.deps.passwords, hash } }
    const credentials = { email: 'standard@example.com', password: samplePassword }
    expect(refusalOf(await login(deps, anonymous, credentials))).toBe('done')
    expect(await hashOf(5)).toBe('hash of another')
  })
})

describe('login throttle', () => {
  it('forgets failures of a clock since set back', async () => {
    for (let count = 0; count < 5; count += 1) await fail()
    market.clock.advance(-365 * 24 * 60 * minute)
    expect(refusalOf(await attempt())).toBe('done')
  })

  it('refuses a sixth attempt after five failures', { meta: { rules: ['D3-17'] } }, async () => {
    for (let count = 0; count < 5; count += 1) expect(refusalOf(await fail())).toBe('login_failed')
    expect(await attempt()).toEqual({
      kind: 'refused',
      refusal: { kind: 'login_throttled', retryAfterSeconds: 15 * minute },
    })
    expect(refusalOf(await attempt({ email: 'elite@example.com' }))).toBe('done')
  })

  it('keeps nobody out by guesses from other addresses', { meta: { rules: ['D3-17'] } }, async () => {
    expect(new Set(await guess(40))).toStrictEqual(new Set(['login_failed']))
    expect(refusalOf(await attempt())).toBe('done')
  })

  it('bounds the guesses of all addresses together', { meta: { rules: ['D3-20'] } }, async () => {
    const kinds = await guess(52)
    expect(kinds.lastIndexOf('login_failed')).toBe(49)
    expect(await attempt()).toMatchObject({
      refusal: { kind: 'login_throttled', retryAfterSeconds: 60 * minute },
    })
    market.clock.advance(60 * minute)
    expect(refusalOf(await attempt())).toBe('done')
  })

  it.each([
    ['an address that has logged in', { ...anonymous, sessionId: 'another' }],
    ['a session that has logged in', { ...anonymous, ip: '192.0.2.77' }],
    ['a token of the account', { ...callerOf('standard'), sessionId: 'of-a-token', ip: '192.0.2.77' }],
  ])('lets %s in whatever others guess', { meta: { rules: ['D3-20'] } }, async (_, known) => {
    expect(refusalOf(await attempt())).toBe('done')
    await guess(60)
    expect(refusalOf(await attempt({}, elsewhere(61)))).toBe('login_throttled')
    expect(refusalOf(await attempt({}, known))).toBe('done')
    expect(refusalOf(await attempt({ email: 'nobody@example.com' }, known))).toBe('login_failed')
  })

  it(
    'lets a known session in where others guess at its address',
    { meta: { rules: ['D3-20'] } },
    async () => {
      await attempt()
      for (let count = 0; count < 5; count += 1)
        await fail('standard@example.com', { ...anonymous, sessionId: 'guesser' })
      expect(refusalOf(await attempt({}, { ...anonymous, sessionId: 'guesser' }))).toBe('login_throttled')
      expect(refusalOf(await attempt())).toBe('done')
    },
  )

  it('limits the failures of a known session too', { meta: { rules: ['D3-17'] } }, async () => {
    await attempt()
    for (let count = 0; count < 5; count += 1) expect(refusalOf(await fail())).toBe('login_failed')
    expect(refusalOf(await attempt())).toBe('login_throttled')
  })

  it('forgets after a day that an address has logged in', async () => {
    await attempt()
    market.clock.advance(24 * 60 * minute)
    await guess(50)
    expect(refusalOf(await attempt({}, { ...anonymous, sessionId: 'another' }))).toBe('login_throttled')
  })

  it('throttles unknown emails alike', { meta: { rules: ['D3-17'] } }, async () => {
    for (let count = 0; count < 5; count += 1) await fail('nobody@example.com')
    expect(refusalOf(await fail('nobody@example.com'))).toBe('login_throttled')
  })

  it('verifies no password while it refuses', async () => {
    for (let count = 0; count < 5; count += 1) await fail()
    await attempt()
    expect(market.hashesVerified).toHaveLength(5)
  })

  it('forgets a failure after 15 minutes', { meta: { rules: ['D3-17'] } }, async () => {
    await fail()
    market.clock.advance(minute)
    for (let count = 0; count < 4; count += 1) await fail()
    market.clock.advance(14 * minute - 0.5)
    expect(await attempt()).toMatchObject({ refusal: { kind: 'login_throttled', retryAfterSeconds: 1 } })
    market.clock.advance(0.5)
    expect(refusalOf(await attempt())).toBe('done')
  })

  it('lets no parallel guesses slip through', { meta: { rules: ['D3-17'] } }, async () => {
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => fail()))
    expect(outcomes.map(refusalOf).filter((kind) => kind === 'login_failed')).toHaveLength(5)
    const late = await Promise.all(
      Array.from({ length: 5 }, () => fail('elite@example.com')).concat(
        attempt({ email: 'elite@example.com' }),
      ),
    )
    expect(late.map(refusalOf).at(-1)).toBe('login_throttled')
  })

  it('refuses an eleventh attempt of one address', { meta: { rules: ['D3-18'] } }, async () => {
    for (let count = 0; count < 10; count += 1) {
      expect(refusalOf(await attempt({ email: `nobody-${count}@example.com` }))).toBe('login_failed')
      market.clock.advance(1)
    }
    expect(await attempt()).toMatchObject({ refusal: { kind: 'login_throttled', retryAfterSeconds: 50 } })
    expect(refusalOf(await attempt({}, { ...anonymous, ip: '192.0.2.2' }))).toBe('done')
    market.clock.advance(50)
    expect(refusalOf(await attempt())).toBe('done')
  })

  it('lets ten parallel logins of one address in', { meta: { rules: ['D3-18'] } }, async () => {
    const outcomes = await Promise.all(Array.from({ length: 11 }, () => attempt()))
    expect(outcomes.map(refusalOf).toSorted()).toEqual([...Array(10).fill('done'), 'login_throttled'])
  })
})

describe('the cart at login', () => {
  const wanted = [checkoutLine({ quantity: 2 })]

  it('goes over to an account without one', { meta: { rules: ['1-01', 'D4-34'] } }, async () => {
    const { cart } = await createCart(market.deps, anonymous)
    await addCards(market.deps, anonymous, cart.id, wanted)
    await applyCoupon(market.deps, anonymous, cart.id, 'SAVE10')
    await attempt()
    const adopted = await createCart(market.deps, callerOf('standard'))
    expect(adopted).toMatchObject({
      isNew: false,
      cart: { id: cart.id, lines: [{ quantity: 2 }], coupon: { discountCents: 916 } },
    })
    expect(refusalOf(await addCards(market.deps, anonymous, cart.id, wanted))).toBe('cart_not_found')
    expect((await createCart(market.deps, anonymous)).isNew).toBe(true)
  })

  it('is released where the account has one', { meta: { rules: ['D4-35', '3.1-01'] } }, async () => {
    const own = await createCart(market.deps, callerOf('standard'))
    const { cart } = await createCart(market.deps, anonymous)
    await addCards(market.deps, anonymous, cart.id, wanted)
    await attempt()
    expect((await createCart(market.deps, callerOf('standard'))).cart.id).toBe(own.cart.id)
    expect(await stockOf(market, 101)).toEqual([5, 0])
  })

  it('replaces an expired one of the account', { meta: { rules: ['D4-34', 'D4-29'] } }, async () => {
    const own = await createCart(market.deps, callerOf('standard'))
    await addCards(market.deps, callerOf('standard'), own.cart.id, wanted)
    market.clock.advance(30 * minute)
    const { cart } = await createCart(market.deps, anonymous)
    await attempt()
    expect((await createCart(market.deps, callerOf('standard'))).cart.id).toBe(cart.id)
    expect(await stockOf(market, 101)).toEqual([5, 0])
  })

  it('is not adopted once it expired', { meta: { rules: ['D4-29', 'D4-31'] } }, async () => {
    const { cart } = await createCart(market.deps, anonymous)
    await addCards(market.deps, anonymous, cart.id, wanted)
    market.clock.advance(30 * minute)
    await attempt()
    expect(await stockOf(market, 101)).toEqual([5, 0])
    expect((await createCart(market.deps, callerOf('standard'))).isNew).toBe(true)
  })

  it('stays where it is after a failure', async () => {
    const { cart } = await createCart(market.deps, anonymous)
    await attempt({ password: 'wrong' })
    expect((await createCart(market.deps, anonymous)).cart.id).toBe(cart.id)
  })
})
