import { sample } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parsePattern } from './automaton/pattern-program.ts'
import { findExpression } from './expressions.ts'
import { matchesPattern, matchInTime, mayBacktrack } from './match-pattern.ts'
import { patternCorpus } from './fixtures/pattern-corpus.ts'
import { textsOf } from './texts.ts'

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

const SHORT = 12

const drawFor = (pattern: string): readonly string[] =>
  [{ patterns: [pattern] }, { notPatterns: [pattern] }].flatMap((constraints) => {
    const supply = textsOf(constraints)
    return supply.kind === 'some'
      ? sample(supply.texts, { seed: 1, numRuns: 30 }).filter((text) => text.length <= SHORT)
      : []
  })

describe('matchInTime', () => {
  it.each(['^(a+)+$', '^(?:a|aa)*$', '^(\\w+\\s?)*$', '^(.*)(.*)(.*)(.*)(.*)x$'])(
    'answers for %s and a long text',
    (pattern) => {
      expect(matchInTime(pattern, `${'a'.repeat(5_000)}!`)).toBe(false)
    },
  )

  it('for any pattern, agrees with the expression', { timeout: 60_000 }, () => {
    const wrong = patternCorpus.flatMap((pattern) =>
      drawFor(pattern).filter(
        (text) =>
          (matchInTime(pattern, text) ?? findExpression(pattern)?.test(text)) !==
          findExpression(pattern)?.test(text),
      ),
    )
    expect(wrong).toEqual([])
  })

  it('promises nothing for what is too large', () => {
    expect(matchInTime('^(?:a?){6000}$', 'aaaaaaaaab')).toBeUndefined()
  })

  it('takes everything for what does not compile', () => {
    expect(matchInTime('(', 'a')).toBe(true)
  })
})

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
