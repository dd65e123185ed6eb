import { describe, expect, it } from 'vitest'
import {
  findCharacterRun,
  lengthBounds,
  type PatternPart,
  splitPattern,
  writeOutReferences,
} from './pattern-parts.ts'
import { parsePattern } from './pattern-program.ts'

const split = (pattern: string): readonly PatternPart[] => {
  const parsed = parsePattern(pattern)
  return parsed === undefined ? [] : splitPattern(parsed)
}

describe('splitPattern', () => {
  it('makes a part of each lookahead at the start', () => {
    expect(split('^(?=.*\\d)(?!x).{8,64}$').map(({ isNegated }) => isNegated)).toEqual([false, true, false])
  })

  it('leaves what follows as a run of characters', () => {
    const last = split('^(?=.*\\d)(?!x).{8,64}$').at(-1)
    expect(last && findCharacterRun(last.parsed)).toMatchObject({ min: 8, max: 64 })
  })

  it.each(['(?=a)b', '^(?=a)b|c', '^a(?=b)', '^$'])('keeps %s in one part', (pattern) => {
    expect(split(pattern)).toHaveLength(1)
  })
})

const runOf = (pattern: string): readonly number[] | undefined => {
  const parsed = parsePattern(pattern)
  const run = parsed && findCharacterRun(parsed)
  return run && [run.min, run.max]
}

describe('findCharacterRun', () => {
  it('reads the bounds of one repeated class', () => {
    expect(runOf('^[a-z]{3,5000}$')).toEqual([3, 5000])
  })

  it('adds up repetitions of the same class', () => {
    expect(runOf('^[a-z][a-z]{0,62}$')).toEqual([1, 63])
  })

  it.each([
    '^[a-z][a-z0-9]{0,62}$',
    '[a-z]{3,5}',
    '^[a-z]{3,5}',
    '^(?:ab){3}$',
    '^a$',
    '^a{2}$|^b$',
    '^(?=a)a{3}$',
    '(?<=[^])[a-z]{2,3}$',
  ])('finds none in %s', (pattern) => {
    expect(runOf(pattern)).toBeUndefined()
  })
})

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

const write = (pattern: string): string | undefined =>
  writeOutReferences(pattern, true, (source) => (source === '^(?:[ab.]+)$' ? ['a', 'b.'] : ['x', 'yy', 'z']))

describe('writeOutReferences', () => {
  it('names texts of the group and the reference', () => {
    expect(write('^([ab.]+)-\\1$')).toBe('^(?:a)-(?:a)$|^(?:b\\.)-(?:b\\.)$')
  })

  it('follows references by name', () => {
    expect(write('(?<q>[ab.]+)\\k<q>')).toBe('(?:a)(?:a)|(?:b\\.)(?:b\\.)')
  })

  it('gives each of several groups its own texts', () => {
    expect(write('([ab.]+)(c)\\2\\1')).toBe(
      '(?:a)(?:x)(?:x)(?:a)|(?:b\\.)(?:yy)(?:yy)(?:b\\.)|(?:a)(?:z)(?:z)(?:a)',
    )
  })

  it.each([
    'abc',
    '(a)?\\1',
    '(?:(a)|b)\\1',
    '\\1(a)',
    '(?!.*(.)\\1)',
    '((a)\\2)\\1',
    '(^)\\1',
    '(?:(a)){0,2}\\1',
  ])('leaves %s alone', (pattern) => {
    expect(write(pattern)).toBeUndefined()
  })
})
