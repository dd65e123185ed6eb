import { describe, expect, it } from 'vitest'
import { median } from './median.ts'

describe('median', () => {
  it('is the middle of an odd count, in any order', () => {
    expect(median([9, 1, 10])).toBe(9)
  })

  it('is the mean of the two in the middle of an even count', () => {
    expect(median([100, 1, 4, 2])).toBe(3)
  })

  it('is none of nothing', () => {
    expect(() => median([])).toThrow('no middle')
  })
})
