import { describe, expect, it } from 'vitest'
import { lengthBounds } from './length-bounds.ts'
import { parsePattern } from './parse-pattern.ts'

const boundsOf = (pattern: string): readonly number[] => {
  const { min, max } = lengthBounds(
    parsePattern(pattern) ?? { alternatives: [], isUnicode: true, maximum: 0 },
  )
  return [min, max]
}

describe('lengthBounds', () => {
  it('adds up what must be there', () => {
    expect(boundsOf('a{2,5}(?:bc|d)e?')).toEqual([3, Infinity])
  })

  it('has a greatest length between both ends', () => {
    expect(boundsOf('^a{2,5}(?:bc|d)e?$')).toEqual([3, 8])
  })

  it('has none where one alternative is open', () => {
    expect(boundsOf('^a$|^b')).toEqual([1, Infinity])
  })

  it('counts nothing for looking around', () => {
    expect(boundsOf('^(?=abc)(?:)x(?!y)$')).toEqual([1, 1])
  })

  it('takes two code units for one code point', () => {
    expect(boundsOf('^\\-...$')).toEqual([2, 4])
  })

  it('leaves open what a reference stands for', () => {
    expect(boundsOf('^(a+)\\1$')).toEqual([1, Infinity])
  })
})
