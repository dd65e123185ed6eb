import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatDollars, parseBps, parseCents, toDollars } from '../../index.ts'

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

  it('accepts what is within a millionth of a cent', { meta: { rules: ['D7-01'] } }, () => {
    expect(parseCents(0.010_000_009)).toBe(1)
    expect(parseCents(0.010_000_011)).toBeUndefined()
  })

  it('for any cents, reads what toDollars wrote', () => {
    fc.assert(
      fc.property(anyCents, (cents) => {
        expect(parseCents(toDollars(cents))).toBe(cents)
      }),
    )
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
