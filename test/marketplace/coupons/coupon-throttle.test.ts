import { describe, expect, it } from 'vitest'
import {
  addCards,
  applyCoupon,
  type Caller,
  checkout,
  createCart,
  removeCoupon,
} from '@giftcards/marketplace'
import {
  anonymous,
  buy,
  cardsCheckout,
  checkoutLine,
  elite,
  refusalOf,
  standard,
  valueOf,
} from '@giftcards/marketplace/testing'
import { bookEntries } from '../samples/book-entries.ts'
import { useMarketplace } from '../samples/use-marketplace.ts'

const minute = 60
const throttled = { kind: 'refused', refusal: { kind: 'coupon_throttled', retryAfterSeconds: 15 * minute } }
const market = useMarketplace()

/** Applies a code to the caller's cart, which contains a card. */
async function attempt(code: string, caller: Caller = standard) {
  const { cart, isNew } = await createCart(market.deps, caller)
  if (isNew) valueOf(await addCards(market.deps, caller, cart.id, [checkoutLine()]))
  return applyCoupon(market.deps, caller, cart.id, code)
}

async function guess(times: number, caller: Caller = standard): Promise<void> {
  for (let count = 0; count < times; count += 1)
    expect(refusalOf(await attempt(`GUESS${count}`, caller))).toBe('coupon_not_found')
}

const checkoutWith = (couponCode: string, caller = standard) =>
  checkout(market.deps, caller, cardsCheckout({ couponCode }))

describe('the coupon throttle', () => {
  it('refuses every code after 20 unknown ones', { meta: { rules: ['D10-10'] } }, async () => {
    await guess(20)
    for (const code of ['GUESS20', 'SAVE10', 'EXPIRED']) expect(await attempt(code)).toEqual(throttled)
    expect(refusalOf(await attempt('SAVE10', elite))).toBe('done')
  })

  it('allows the right code after 19', async () => {
    await guess(19)
    expect(refusalOf(await attempt('SAVE10'))).toBe('done')
  })

  it('counts carts and checkouts together', { meta: { rules: ['D10-10'] } }, async () => {
    await guess(10)
    for (let count = 0; count < 10; count += 1)
      expect(refusalOf(await checkoutWith('NOPE'))).toBe('coupon_not_found')
    expect(await attempt('SAVE10')).toEqual(throttled)
    expect(await checkoutWith('SAVE10')).toEqual({ ...throttled, isReplay: false })
  })

  it('forgets a code after 15 minutes', { meta: { rules: ['D10-10'] } }, async () => {
    await guess(1)
    market.clock.advance(minute)
    await guess(19)
    market.clock.advance(14 * minute - 0.5)
    expect(await attempt('SAVE10')).toMatchObject({ refusal: { retryAfterSeconds: 1 } })
    market.clock.advance(0.5)
    await guess(1)
    expect(await attempt('SAVE10')).toMatchObject({ refusal: { retryAfterSeconds: minute } })
  })

  it('forgets codes of a clock since set back', async () => {
    await guess(20)
    market.clock.advance(-24 * 60 * minute)
    expect(refusalOf(await attempt('SAVE10'))).toBe('done')
  })

  it('counts by address without a login', { meta: { rules: ['D10-11'] } }, async () => {
    await guess(20, anonymous)
    const another = { ...anonymous, sessionId: 'another' }
    expect(await attempt('SAVE10', another)).toEqual(throttled)
    expect(refusalOf(await attempt('SAVE10', { ...another, ip: '192.0.2.2' }))).toBe('done')
    expect(refusalOf(await attempt('SAVE10', standard))).toBe('done')
  })

  it('counts by account in any session, from any address', { meta: { rules: ['D10-10'] } }, async () => {
    await guess(20)
    expect(await attempt('SAVE10', { ...standard, sessionId: 'another', ip: '192.0.2.2' })).toEqual(throttled)
  })

  it('does not count a known code', { meta: { rules: ['D10-12'] } }, async () => {
    for (let count = 0; count < 25; count += 1) {
      expect(refusalOf(await attempt('EXPIRED'))).toBe('coupon_expired')
      expect(refusalOf(await checkoutWith('USEDUP'))).toBe('coupon_used_up')
    }
    const { cart } = await createCart(market.deps, standard)
    for (let count = 0; count < 25; count += 1) {
      expect(refusalOf(await attempt('SAVE10'))).toBe('done')
      await removeCoupon(market.deps, standard, cart.id, 'SAVE10')
    }
    await attempt('FIVEOFF')
    for (let count = 0; count < 25; count += 1)
      expect(refusalOf(await attempt('NOPE'))).toBe('coupon_already_applied')
    expect(refusalOf(await checkoutWith('SAVE10'))).toBe('done')
  })

  it('tells nothing of an applied coupon', async () => {
    await attempt('SAVE10')
    for (let count = 0; count < 20; count += 1) await checkoutWith('NOPE')
    expect(await attempt('SAVE10')).toEqual(throttled)
    expect(await attempt('NOPE')).toEqual(throttled)
  })

  it('hinders nothing that names no code', { meta: { rules: ['D10-13'] } }, async () => {
    await attempt('SAVE10')
    for (let count = 0; count < 20; count += 1) await checkoutWith('NOPE')
    const { cart } = await createCart(market.deps, standard)
    expect(refusalOf(await addCards(market.deps, standard, cart.id, [checkoutLine()]))).toBe('done')
    expect(refusalOf(await removeCoupon(market.deps, standard, cart.id, 'SAVE10'))).toBe('done')
    await buy(market, standard)
  })

  it('is judged after the owner of the cart', async () => {
    await guess(20)
    const { cart } = await createCart(market.deps, elite)
    expect(refusalOf(await applyCoupon(market.deps, standard, cart.id, 'SAVE10'))).toBe('cart_not_found')
  })

  it('is judged before stock, after the payment method', async () => {
    await guess(20)
    const soldOut = cardsCheckout({ lines: [checkoutLine({ quantity: 100 })], couponCode: 'SAVE10' })
    expect(refusalOf(await checkout(market.deps, standard, soldOut))).toBe('coupon_throttled')
    const unknownMethod = { ...soldOut, method: 'CASH' }
    expect(refusalOf(await checkout(market.deps, standard, unknownMethod))).toBe('payment_method_invalid')
  })

  it('keeps nothing for an Idempotency-Key', async () => {
    await guess(20)
    const request = cardsCheckout({ couponCode: 'SAVE10' })
    const key = { key: 'key-1', fingerprint: 'one' }
    expect(refusalOf(await checkout(market.deps, standard, request, key))).toBe('coupon_throttled')
    market.clock.advance(15 * minute)
    expect(await checkout(market.deps, standard, request, key)).toMatchObject({
      kind: 'done',
      isReplay: false,
    })
  })

  it('leaves books and cart as they were', async () => {
    await attempt('EXPIRED')
    const before = await bookEntries(market)
    market.clock.advance(minute)
    await guess(19)
    await checkoutWith('NOPE')
    await attempt('SAVE10')
    await checkoutWith('SAVE10')
    expect(await bookEntries(market)).toEqual(before)
  })

  it('lets no parallel guesses slip through', { meta: { rules: ['D10-10'] } }, async () => {
    await attempt('EXPIRED')
    const codes = Array.from({ length: 24 }, (_, count) => `GUESS${count}`)
    const outcomes = await Promise.all([...codes, 'SAVE10'].map((code) => attempt(code)))
    const kinds = outcomes.map(refusalOf)
    expect(kinds.filter((kind) => kind === 'coupon_not_found')).toHaveLength(20)
    expect(kinds.at(-1)).toBe('coupon_throttled')
  })
})
