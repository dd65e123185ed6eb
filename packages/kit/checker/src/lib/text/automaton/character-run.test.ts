import { describe, expect, it } from 'vitest'
import { findCharacterRun } from './character-run.ts'
import { parsePattern } from './parse-pattern.ts'

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
