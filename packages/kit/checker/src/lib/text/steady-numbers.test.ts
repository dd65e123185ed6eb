import { describe, expect, it } from 'vitest'
import { createSteadyNumbers } from './steady-numbers.ts'

const draw = (seed: number, count: number, max = 9): readonly number[] => {
  const numbers = createSteadyNumbers(seed)
  return Array.from({ length: count }, () => numbers.nextInt(0, max))
}

describe('createSteadyNumbers', () => {
  it('gives the same numbers for a seed', () => {
    expect(draw(5, 20)).toEqual(draw(5, 20))
  })

  it('gives others for another seed', () => {
    expect(draw(5, 20)).not.toEqual(draw(6, 20))
  })

  it('reaches both ends and nothing beyond', () => {
    expect([...new Set(draw(1, 400))].toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  })
})
