import { describe, expect, it } from 'vitest'
import { mayBacktrack } from './may-backtrack.ts'
import { parsePattern } from './parse-pattern.ts'

const judge = (pattern: string): boolean | undefined => {
  const parsed = parsePattern(pattern)
  return parsed && mayBacktrack(parsed)
}

describe('mayBacktrack', () => {
  it.each(['^(a+)+$', '(?:a|b?){2,}', '^(?:a|aa)*$', '^(?=(x*)*y)z', '.*.*.*x', '(?:(?:a{1,2}b)c){3}'])(
    'warns of %s',
    (pattern) => {
      expect(judge(pattern)).toBe(true)
    },
  )

  it.each([
    '^[a-z]+$',
    '^(?:ab){2,5}c?$',
    '^[a-z]{1,3}-[a-z]{1,3}-[a-z]{1,3}$',
    '^(?:[a-f]{2}){6}$',
    '^.+@.+$',
    '^(?=.*a)(?=.*b)(?=.*c).*$',
  ])('is easy about %s', (pattern) => {
    expect(judge(pattern)).toBe(false)
  })
})
