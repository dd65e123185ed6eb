import { assert, integer, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addCents, formatDollars, toCents } from '../src/index.ts'

describe('toCents', () => {
  it.each([
    [12.34, 1234],
    ['12.34', 1234],
    ['12.3', 1230],
    ['0', 0],
    [0.1 + 0.2, 30],
    [-4.61, -461],
    ['-0.5', -50],
    [1.005e3, 100500],
  ])('converts %o', (dollars, cents) => {
    expect(toCents(dollars)).toBe(cents)
  })

  it.each([1.005, NaN, Infinity, '', '1.234', '1,000', ' 1', '1e3', 'x', 1e20])('rejects %o', (dollars) => {
    expect(() => toCents(dollars)).toThrow(RangeError)
  })

  it('for any amount reads its own output', () => {
    assert(
      property(integer({ min: -1e12, max: 1e12 }), (cents) => {
        expect(toCents(cents / 100)).toBe(cents)
        expect(toCents((cents / 100).toFixed(2))).toBe(cents)
      }),
      { seed: 20_261_124 },
    )
  })
})

describe('addCents', () => {
  it('adds exactly', () => {
    expect(addCents(toCents('0.10'), toCents(0.2))).toBe(30)
    expect(addCents()).toBe(0)
  })
})

describe('formatDollars', () => {
  it('writes dollars for people', () => {
    expect(formatDollars(toCents('123456.78'))).toBe('$123,456.78')
    expect(formatDollars(toCents(-0.5))).toBe('-$0.50')
  })
})
