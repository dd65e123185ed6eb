import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { subtotalCents } from '../model/cart.ts'
import { anyBasket, anyCoupon } from '../samples/arbitrary-basket.ts'
import { fiveOff, referenceBasket, sampleCoupon, sampleLine } from '../samples/sample-basket.ts'
import { couponDiscount, couponUnitShares, isLineEligible } from './coupon-discount.ts'

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0)
const northwind = sampleCoupon({ code: 'NORTHWIND15', amount: 1500, merchantIds: [101] })
const coffee = sampleLine({ id: 'line-9', merchantId: 102, faceValueCents: 500, percentOffBps: 50 })

type Given = Parameters<typeof couponDiscount>

/** Checks the discount of any coupon on any basket. */
const forAnyBasket = (
  judge: (discount: ReturnType<typeof couponDiscount>, coupon: Given[0], basket: Given[1]) => void,
) =>
  fc.assert(
    fc.property(anyCoupon, anyBasket, (coupon, basket) =>
      judge(couponDiscount(coupon, basket), coupon, basket),
    ),
  )

describe('couponDiscount', () => {
  it('takes a percentage of each unit cost', { meta: { rules: ['D5-03', 'D5-06', 'D7-09'] } }, () => {
    expect(couponDiscount(sampleCoupon(), referenceBasket)).toEqual({
      discountCents: 1846,
      lines: [
        { lineId: 'line-1', perCardDiscountCents: 458, discountCents: 916 },
        { lineId: 'line-2', perCardDiscountCents: 930, discountCents: 930 },
      ],
      warning: null,
    })
  })

  it('shares a fixed amount in proportion to cost', { meta: { rules: ['D5-04', 'D5-05', 'D7-09'] } }, () => {
    expect(couponDiscount(fiveOff, referenceBasket)).toEqual({
      discountCents: 500,
      lines: [
        { lineId: 'line-1', perCardDiscountCents: 124, discountCents: 248 },
        { lineId: 'line-2', perCardDiscountCents: 252, discountCents: 252 },
      ],
      warning: null,
    })
  })

  it('gives tied cents to the earlier unit', { meta: { rules: ['D5-04', 'D5-05'] } }, () => {
    const oneCent = sampleCoupon({ type: 'S', amount: 1 })
    const twice = [sampleLine({ id: 'a', quantity: 3 }), sampleLine({ id: 'b', isLowRisk: true })]
    expect(couponDiscount(oneCent, twice).lines).toEqual([
      { lineId: 'a', perCardDiscountCents: 0, discountCents: 1 },
    ])
  })

  it('caps an amount at the price of the cards', { meta: { rules: ['D5-02', 'D5-12'] } }, () => {
    expect(couponDiscount(fiveOff, [coffee])).toEqual({
      discountCents: 498,
      lines: [{ lineId: 'line-9', perCardDiscountCents: 498, discountCents: 498 }],
      warning: 'Coupon amount is limited to the price of the cards',
    })
  })

  it('warns of no cap where the amount just fits', { meta: { rules: ['D5-12'] } }, () => {
    const fits = sampleCoupon({ type: 'F', amount: 498 })
    expect(couponDiscount(fits, [coffee])).toMatchObject({ discountCents: 498, warning: null })
  })

  it('applies from its minimum on', { meta: { rules: ['D5-21'] } }, () => {
    const justMet = sampleCoupon({ minimumSubtotalCents: 4575 })
    expect(couponDiscount(justMet, [sampleLine()])).toMatchObject({ discountCents: 458, warning: null })
  })

  it('counts a fixed amount once per cart', { meta: { rules: ['D5-02'] } }, () => {
    expect(couponDiscount(fiveOff, [sampleLine({ quantity: 20 })]).discountCents).toBe(500)
  })

  it('discounts only its own merchants', { meta: { rules: ['4.5-07', 'D5-07', 'D5-11', 'D5-18'] } }, () => {
    expect(couponDiscount(northwind, [coffee, sampleLine()])).toEqual({
      discountCents: 686,
      lines: [{ lineId: 'line-1', perCardDiscountCents: 686, discountCents: 686 }],
      warning: 'Coupon does not apply to every card in the cart',
    })
  })

  it('discounts only its own card types', { meta: { rules: ['D5-07', 'D5-11', 'D5-19'] } }, () => {
    const physicalOnly = sampleCoupon({ cardTypes: ['physical'] })
    expect(couponDiscount(physicalOnly, referenceBasket)).toMatchObject({
      discountCents: 930,
      lines: [{ lineId: 'line-2' }],
      warning: 'Coupon does not apply to every card in the cart',
    })
  })

  it.each([
    ['no line is eligible', northwind, [coffee]],
    ['the cart is empty', sampleCoupon(), []],
    ['the minimum is missed', sampleCoupon({ minimumSubtotalCents: 4576 }), [sampleLine()]],
  ])('warns and gives nothing where %s', { meta: { rules: ['D5-13'] } }, (_, coupon, lines) => {
    expect(couponDiscount(coupon, lines)).toEqual({
      discountCents: 0,
      lines: [],
      warning: 'Coupon no longer applies to any card in the cart',
    })
  })

  it('for any basket, the lines add up', { meta: { rules: ['D5-06', 'D5-07'] } }, () => {
    forAnyBasket(({ discountCents, lines }) => {
      expect(sum(lines.map((line) => line.discountCents))).toBe(discountCents)
      expect(lines.every((line) => line.discountCents > 0)).toBe(true)
    })
  })

  it('for any basket, the units agree with their line', { meta: { rules: ['D5-04', 'D7-08'] } }, () => {
    forAnyBasket(({ lines }, coupon, basket) => {
      const discounted = new Map(lines.map((line) => [line.lineId, line]))
      const shares = couponUnitShares(coupon, basket)
      let from = 0
      for (const { id, quantity } of basket) {
        const units = shares.slice(from, (from += quantity))
        expect(sum(units)).toBe(discounted.get(id)?.discountCents ?? 0)
      }
      expect(from).toBe(shares.length)
    })
  })

  it('for any basket, stays within the eligible cards', { meta: { rules: ['D5-02'] } }, () => {
    forAnyBasket(({ discountCents, warning }, coupon, basket) => {
      const eligible = basket.filter((line) => isLineEligible(coupon, line))
      expect(discountCents).toBeLessThanOrEqual(subtotalCents(eligible))
      expect(warning === null && coupon.type !== 'P' ? discountCents : coupon.amount).toBe(coupon.amount)
    })
  })

  it('for any basket, per-card amounts round the line', { meta: { rules: ['D5-03', 'D5-05'] } }, () => {
    forAnyBasket(({ lines }, _coupon, basket) => {
      const quantities = new Map(basket.map((line) => [line.id, line.quantity]))
      for (const line of lines) {
        const exact = line.discountCents / (quantities.get(line.lineId) ?? 0)
        expect(line.perCardDiscountCents).toBe(Math.floor(exact + 0.5))
      }
    })
  })
})
