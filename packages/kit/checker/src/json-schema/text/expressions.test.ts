import { describe, expect, it } from 'vitest'
import { findExpression, readForeignPattern } from './expressions.ts'

describe('findExpression', () => {
  it('prefers the flag u', () => {
    expect([findExpression('a')?.flags, findExpression('\\-')?.flags, findExpression('(')]).toEqual([
      'u',
      '',
      undefined,
    ])
  })

  it('gives the same expression again', () => {
    expect(findExpression('abc')).toBe(findExpression('abc'))
  })
})

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
