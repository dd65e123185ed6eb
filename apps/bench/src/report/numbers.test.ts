import { describe, expect, it } from 'vitest'
import { toTimes } from './numbers.ts'

describe('toTimes', () => {
  it('has two decimals, and two digits where those say nothing', () => {
    expect([12.345, 0.5, 0.0123].map(toTimes)).toStrictEqual(['12.35', '0.50', '0.012'])
  })

  it('is a dash where there is none', () => {
    expect(toTimes(undefined)).toBe('–')
  })
})
