import { describe, expect, it } from 'vitest'
import { readForeignPattern } from './foreign-pattern.ts'

describe('readForeignPattern', () => {
  it.each([
    ['(?i)^abc$', '^abc$'],
    ['\\A\\d+\\Z(?P<a>x)', '^\\d+$(?<a>x)'],
    ['(?P<year>\\d{4})-(?P=year)', '(?<year>\\d{4})-\\k<year>'],
    ['^(?>a|ab)++$', '^(?:a|ab)+$'],
  ])('reads %s', (pattern, read) => {
    expect(readForeignPattern(pattern)).toBe(read)
  })

  it('leaves an ECMA-262 expression alone', () => {
    expect(readForeignPattern('^\\A[[:alpha:]]$')).toBeUndefined()
  })

  it('gives nothing for what it cannot read', () => {
    expect(readForeignPattern('(?<=a')).toBeUndefined()
  })
})
