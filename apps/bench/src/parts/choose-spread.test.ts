import { describe, expect, it } from 'vitest'
import { chooseSpread } from './choose-spread.ts'

describe('chooseSpread', () => {
  it('takes the first, the last, and what lies between', () => {
    expect(chooseSpread([0, 1, 2, 3, 4, 5, 6, 7, 8], 5)).toStrictEqual([0, 2, 4, 6, 8])
  })

  it('takes everything of as many', () => {
    expect(chooseSpread(['a', 'b', 'c'], 3)).toStrictEqual(['a', 'b', 'c'])
  })
})
