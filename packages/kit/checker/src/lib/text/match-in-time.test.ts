import { describe, expect, it } from 'vitest'
import { findExpression } from './find-expression.ts'
import { matchInTime } from './match-in-time.ts'
import { patternCorpus } from './pattern-corpus.ts'
import { textsOf } from './texts-of.ts'
import { sample } from 'fast-check'

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
