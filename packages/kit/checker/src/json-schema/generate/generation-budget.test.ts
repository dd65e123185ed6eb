import { check, integer, property, sample } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LazyArbitrary } from './generation-budget.ts'

describe('LazyArbitrary', () => {
  it('builds when the first value is wanted, and once', () => {
    let built = 0
    const lazy = new LazyArbitrary(() => {
      built += 1
      return integer({ min: 1, max: 9 })
    })
    expect(built).toBe(0)
    sample(lazy, { seed: 1, numRuns: 5 })
    sample(lazy, { seed: 2, numRuns: 5 })
    expect(built).toBe(1)
  })

  it('gives the values of what it builds', () => {
    const lazy = new LazyArbitrary(() => integer())
    expect(sample(lazy, { seed: 3, numRuns: 9 })).toEqual(sample(integer(), { seed: 3, numRuns: 9 }))
  })

  it('shrinks as what it builds does', () => {
    const lazy = new LazyArbitrary(() => integer({ min: 0, max: 1000 }))
    expect(
      check(
        property(lazy, (value) => value < 17),
        { seed: 4 },
      ).counterexample,
    ).toEqual([17])
  })
})
