import { describe, expect, it } from 'vitest'
import {
  addCards,
  applyCoupon,
  type Caller,
  createCart,
  type RefusalKind,
  removeCoupon,
} from '@giftcards/marketplace'
import {
  anonymous,
  buy,
  checkoutLine,
  elite,
  physicalLine,
  refusalOf,
  standard,
  valueOf,
} from '@giftcards/marketplace/testing'
import { bookEntries } from '../samples/book-entries.ts'
import { useMarketplace } from '../samples/use-marketplace.ts'

const reference = [checkoutLine({ quantity: 2 }), physicalLine]
const market = useMarketplace()

/** Creates a cart of a caller with these cards. */
async function cartWith(caller: Caller = standard, lines = reference): Promise<string> {
  const { cart } = await createCart(market.deps, caller)
  if (lines.length > 0) valueOf(await addCards(market.deps, caller, cart.id, lines))
  return cart.id
}

describe('applyCoupon', () => {
  it('fills the coupon of the cart', { meta: { rules: ['3.1-09'] } }, async () => {
    const { cart } = valueOf(await applyCoupon(market.deps, standard, await cartWith(), 'SAVE10'))
    expect(cart).toMatchObject({
      coupon: { coupon: { code: 'SAVE10' }, discountCents: 1846, usage: 1 },
      warning: null,
    })
    expect(cart.coupon?.lines.map((line) => line.lineId)).toEqual(cart.lines.map((line) => line.id))
  })

  it('reads codes in any case, trimmed', { meta: { rules: ['D5-09'] } }, async () => {
    const { cart } = valueOf(await applyCoupon(market.deps, standard, await cartWith(), '  save10 '))
    expect(cart.coupon?.coupon.code).toBe('SAVE10')
  })

  // `toUpperCase` converts these to ASCII letters.
  it.each(['\u017Fave10', 'f\u0131veoff', '\uFB01veoff'])(
    'takes no other letters for ASCII: %s',
    async (code) => {
      expect(refusalOf(await applyCoupon(market.deps, standard, await cartWith(), code))).toBe(
        'coupon_not_found',
      )
    },
  )

  it.each(['SAVE10', 'save10', 'FIVEOFF', 'NOPE'])(
    'refuses a second coupon: %s',
    { meta: { rules: ['3.1-10', '4.5-06', '8-02', 'D5-08'] } },
    async (code) => {
      const id = await cartWith()
      await applyCoupon(market.deps, standard, id, 'SAVE10')
      const before = await bookEntries(market)
      expect(refusalOf(await applyCoupon(market.deps, standard, id, code))).toBe('coupon_already_applied')
      expect(await bookEntries(market)).toEqual(before)
    },
  )

  it.each<[string, RefusalKind | 'done', Caller]>([
    ['NOPE', 'coupon_not_found', standard],
    ['EXPIRED', 'coupon_expired', standard],
    ['FUTURE', 'coupon_not_yet_active', standard],
    ['USEDUP', 'coupon_used_up', standard],
    ['ELITE5', 'coupon_not_eligible', standard],
    ['ELITE5', 'coupon_not_eligible', anonymous],
    ['ELITE5', 'done', elite],
  ])('judges %s: %s', { meta: { rules: ['4.5-08', 'D5-20'] } }, async (code, outcome, caller) => {
    expect(refusalOf(await applyCoupon(market.deps, caller, await cartWith(caller), code))).toBe(outcome)
  })

  it('counts one use on an anonymous cart', { meta: { rules: ['D13-20'] } }, async () => {
    const { cart } = valueOf(await applyCoupon(market.deps, anonymous, await cartWith(anonymous), 'SAVE10'))
    expect(cart.coupon?.usage).toBe(1)
  })

  it('refuses a cart with nothing eligible', { meta: { rules: ['4.5-07', 'D13-19'] } }, async () => {
    const coffee = checkoutLine({ merchantId: 102, faceValueCents: 500, percentOffBps: 50 })
    const id = await cartWith(standard, [coffee])
    expect(refusalOf(await applyCoupon(market.deps, standard, id, 'NORTHWIND15'))).toBe('coupon_not_eligible')
  })

  it('refuses an empty cart', { meta: { rules: ['D13-19'] } }, async () => {
    const id = await cartWith(standard, [])
    expect(refusalOf(await applyCoupon(market.deps, standard, id, 'SAVE10'))).toBe('coupon_not_eligible')
  })

  it('refuses a cart below its minimum', { meta: { rules: ['D5-21'] } }, async () => {
    const small = await cartWith(standard, [checkoutLine({ quantity: 2 })])
    expect(refusalOf(await applyCoupon(market.deps, standard, small, 'LARGE'))).toBe('coupon_not_eligible')
    const justEnough = await cartWith(elite, [physicalLine])
    expect(refusalOf(await applyCoupon(market.deps, elite, justEnough, 'LARGE'))).toBe('done')
  })

  it('is valid through its last day', { meta: { rules: ['D5-14'] } }, async () => {
    market.clock.set('2026-01-15T23:59:59.999Z')
    const id = await cartWith()
    expect(refusalOf(await applyCoupon(market.deps, standard, id, 'LASTDAY'))).toBe('done')
    await removeCoupon(market.deps, standard, id, 'LASTDAY')
    market.clock.set('2026-01-16T00:00:00.000Z')
    expect(refusalOf(await applyCoupon(market.deps, standard, id, 'LASTDAY'))).toBe('coupon_expired')
  })

  it('counts the uses of the account', { meta: { rules: ['D5-15', 'D5-16', '2.5-08'] } }, async () => {
    await buy(market, standard, { couponCode: 'SAVE10' })
    await buy(market, elite, { couponCode: 'SAVE10' })
    const { cart } = valueOf(await applyCoupon(market.deps, standard, await cartWith(), 'SAVE10'))
    expect(cart.coupon?.usage).toBe(2)
  })

  it('refuses an account that has used it', { meta: { rules: ['D5-22'] } }, async () => {
    await buy(market, standard, { couponCode: 'ONCE' })
    expect(refusalOf(await applyCoupon(market.deps, standard, await cartWith(), 'ONCE'))).toBe(
      'coupon_used_up',
    )
    expect(refusalOf(await applyCoupon(market.deps, elite, await cartWith(elite), 'ONCE'))).toBe('done')
  })

  it('refuses when all uses are spent', { meta: { rules: ['D5-23'] } }, async () => {
    await buy(market, standard, { couponCode: 'TWICE' })
    await buy(market, elite, { couponCode: 'TWICE' })
    expect(refusalOf(await applyCoupon(market.deps, standard, await cartWith(), 'TWICE'))).toBe(
      'coupon_used_up',
    )
  })
})

describe('removeCoupon', () => {
  it('takes the coupon off the cart', { meta: { rules: ['3.1-11'] } }, async () => {
    const id = await cartWith()
    await applyCoupon(market.deps, standard, id, 'SAVE10')
    const { cart } = valueOf(await removeCoupon(market.deps, standard, id, ' save10'))
    expect(cart).toMatchObject({ coupon: null, warning: null, lines: [{ quantity: 2 }, { quantity: 1 }] })
  })

  it('makes room for another coupon', { meta: { rules: ['4.5-06'] } }, async () => {
    const id = await cartWith()
    await applyCoupon(market.deps, standard, id, 'SAVE10')
    await removeCoupon(market.deps, standard, id, 'SAVE10')
    expect(refusalOf(await applyCoupon(market.deps, standard, id, 'FIVEOFF'))).toBe('done')
  })

  it('refuses what is not applied', { meta: { rules: ['3.1-12'] } }, async () => {
    const id = await cartWith()
    expect(refusalOf(await removeCoupon(market.deps, standard, id, 'SAVE10'))).toBe('coupon_not_applied')
    await applyCoupon(market.deps, standard, id, 'PROMO20')
    expect(refusalOf(await removeCoupon(market.deps, standard, id, 'SAVE10'))).toBe('coupon_not_applied')
  })
})
