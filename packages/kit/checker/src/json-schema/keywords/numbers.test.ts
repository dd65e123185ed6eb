import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isMultipleOf } from './numbers.ts'

describe('isMultipleOf', () => {
  it('reads decimals as they are written', () => {
    expect(isMultipleOf(0.3, 0.1)).toBe(true)
    expect(isMultipleOf(19.99, 0.01)).toBe(true)
    expect(isMultipleOf(-4.35, 0.01)).toBe(true)
    expect(isMultipleOf(19.995, 0.01)).toBe(false)
    expect(isMultipleOf(0.0075, 0.0001)).toBe(true)
    expect(isMultipleOf(0.00751, 0.0001)).toBe(false)
  })

  it('is exact for large and small numbers', () => {
    expect(isMultipleOf(1e308, 0.5)).toBe(true)
    expect(isMultipleOf(1e20, 3)).toBe(false)
    expect(isMultipleOf(1e-7, 1e-8)).toBe(true)
    expect(isMultipleOf(12_391_239_123, 1e-8)).toBe(true)
  })

  it('takes zero for a multiple of everything', () => {
    expect([0, -0].map((zero) => isMultipleOf(zero, 0.7))).toEqual([true, true])
  })

  it('takes infinity for a multiple of nothing', () => {
    expect(isMultipleOf(Infinity, 1)).toBe(false)
  })

  it('for any count of hundredths, sees a multiple of 0.01', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), (count) => {
        expect(isMultipleOf(count / 100, 0.01)).toBe(true)
        expect(isMultipleOf((count * 10 + 5) / 1000, 0.01)).toBe(false)
      }),
      { seed: 3, numRuns: 500 },
    )
  })
})
