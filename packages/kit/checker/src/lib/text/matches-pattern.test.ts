import { describe, expect, it } from 'vitest'
import { matchesPattern } from './matches-pattern.ts'

describe('matchesPattern', () => {
  it('finds a match anywhere', () => {
    expect([matchesPattern('b', 'abc'), matchesPattern('^b', 'abc')]).toEqual([true, false])
  })

  it('reads code points', () => {
    expect(matchesPattern('^.$', '😀')).toBe(true)
  })

  it('knows properties of characters', () => {
    expect([matchesPattern('^\\p{L}$', 'é'), matchesPattern('^\\p{L}$', '1')]).toEqual([true, false])
  })

  it('reads what only compiles without the flag u', () => {
    expect([matchesPattern('^\\-[\\w-.]$', '-.'), matchesPattern('^\\-[\\w-.]$', '-!')]).toEqual([
      true,
      false,
    ])
  })

  it('takes everything for what does not compile', () => {
    expect(matchesPattern('(?P<a>x)', 'y')).toBe(true)
  })

  it('answers alike each time', () => {
    expect([matchesPattern('a', 'xa'), matchesPattern('a', 'xa'), matchesPattern('a', 'ax')]).toEqual([
      true,
      true,
      true,
    ])
  })
})
