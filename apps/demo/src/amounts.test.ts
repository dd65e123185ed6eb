import { describe, expect, it } from 'vitest'
import { countOf, priceOf, toDollars } from './amounts.ts'

describe('toDollars', () => {
  it.each([
    [5, '$5.00'],
    ['161.89', '$161.89'],
    [-18.46, '-$18.46'],
    [2000, '$2,000.00'],
  ])('writes %s as %s', (amount, text) => {
    expect(toDollars(amount)).toBe(text)
  })
})

describe('priceOf', () => {
  it('adds up in cents', () => {
    const lines = [
      { cost: 0.1, quantity: 1 },
      { cost: 0.2, quantity: 1 },
      { cost: 45.75, quantity: 2 },
    ]
    expect(priceOf(lines)).toBe(9180)
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
