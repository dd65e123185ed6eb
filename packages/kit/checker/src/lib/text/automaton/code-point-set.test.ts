import { describe, expect, it } from 'vitest'
import { codePointAt, includes, intersect, sizeOf, without } from './code-point-set.ts'

const SET = [
  { min: 1, max: 3 },
  { min: 7, max: 9 },
]

describe('intersect', () => {
  it('keeps what both sets have', () => {
    const other = [
      { min: 0, max: 1 },
      { min: 3, max: 8 },
    ]
    expect(intersect(SET, other)).toEqual([
      { min: 1, max: 1 },
      { min: 3, max: 3 },
      { min: 7, max: 8 },
    ])
  })

  it('finds several runs within one', () => {
    expect(intersect([{ min: 0, max: 20 }], SET)).toEqual(SET)
  })
})

describe('without', () => {
  it('leaves out the second set', () => {
    expect(without([{ min: 0, max: 10 }], SET)).toEqual([
      { min: 0, max: 0 },
      { min: 4, max: 6 },
      { min: 10, max: 10 },
    ])
  })
})

describe('codePointAt', () => {
  it('counts through the runs', () => {
    expect([0, 2, 3, 5, 6].map((position) => codePointAt(SET, position))).toEqual([1, 3, 7, 9, undefined])
  })
})

describe('sizeOf', () => {
  it('counts both ends of each run', () => {
    expect(sizeOf(SET)).toBe(6)
  })
})

describe('includes', () => {
  it('takes both ends of a run', () => {
    expect([0, 1, 3, 4, 9].map((point) => includes(SET, point))).toEqual([false, true, true, false, true])
  })
})
