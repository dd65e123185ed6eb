import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { subtotalCents } from '../model/cart.ts'
import { anyBasket, anyCoupon, anyMethod } from '../samples/arbitrary-basket.ts'
import { fiveOff, referenceBasket, sampleCoupon } from '../samples/sample-basket.ts'
import { priceBasket } from './price-order.ts'

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0)

type Basket = Parameters<typeof priceBasket>[0]

/** Checks the prices of baskets with any coupon and payment method. */
const forAnyBasket = (judge: (priced: ReturnType<typeof priceBasket>, lines: Basket) => void) =>
  fc.assert(
    fc.property(anyBasket, fc.option(anyCoupon), anyMethod, (lines, coupon, method) =>
      judge(priceBasket(lines, coupon, method), lines),
    ),
  )

describe('priceBasket', () => {
  it.each([
    ['no coupon', null, 'CREDITCARD', 18_450, 18_450],
    ['no coupon', null, 'STORE_CREDIT', 18_450, 18_450],
    ['no coupon', null, 'ACH', 18_450, 18_081],
    ['no coupon', null, 'ACH_CREDITCARD', 18_450, 18_081],
    ['no coupon', null, 'DRAWDOWN_ACCOUNT', 18_450, 17_989],
    ['P 10 percent', sampleCoupon(), 'CREDITCARD', 16_604, 16_604],
    ['P 10 percent', sampleCoupon(), 'ACH', 16_604, 16_272],
    ['P 10 percent', sampleCoupon(), 'DRAWDOWN_ACCOUNT', 16_604, 16_189],
    ['F 5.00', fiveOff, 'CREDITCARD', 17_950, 17_950],
    ['F 5.00', fiveOff, 'ACH', 17_950, 17_591],
  ] as const)(
    'prices the reference basket with %s by %s',
    { meta: { rules: ['D7-04', 'D7-05', 'D7-06', 'D7-07', 'D7-09'] } },
    (_, coupon, method, order, due) => {
      expect(priceBasket(referenceBasket, coupon, method)).toMatchObject({
        faceValueCents: 20_000,
        orderTotalCents: order,
        dueCents: due,
      })
    },
  )

  it.each([
    ['ACH', [92, 91, 186]],
    ['DRAWDOWN_ACCOUNT', [114, 114, 233]],
    ['CREDITCARD', [0, 0, 0]],
  ] as const)('shares the %s discount over the cards', { meta: { rules: ['D7-09'] } }, (method, shares) => {
    const { units } = priceBasket(referenceBasket, null, method)
    expect(units.map((unit) => unit.paymentShareCents)).toEqual(shares)
  })

  it('comes to nothing where a coupon pays all', () => {
    const all = sampleCoupon({ type: 'S', amount: 99_999 })
    expect(priceBasket(referenceBasket, all, 'ACH')).toMatchObject({ orderTotalCents: 0, dueCents: 0 })
  })

  it('for any basket, the shares add up exactly', { meta: { rules: ['D7-08'] } }, () => {
    forAnyBasket((priced, lines) => {
      const couponCents = subtotalCents(lines) - priced.orderTotalCents
      expect(sum(priced.units.map((unit) => unit.couponShareCents))).toBe(couponCents)
      expect(sum(priced.units.map((unit) => unit.paymentShareCents))).toBe(priced.paymentDiscountCents)
      expect(sum(priced.units.map((unit) => unit.unitCostCents))).toBe(subtotalCents(lines))
    })
  })

  it('for any basket, due never exceeds the order', { meta: { rules: ['D7-04', 'D7-06'] } }, () => {
    forAnyBasket((priced, lines) => {
      expect(priced.dueCents).toBe(priced.orderTotalCents - priced.paymentDiscountCents)
      expect(priced.dueCents).toBeGreaterThanOrEqual(0)
      expect(priced.dueCents).toBeLessThanOrEqual(priced.orderTotalCents)
      expect(priced.orderTotalCents).toBeLessThanOrEqual(subtotalCents(lines))
    })
  })

  it('for any basket, every amount is whole cents', { meta: { rules: ['D7-02'] } }, () => {
    forAnyBasket(({ units, ...totals }) => {
      const amounts = units.flatMap(({ unitCostCents, couponShareCents, paymentShareCents }) => [
        unitCostCents,
        couponShareCents,
        paymentShareCents,
      ])
      expect([...Object.values(totals), ...amounts].filter((cents) => !Number.isSafeInteger(cents))).toEqual(
        [],
      )
    })
  })

  it('for any basket, no card costs less than nothing', () => {
    forAnyBasket(({ units }) => {
      for (const unit of units) {
        expect(unit.unitCostCents).toBeLessThanOrEqual(unit.line.faceValueCents)
        expect(unit.couponShareCents).toBeGreaterThanOrEqual(0)
        expect(unit.paymentShareCents).toBeGreaterThanOrEqual(0)
        expect(unit.couponShareCents + unit.paymentShareCents).toBeLessThanOrEqual(unit.unitCostCents)
      }
    })
  })

  it('for any order of lines, the totals agree', () => {
    fc.assert(
      fc.property(anyBasket, fc.option(anyCoupon), anyMethod, fc.nat(), (lines, coupon, method, turn) => {
        const by = turn % lines.length
        const turned = [...lines.slice(by), ...lines.slice(0, by)].toReversed()
        const { units: _, ...totals } = priceBasket(lines, coupon, method)
        expect(priceBasket(turned, coupon, method)).toMatchObject(totals)
      }),
    )
  })
})
