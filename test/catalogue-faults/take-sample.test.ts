import { describe, expect, it } from 'vitest'
import { takeSample } from './take-sample.ts'

const values = Array.from({ length: 100 }, (_, index) => index)

describe('takeSample', () => {
  it('spreads over all values', () => {
    expect(takeSample(values, 4)).toStrictEqual([0, 25, 50, 75])
    expect(takeSample(values, 3)).toStrictEqual([0, 34, 67])
  })

  it('takes no more than there are', () => {
    expect(takeSample([1, 2], 5)).toStrictEqual([1, 2])
    expect(takeSample([], 5)).toStrictEqual([])
  })
})
