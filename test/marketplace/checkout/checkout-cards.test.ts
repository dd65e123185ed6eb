import { describe, expect, it } from 'vitest'
import {
  addCards,
  type CardsCheckout,
  checkout,
  createCart,
  type CustomerCaller,
} from '@giftcards/marketplace'
import {
  buy,
  callerOf,
  cardsCheckout,
  checkoutLine,
  elite,
  physicalLine,
  refusalOf,
  sampleAddress,
  standard,
  startTime,
} from '@giftcards/marketplace/testing'
import { stockOf } from '../samples/book-entries.ts'
import { useMarketplace } from '../samples/use-marketplace.ts'

const reference = [checkoutLine({ quantity: 2 }), physicalLine]

const market = useMarketplace()
const attempt = async (caller: CustomerCaller, change: Partial<CardsCheckout>) =>
  refusalOf(await checkout(market.deps, caller, cardsCheckout(change)))

describe('checkout', () => {
  it('places an order of what was asked', { meta: { rules: ['3.2-01', '4.6-01'] } }, async () => {
    const order = await buy(market, standard, { lines: reference })
    expect(order).toMatchObject({
      id: 100_001,
      customerId: standard.customerId,
      purchasedAt: Date.parse(startTime),
      status: 'Processing',
      faceValueCents: 20_000,
      orderTotalCents: 18_450,
      dueCents: 18_081,
      coupon: null,
      shipping: sampleAddress,
      hold: 'none',
    })
    expect(order.units.every((unit) => unit.fulfilledAt === null)).toBe(true)
  })

  it('makes one card per unit', { meta: { rules: ['D7-09'] } }, async () => {
    const { units } = await buy(market, standard, { lines: reference })
    expect(
      units.map(({ id, type, unitCostCents, paymentShareCents }) => [
        id,
        type,
        unitCostCents,
        paymentShareCents,
      ]),
    ).toEqual([
      [500_001, 'ecode', 4575, 92],
      [500_002, 'ecode', 4575, 91],
      [500_003, 'physical', 9300, 186],
    ])
  })

  it('takes sold cards out of stock', { meta: { rules: ['D13-26'] } }, async () => {
    await buy(market, standard, { lines: reference })
    expect(await stockOf(market, 101)).toEqual([3, 0])
    expect(await stockOf(market, 101, { type: 'physical' })).toEqual([4, 0])
  })

  it('applies a coupon and consumes a use', { meta: { rules: ['D5-15', 'D5-16'] } }, async () => {
    const order = await buy(market, standard, { lines: reference, couponCode: ' save10' })
    expect(order).toMatchObject({ orderTotalCents: 16_604, dueCents: 16_272 })
    expect(order.coupon).toMatchObject({ coupon: { code: 'SAVE10' }, discountCents: 1846, usage: 1 })
    expect(order.units.map((unit) => unit.couponShareCents)).toEqual([458, 458, 930])
    expect((await buy(market, standard, { couponCode: 'SAVE10' })).coupon?.usage).toBe(2)
    expect((await buy(market, callerOf('elite'), { couponCode: 'SAVE10' })).coupon?.usage).toBe(1)
  })

  it('draws on ordinary stock first', { meta: { rules: ['D4-07', 'D4-08'] } }, async () => {
    const { units } = await buy(market, standard, { lines: [checkoutLine({ quantity: 7 })] })
    expect(units.map((unit) => unit.isLowRisk)).toEqual([false, false, false, false, false, true, true])
  })

  it('serves both kinds of request together', { meta: { rules: ['D4-08'] } }, async () => {
    const onlyLowRisk = checkoutLine({ onlyLowRisk: true, quantity: 3 })
    const { units } = await buy(market, standard, { lines: [checkoutLine({ quantity: 7 }), onlyLowRisk] })
    expect(units.filter((unit) => unit.isLowRisk)).toHaveLength(5)
  })

  it('uses the cards of expired carts', { meta: { rules: ['D4-31', '3.1-15'] } }, async () => {
    const { cart } = await createCart(market.deps, elite)
    await addCards(market.deps, elite, cart.id, [checkoutLine({ quantity: 10 })])
    expect(await attempt(standard, {})).toBe('cards_unavailable')
    market.clock.advance(30 * 60)
    expect(await attempt(standard, {})).toBe('done')
  })

  it('sells the last card to one of many', { meta: { rules: ['1-04', 'D4-05'] } }, async () => {
    const last = checkoutLine({ merchantId: 104, faceValueCents: 1000, percentOffBps: 500 })
    const buyers = [elite, standard, callerOf('poor'), callerOf('noProfile')]
    const outcomes = await Promise.all(buyers.map((buyer) => attempt(buyer, { lines: [last] })))
    expect(outcomes.toSorted()).toEqual([
      'cards_unavailable',
      'cards_unavailable',
      'cards_unavailable',
      'done',
    ])
  })
})
