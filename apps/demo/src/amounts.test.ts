import { describe, expect, it } from 'vitest'
import { countOf, priceOf, toDollars } from './amounts.ts'

describe('toDollars', () => {
  it('writes two decimals', () => {
    expect([toDollars(5), toDollars('161.89'), toDollars(-18.46)]).toStrictEqual([
      '$5.00',
      '$161.89',
      '-$18.46',
    ])
  })
})

describe('priceOf', () => {
  it('adds up in cents', () => {
    const lines = [
      { cost: 0.1, quantity: 1 },
      { cost: 0.2, quantity: 1 },
      { cost: 45.75, quantity: 2 },
    ]
    expect(priceOf(lines)).toBe(91.8)
  })
})

describe('countOf', () => {
  it('tells one from many', () => {
    expect([countOf(0, 'card'), countOf(1, 'card'), countOf(2, 'card')]).toStrictEqual([
      '0 cards',
      '1 card',
      '2 cards',
    ])
  })
})
