import { describe, expect, it } from 'vitest'
import { findCharacterRun } from './character-run.ts'
import { parsePattern } from './parse-pattern.ts'
import { splitPattern, type PatternPart } from './split-pattern.ts'

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
