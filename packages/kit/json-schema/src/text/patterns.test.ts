import { sample } from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  createJudge,
  invalidValues,
  UnbreakableSchemaError,
  UnsatisfiableSchemaError,
  validValues,
} from '../index.ts'
import type { JsonObject } from '../base/json.ts'
import { patternCorpus } from './fixtures/pattern-corpus.ts'

const text = (rest: JsonObject): JsonObject => ({ type: 'string', ...rest })

/** Texts of a schema, or none if it has none. */
const textsOf = (rest: JsonObject, numRuns: number): readonly string[] => {
  try {
    return sample(validValues(text(rest)), { seed: 1, numRuns }) as string[]
  } catch (error) {
    if (error instanceof UnsatisfiableSchemaError) return []
    throw error
  }
}

/** Texts that break one keyword of a schema, or none if nothing does. */
const brokenBy = (keyword: string, rest: JsonObject, numRuns: number): readonly string[] => {
  try {
    const values = sample(invalidValues(text(rest)), { seed: 1, numRuns })
    return values.flatMap((each) => (each.keyword === keyword ? [each.value as string] : []))
  } catch (error) {
    if (error instanceof UnbreakableSchemaError) return []
    throw error
  }
}

/** The verdict of the platform; texts are short, since some patterns take exponentially long. */
const expressionOf = (pattern: string): RegExp => {
  try {
    return new RegExp(pattern, 'u')
  } catch {
    return new RegExp(pattern)
  }
}
const longest = 60
const lengths = (value: string): number => Array.from(value).length

describe('texts of a pattern', () => {
  it('for any pattern, match it, and broken ones do not', () => {
    const counts = { kept: 0, broken: 0 }
    for (const pattern of patternCorpus) {
      const expression = expressionOf(pattern)
      const kept = textsOf({ pattern }, 6).filter((value) => value.length <= longest)
      const broken = brokenBy('pattern', { pattern }, 8).filter((value) => value.length <= longest)
      counts.kept += kept.length
      counts.broken += broken.length
      expect([pattern, kept.filter((value) => !expression.test(value))]).toEqual([pattern, []])
      expect([pattern, broken.filter((value) => expression.test(value))]).toEqual([pattern, []])
      const isRight = createJudge({ pattern })
      expect([pattern, kept.filter((value) => isRight(value).length > 0)]).toEqual([pattern, []])
      expect([pattern, broken.filter((value) => isRight(value).length === 0)]).toEqual([pattern, []])
    }
    expect(counts.kept).toBeGreaterThan(patternCorpus.length * 5)
    expect(counts.broken).toBeGreaterThan(patternCorpus.length * 2)
  })

  it('for any pattern and bounds, keep both', () => {
    let count = 0
    for (const pattern of patternCorpus)
      for (const [minLength, maxLength] of [
        [1, 3],
        [10, 20],
        [7, 7],
      ] as const) {
        const values = textsOf({ pattern, minLength, maxLength }, 4)
        const expression = expressionOf(pattern)
        count += values.length
        const wrong = values.filter(
          (value) => !expression.test(value) || lengths(value) < minLength || lengths(value) > maxLength,
        )
        expect([pattern, minLength, wrong]).toEqual([pattern, minLength, []])
      }
    expect(count).toBeGreaterThan(patternCorpus.length * 4)
  })

  it.each<[rest: JsonObject, expression: RegExp]>([
    [{ pattern: '\\A(?P<year>\\d{4})\\Z' }, /^\d{4}$/],
    [{ pattern: '(?i)^abc$' }, /^abc$/],
    [{ pattern: '(?P<year>\\d{4})-(?P=year)' }, /(\d{4})-\1/],
    [{ pattern: '^(?>a|ab)++$' }, /^(?:a|ab)+$/],
  ])('of another language, %j, match %s', (rest, expression) => {
    const values = textsOf(rest, 30)
    expect(values.length).toBe(30)
    expect(values.filter((value) => !expression.test(value))).toEqual([])
  })

  it.each<JsonObject>([
    { pattern: '^a{5,}$', maxLength: 4 },
    { pattern: '^[a-z]{2,4}$', minLength: 5 },
    { pattern: '^(?:ab)*$', minLength: 3, maxLength: 3 },
    { pattern: '^a+$', not: { pattern: '^a' } },
    { allOf: [{ pattern: 'a^' }, { pattern: 'b' }] },
    { not: { pattern: '' } },
    { format: 'uuid', maxLength: 35 },
    { format: 'email', not: { format: 'email' } },
    { format: 'date', allOf: [{ format: 'date-time' }] },
  ])('do not exist for %j', (rest) => {
    expect(textsOf(rest, 1)).toEqual([])
  })

  it('are readable mostly, other texts too', () => {
    const values = textsOf({}, 600)
    expect(values.filter((value) => /^[a-zA-Z0-9]*$/.test(value)).length).toBeGreaterThan(400)
    expect(values.some((value) => /[^ -~]/.test(value))).toBe(true)
    expect(values.filter((value) => /\p{Cc}/u.test(value) || !value.isWellFormed())).toEqual([])
  })

  it('begin and end with a space only where they must', () => {
    expect(textsOf({ pattern: '^[^a]*$' }, 300).filter((value) => value !== value.trim())).toEqual([])
    expect(textsOf({ pattern: '^ $' }, 1)).toEqual([' '])
  })

  it('stay within the greatest length in code units too', () => {
    expect(textsOf({ minLength: 3, maxLength: 4 }, 500).filter((value) => value.length > 4)).toEqual([])
  })

  it('try both ends of the lengths, and stay short where long ones are allowed', () => {
    const tried = textsOf({ minLength: 5, maxLength: 60 }, 200).map(lengths)
    expect([5, 6, 59, 60].filter((length) => !tried.includes(length))).toEqual([])
    expect(Math.max(...textsOf({ maxLength: 1_000_000 }, 100).map(lengths))).toBeLessThan(20)
  })

  it('break a pattern by one character as well', () => {
    const values = brokenBy('pattern', { pattern: '^[A-Z]{3}$' }, 400)
    const near = [/^[A-Z]{2}$/, /^[A-Z]{4}$/, /^[A-Z]{3}.$/, /^.[A-Z]{3}$/]
    expect(near.filter((one) => !values.some((value) => one.test(value)))).toEqual([])
  })

  it('break a long run by its length', () => {
    const values = brokenBy('pattern', { pattern: '^[\\s\\S]{0,5000}$' }, 20)
    expect(Math.min(...values.map(lengths))).toBe(5_001)
  })
})
