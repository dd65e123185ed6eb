import { assert, double, integer, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ceilDivide, floorDivide, leastCommonMultiple, toNumber } from './number-draft.ts'
import { decimalOf, digitsAt, isMultiple } from '../../keywords/numbers.ts'

const settings = { seed: 17 }

describe('decimal', () => {
  it('reads a number as it is written', () => {
    expect(decimalOf(0.1)).toEqual({ digits: 1n, scale: 1 })
    expect(decimalOf(-12.5e-7)).toEqual({ digits: -125n, scale: 8 })
    expect(decimalOf(3e21)).toEqual({ digits: 3_000_000_000_000_000_000_000n, scale: 0 })
  })

  it('for any number, gives it back', () => {
    assert(
      property(double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const { digits, scale } = decimalOf(value)
        expect(toNumber(digits, scale)).toBe(value === 0 ? 0 : value)
      }),
      settings,
    )
  })

  it('tells multiples by tenths and hundredths', () => {
    expect(isMultiple(decimalOf(4.35), decimalOf(0.01))).toBe(true)
    expect(isMultiple(decimalOf(4.351), decimalOf(0.01))).toBe(false)
    expect(isMultiple(decimalOf(1e308), decimalOf(1e-8))).toBe(true)
  })

  it('finds the least common multiple of different scales', () => {
    expect(leastCommonMultiple(decimalOf(0.75), decimalOf(2))).toEqual({ digits: 600n, scale: 2 })
    expect(leastCommonMultiple(decimalOf(1), decimalOf(0.123456789)).digits).toBe(123_456_789n * 10n ** 9n)
  })

  it('for any quotient, rounds down and up around it', () => {
    const divisors = integer({ min: -50, max: 50 }).filter((value) => value !== 0)
    assert(
      property(integer({ min: -1_000, max: 1_000 }), divisors, (dividend, divisor) => {
        expect(Number(floorDivide(BigInt(dividend), BigInt(divisor)))).toBeCloseTo(
          Math.floor(dividend / divisor),
        )
        expect(Number(ceilDivide(BigInt(dividend), BigInt(divisor)))).toBeCloseTo(
          Math.ceil(dividend / divisor),
        )
      }),
      settings,
    )
  })

  it('widens the scale without changing the value', () => {
    expect(digitsAt(decimalOf(0.5), 3)).toBe(500n)
  })
})
