import { describe, expect, it } from 'vitest'
import {
  addCards,
  applyCoupon,
  checkout,
  createCart,
  type CustomerCaller,
  type RefusalKind,
  removeCard,
  runJobs,
} from '@giftcards/marketplace'
import {
  buy,
  callerOf,
  checkoutLine,
  elite,
  magicLine,
  physicalLine,
  refusalOf,
  sampleAddress,
  valueOf,
} from '@giftcards/marketplace/testing'
import { bookEntries, eliteAccount, stockOf } from '../samples/book-entries.ts'
import { useMarketplace } from '../samples/use-marketplace.ts'

const reference = [checkoutLine({ quantity: 2 }), physicalLine]
const market = useMarketplace()
const pay = (caller: CustomerCaller, cartId: string) =>
  checkout(market.deps, caller, { shape: 'cart', cartId, shipping: sampleAddress })

async function cartOf(caller: CustomerCaller, lines = reference): Promise<string> {
  const { cart } = await createCart(market.deps, caller)
  if (lines.length > 0) valueOf(await addCards(market.deps, caller, cart.id, lines))
  return cart.id
}

describe('checkout of a cart', () => {
  it(
    'buys the active cart and consumes it',
    { meta: { rules: ['3.1-14', '4.6-18', '4.6-21', 'D6-03', 'D9-02', 'D13-26'] } },
    async () => {
      const cartId = await cartOf(elite)
      const { order } = valueOf(await pay(elite, cartId))
      expect(order).toMatchObject({
        status: 'Processing',
        orderTotalCents: 18_450,
        dueCents: 17_989,
        payment: { method: 'DRAWDOWN_ACCOUNT', paidBy: 'drawdown' },
        shipping: sampleAddress,
      })
      expect(order.units.map((unit) => unit.paymentShareCents)).toEqual([114, 114, 233])
      expect(await stockOf(market, 101)).toEqual([3, 0])
      expect(await eliteAccount(market)).toEqual([150_000, 47_989])
      expect((await createCart(market.deps, elite)).isNew).toBe(true)
    },
  )

  it('takes the coupon of the cart along', { meta: { rules: ['D6-03', 'D5-16', 'D7-09'] } }, async () => {
    const cartId = await cartOf(elite)
    await applyCoupon(market.deps, elite, cartId, 'SAVE10')
    const { order } = valueOf(await pay(elite, cartId))
    expect(order).toMatchObject({ orderTotalCents: 16_604, dueCents: 16_189 })
    expect(order.coupon).toMatchObject({ coupon: { code: 'SAVE10' }, usage: 1 })
    expect(await market.store.read((tx) => tx.countCouponUsesBy(1, elite.customerId))).toBe(1)
  })

  it('leaves out a coupon without effect', async () => {
    const coffee = checkoutLine({ merchantId: 102, faceValueCents: 500, percentOffBps: 50 })
    const cartId = await cartOf(elite, [checkoutLine(), coffee])
    const { cart } = valueOf(await applyCoupon(market.deps, elite, cartId, 'NORTHWIND15'))
    await removeCard(market.deps, elite, cartId, cart.lines[0]?.id ?? '')
    const { order } = valueOf(await pay(elite, cartId))
    expect(order).toMatchObject({ orderTotalCents: 498, coupon: null })
    expect(await market.store.read((tx) => tx.countCouponUsesBy(4, elite.customerId))).toBe(0)
  })

  it.each<[RefusalKind, CustomerCaller, ReturnType<typeof checkoutLine>[]]>([
    ['drawdown_not_authorized', callerOf('standard'), reference],
    ['drawdown_not_authorized', callerOf('unfunded'), reference],
    ['drawdown_inactive', callerOf('inactive'), reference],
    ['customer_details_required', callerOf('noProfile'), reference],
    ['cards_unavailable', elite, []],
    ['cards_unavailable', elite, [checkoutLine(), magicLine(906)]],
    ['drawdown_insufficient', callerOf('poor'), reference],
  ])('refused for %s keeps the cart', { meta: { rules: ['D6-09'] } }, async (refusal, caller, lines) => {
    const cartId = await cartOf(caller, lines)
    const before = await bookEntries(market)
    expect(refusalOf(await pay(caller, cartId))).toBe(refusal)
    expect(await bookEntries(market)).toEqual(before)
  })

  it.each<[RefusalKind, CustomerCaller]>([
    ['drawdown_not_authorized', callerOf('standard')],
    ['drawdown_inactive', callerOf('inactive')],
    ['customer_details_required', callerOf('noProfile')],
  ])('judges %s before the cart', { meta: { rules: ['D13-13'] } }, async (refusal, caller) => {
    expect(refusalOf(await pay(caller, 'no-such-cart'))).toBe(refusal)
  })

  it('judges the cart before its cards', { meta: { rules: ['D13-14'] } }, async () => {
    const theirs = await cartOf(callerOf('standard'), [magicLine(906)])
    expect(refusalOf(await pay(elite, theirs))).toBe('cart_not_found')
    expect(refusalOf(await pay(elite, 'not-a-uuid'))).toBe('cart_not_found')
  })

  it('judges inventory before funds', { meta: { rules: ['D13-15'] } }, async () => {
    const cartId = await cartOf(callerOf('poor'), [magicLine(906), physicalLine])
    expect(refusalOf(await pay(callerOf('poor'), cartId))).toBe('cards_unavailable')
  })

  it('finds no expired cart', { meta: { rules: ['D4-30', 'D4-31'] } }, async () => {
    const cartId = await cartOf(elite)
    market.clock.advance(30 * 60)
    expect(refusalOf(await pay(elite, cartId))).toBe('cart_not_found')
  })

  it('refuses a coupon that expired in the cart', { meta: { rules: ['D5-14'] } }, async () => {
    market.clock.set('2026-01-15T23:59:00.000Z')
    const cartId = await cartOf(elite)
    valueOf(await applyCoupon(market.deps, elite, cartId, 'LASTDAY'))
    market.clock.advance(60)
    const before = await bookEntries(market)
    expect(refusalOf(await pay(elite, cartId))).toBe('coupon_expired')
    expect(await bookEntries(market)).toEqual(before)
  })

  it('spends a hold that was released meanwhile', { meta: { rules: ['D9-04'] } }, async () => {
    const poor = callerOf('poor')
    await buy(market, poor, { method: 'DRAWDOWN_ACCOUNT', lines: [magicLine(904)] })
    const cartId = await cartOf(poor, [magicLine(905)])
    expect(refusalOf(await pay(poor, cartId))).toBe('drawdown_insufficient')
    market.clock.advance(60)
    await runJobs(market.deps)
    expect(refusalOf(await pay(poor, cartId))).toBe('done')
  })

  it('buys one cart once', { meta: { rules: ['4.6-24', '8-05', 'D9-06'] } }, async () => {
    const cartId = await cartOf(elite)
    const outcomes = await Promise.all([pay(elite, cartId), pay(elite, cartId), pay(elite, cartId)])
    expect(outcomes.map(refusalOf).toSorted()).toEqual(['cart_not_found', 'cart_not_found', 'done'])
    expect(await eliteAccount(market)).toEqual([150_000, 47_989])
  })
})
