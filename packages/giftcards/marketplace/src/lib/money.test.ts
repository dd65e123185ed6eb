import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lineCents } from './model/cart.ts'
import {
  allocate,
  formatDollars,
  parseBps,
  parseCents,
  paymentDiscountCents,
  toDollars,
  unitCostCents,
} from './money.ts'
import { sampleLine } from './samples/sample-basket.ts'

const anyCents = fc.integer({ min: 0, max: 100_000_000 })

describe('parseCents', () => {
  it.each([
    [2.34, 234],
    [0.01, 1],
    [0.29, 29],
    [1.1, 110],
    [4.35, 435],
    [1001.1, 100_110],
    [1999.99, 199_999],
    [2000, 200_000],
    [0, 0],
  ])('reads %f dollars as %i cents', { meta: { rules: ['D4-25', 'D7-01'] } }, (dollars, cents) => {
    expect(parseCents(dollars)).toBe(cents)
  })

  it.each([2.345, 0.001, 0.009, 1.005, 19.999, Number.NaN, Number.POSITIVE_INFINITY, 1e300])(
    'knows no cents for %f dollars',
    { meta: { rules: ['D4-24', 'D7-01'] } },
    (dollars) => {
      expect(parseCents(dollars)).toBeUndefined()
    },
  )

  it('accepts amounts within a millionth of a cent', { meta: { rules: ['D7-01'] } }, () => {
    expect(parseCents(0.010_000_009)).toBe(1)
    expect(parseCents(0.010_000_011)).toBeUndefined()
  })

  it('for any cents, survives JSON as a number', { meta: { rules: ['D7-01'] } }, () => {
    fc.assert(
      fc.property(anyCents, (cents) => {
        expect(parseCents(Number(JSON.stringify(toDollars(cents))))).toBe(cents)
      }),
    )
  })
})

describe('parseBps', () => {
  it.each([
    [8.5, 850],
    [12.55, 1255],
    [99.99, 9999],
    [0, 0],
  ])('reads %f percent as %i basis points', { meta: { rules: ['D4-25'] } }, (percent, bps) => {
    expect(parseBps(percent)).toBe(bps)
  })
})

describe('formatDollars', () => {
  it.each([
    [0, '0.00'],
    [5, '0.05'],
    [18_081, '180.81'],
    [100_000_000, '1000000.00'],
    [-461, '-4.61'],
  ])('writes %i cents as %s', { meta: { rules: ['D6-24'] } }, (cents, text) => {
    expect(formatDollars(cents)).toBe(text)
  })

  it('for any cents, keeps value and two decimals', { meta: { rules: ['D6-24'] } }, () => {
    fc.assert(
      fc.property(anyCents, (cents) => {
        expect(formatDollars(cents)).toMatch(/^\d+\.\d\d$/)
        expect(parseCents(Number(formatDollars(cents)))).toBe(cents)
      }),
    )
  })
})

const anyFace = fc.integer({ min: 1, max: 200_000 })
const anyPercentOff = fc.integer({ min: 0, max: 9_999 })

describe('unitCostCents', () => {
  it.each([
    [5000, 850, 4575],
    [10_000, 700, 9300],
    [744, 1650, 621],
    [1500, 1250, 1313],
    [2500, 330, 2418],
    [500, 50, 498],
    [500, 130, 494],
    [500, 470, 477],
    [3500, 450, 3343],
    [500, 830, 459],
  ])('prices %i cents at %i bps as %i', { meta: { rules: ['D7-02'] } }, (face, bps, cost) => {
    expect(unitCostCents(face, bps)).toBe(cost)
  })

  it('for any card, is whole cents within face', { meta: { rules: ['D7-02'] } }, () => {
    fc.assert(
      fc.property(anyFace, anyPercentOff, (face, bps) => {
        const cost = unitCostCents(face, bps)
        expect(Number.isSafeInteger(cost)).toBe(true)
        expect(cost).toBeGreaterThanOrEqual(0)
        expect(cost).toBeLessThanOrEqual(face)
      }),
    )
  })

  it('for any card, a higher percentage never costs more', () => {
    fc.assert(
      fc.property(anyFace, anyPercentOff, anyPercentOff, (face, a, b) => {
        expect(unitCostCents(face, Math.max(a, b))).toBeLessThanOrEqual(unitCostCents(face, Math.min(a, b)))
      }),
    )
  })
})

describe('lineCents', () => {
  it('multiplies the rounded unit cost', { meta: { rules: ['D7-03'] } }, () => {
    expect(lineCents(sampleLine({ faceValueCents: 500, percentOffBps: 50, quantity: 3 }))).toBe(1494)
  })
})

describe('paymentDiscountCents', () => {
  it.each([
    ['ACH', 18_450, 369],
    ['ACH_CREDITCARD', 18_450, 369],
    ['DRAWDOWN_ACCOUNT', 18_450, 461],
    ['CREDITCARD', 18_450, 0],
    ['STORE_CREDIT', 18_450, 0],
    ['DRAWDOWN_ACCOUNT', 9300, 233],
    ['ACH', 25, 1],
    ['ACH', 24, 0],
  ] as const)(
    '%s takes of %i cents %i',
    { meta: { rules: ['4.6-11', '4.6-12', '4.6-13', '4.6-14', '4.6-15', 'D7-05'] } },
    (method, order, discount) => {
      expect(paymentDiscountCents(order, method)).toBe(discount)
    },
  )
})

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0)

/** Weights, and a total of at most their sum, as in discounts. */
const anySplit = fc
  .array(fc.integer({ min: 0, max: 200_000 }), { minLength: 1, maxLength: 40 })
  .chain((weights) => fc.tuple(fc.integer({ min: 0, max: sum(weights) }), fc.constant(weights)))

describe('allocate', { meta: { rules: ['D7-08'] } }, () => {
  it('gives the largest remainders one more', () => {
    expect(allocate(369, [4575, 4575, 9300])).toEqual([92, 91, 186])
    expect(allocate(461, [4575, 4575, 9300])).toEqual([114, 114, 233])
  })

  it('gives ties to the earlier one', { meta: { rules: ['D5-04'] } }, () => {
    expect(allocate(2, [100, 100, 100])).toEqual([1, 1, 0])
    expect(allocate(100, [1, 1, 1])).toEqual([34, 33, 33])
  })

  it('shares nothing over nothing', () => {
    expect(allocate(0, [0, 0])).toEqual([0, 0])
    expect(allocate(0, [])).toEqual([])
  })

  it('for any weights, the shares are the total', () => {
    fc.assert(
      fc.property(anySplit, ([total, weights]) => {
        expect(sum(allocate(total, weights))).toBe(total)
      }),
    )
  })

  it('for any weights, no share exceeds its weight', () => {
    fc.assert(
      fc.property(anySplit, ([total, weights]) => {
        allocate(total, weights).forEach((share, index) => {
          expect(Number.isSafeInteger(share)).toBe(true)
          expect(share).toBeGreaterThanOrEqual(0)
          expect(share).toBeLessThanOrEqual(weights[index] ?? 0)
        })
      }),
    )
  })

  it('for any weights, shares are within one cent', () => {
    fc.assert(
      fc.property(anySplit, ([total, weights]) => {
        const whole = sum(weights) || 1
        allocate(total, weights).forEach((share, index) => {
          expect(Math.abs(share - (total * (weights[index] ?? 0)) / whole)).toBeLessThan(1 + 1e-6)
        })
      }),
    )
  })

  it('for any equal weights, earlier shares are larger', { meta: { rules: ['D5-04'] } }, () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000 }), fc.integer({ min: 1, max: 50 }), (total, count) => {
        const shares = allocate(
          total,
          Array.from({ length: count }, () => 7),
        )
        expect(shares).toEqual(shares.toSorted((a, b) => b - a))
      }),
    )
  })
})
