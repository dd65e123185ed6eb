import { describe, expect, it } from 'vitest'
import { formatChange, formatMoney } from './money.ts'

describe('formatMoney', () => {
  it.each([
    [0, '$0.00'],
    [0.05, '$0.05'],
    [1234.5, '$1,234.50'],
    [1_000_000, '$1,000,000.00'],
    [-179.89, '−$179.89'],
    [-0.001, '$0.00'],
    ['180.81', '$180.81'],
    ['1234567.00', '$1,234,567.00'],
  ])('shows %s exactly', (dollars, text) => {
    expect(formatMoney(dollars)).toBe(text)
  })

  it('for any cents, shows just these', () => {
    const cents = Array.from({ length: 20_000 }, (_, index) => index * 7919)
    const wrong = cents.filter((each) => Number(formatMoney(each / 100).replaceAll(/[$,.]/g, '')) !== each)
    expect(wrong).toStrictEqual([])
  })
})

describe('formatChange', () => {
  it('shows the sign of every change', () => {
    expect([250, -179.89, 0].map(formatChange)).toStrictEqual(['+$250.00', '−$179.89', '$0.00'])
  })
})
