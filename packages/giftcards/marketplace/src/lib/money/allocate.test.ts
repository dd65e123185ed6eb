import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allocate } from '../../index.ts'

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0)

/** Weights, and a total that does not exceed them: what discounts are. */
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
