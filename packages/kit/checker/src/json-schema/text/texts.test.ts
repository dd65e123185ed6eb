import { type Arbitrary, assert, check, property, sample } from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { codePointLength } from './automaton/code-points.ts'
import { keepsConstraints, type TextConstraints } from './find-language.ts'
import { textFormats } from './format-languages.ts'
import { isFormat } from './formats.ts'
import { patternCorpus } from './fixtures/pattern-corpus.ts'
import { nearMissTexts, textsOf, type TextSupply } from './texts.ts'

const textsFor = (constraints: TextConstraints): Arbitrary<string> => {
  const supply = textsOf(constraints)
  if (supply.kind !== 'some') throw new Error(`${supply.kind}: ${supply.reason}`)
  return supply.texts
}

const draw = (constraints: TextConstraints, numRuns = 200, seed = 1): readonly string[] =>
  sample(textsFor(constraints), { seed, numRuns })

/** Expressions are not run on longer texts: some of the corpus take exponentially long for what does not match. */
const MAX_JUDGED = 100

/** The faults of a drawing: none if all texts satisfy the constraints. */
const wrongOf = (constraints: TextConstraints, supply = textsOf(constraints)): readonly string[] => {
  if (supply.kind !== 'some') return []
  return sample(supply.texts, { seed: 7, numRuns: 12 }).filter(
    (text) => text.length <= MAX_JUDGED && !keepsConstraints(constraints, text, true),
  )
}

const BOUNDS: readonly TextConstraints[] = [
  {},
  { minLength: 1, maxLength: 3 },
  { minLength: 10, maxLength: 20 },
  { minLength: 40 },
  { maxLength: 1 },
  { minLength: 7, maxLength: 7 },
]

// Pattern by pattern: what is found out of one serves all bounds.
const combined = patternCorpus.flatMap((pattern) =>
  BOUNDS.map((bounds) => ({ ...bounds, patterns: [pattern] })),
)

describe('textsOf', () => {
  let supplied: readonly (readonly [TextConstraints, TextSupply])[] = []
  beforeAll(() => {
    supplied = combined.map((constraints) => [constraints, textsOf(constraints)])
  }, 60_000)

  it('for any pattern and bounds, makes only texts that keep them', { timeout: 60_000 }, () => {
    expect(
      supplied.flatMap(([constraints, supply]) =>
        wrongOf(constraints, supply).map((text) => [constraints, text]),
      ),
    ).toEqual([])
  })

  it('for any pattern that must not match, makes only texts that do not', { timeout: 60_000 }, () => {
    expect(
      patternCorpus.flatMap((pattern) => wrongOf({ notPatterns: [pattern] }).map((text) => [pattern, text])),
    ).toEqual([])
  })

  it('for any pattern, makes texts', { timeout: 60_000 }, () => {
    expect(patternCorpus.filter((pattern) => textsOf({ patterns: [pattern] }).kind !== 'some')).toEqual([])
  })

  it('for any pattern and bounds, decides whether there are texts', { timeout: 60_000 }, () => {
    const undecided = supplied.filter(([, supply]) => supply.kind === 'unknown')
    expect(undecided.length).toBeLessThanOrEqual(2)
  })

  it('for any pattern and bounds, claims none only where other means find none', { timeout: 60_000 }, () => {
    const none = supplied.filter(([, supply]) => supply.kind === 'none')
    const refuted = none.filter(([constraints]) => {
      const { minLength: _, maxLength: __, ...free } = constraints
      return draw(free, 60).some((text) => text.length <= MAX_JUDGED && keepsConstraints(constraints, text))
    })
    expect([none.length > 300, refuted]).toEqual([true, []])
  })

  it('for any two patterns, makes only texts that match both', { timeout: 60_000 }, () => {
    const pairs = patternCorpus.map((pattern, at) => ({
      patterns: [pattern, patternCorpus[(at * 7 + 3) % patternCorpus.length] ?? ''],
    }))
    expect(pairs.flatMap((constraints) => wrongOf(constraints).map((text) => [constraints, text]))).toEqual(
      [],
    )
  })

  it('for any pattern, gives the same texts for a seed', { timeout: 60_000 }, () => {
    const twice = patternCorpus.filter((pattern) => {
      const [first, second] = [
        draw({ patterns: [pattern] }, 10),
        draw({ patterns: [pattern], minLength: 0 }, 10),
      ]
      return first.join('\n') !== second.join('\n')
    })
    expect(twice).toEqual([])
  })

  it('for any pattern, shrinks to the shortest text', { timeout: 60_000 }, () => {
    const longer = patternCorpus.filter((pattern) => {
      const texts = textsFor({ patterns: [pattern] })
      const { counterexample } = check(
        property(texts, (text) => text.length < 0),
        { seed: 3 },
      )
      const [shrunk] = counterexample ?? ['']
      return sample(texts, { seed: 5, numRuns: 40 }).some(
        (text) => codePointLength(text) < codePointLength(shrunk),
      )
    })
    expect(longer).toEqual([])
  })

  it('shrinks to plain characters', () => {
    const { counterexample } = check(
      property(textsFor({ minLength: 2 }), (text) => text.length < 4),
      { seed: 1 },
    )
    expect(counterexample).toEqual(['aaaa'])
  })

  it('shrinks without leaving the language', () => {
    assert(
      property(textsFor({ patterns: ['^(?:ab)*[0-9]$'] }), (text) => /^(?:ab)*[0-9]$/.test(text)),
      { seed: 1 },
    )
    const { counterexample } = check(
      property(textsFor({ patterns: ['^(?:ab)*[0-9]$'] }), (text) => !text.startsWith('abab')),
      { seed: 1 },
    )
    expect(counterexample).toEqual(['abab0'])
  })

  it('tries both ends of the lengths', () => {
    const lengths = draw({ minLength: 5, maxLength: 60 }).map(codePointLength)
    expect([5, 6, 59, 60].filter((length) => !lengths.includes(length))).toEqual([])
  })

  it('reads lengths of a million', () => {
    const [text = ''] = draw({ minLength: 1_000_000, maxLength: 1_000_000, patterns: ['^(?:ab)+$'] }, 1)
    expect(codePointLength(text)).toBe(1_000_000)
    expect(textsOf({ minLength: 999_999, maxLength: 999_999, patterns: ['^(?:ab)+$'] }).kind).toBe('none')
  })

  it('makes short texts where long ones are allowed', () => {
    expect(Math.max(...draw({ maxLength: 1_000_000 }).map(codePointLength))).toBeLessThan(20)
  })

  it('makes readable texts mostly, others too', () => {
    const texts = draw({}, 1_000)
    const plain = texts.filter((text) => /^[a-zA-Z0-9]*$/.test(text)).length
    expect([
      plain > 700,
      texts.some((text) => /[^ -~]/.test(text)),
      texts.some((text) => /\p{Cc}/u.test(text)),
    ]).toEqual([true, true, false])
  })

  it('begins and ends with a space only where it must', () => {
    expect(draw({ patterns: ['^[^a]*$'] }, 2_000).filter((text) => text !== text.trim())).toEqual([])
    expect(draw({ patterns: ['^ $'] }, 3)).toEqual([' ', ' ', ' '])
  })

  it('makes controls only where nothing else is allowed', () => {
    expect(new Set(draw({ patterns: ['^[\\0-\\x1fa]$'] }, 50))).toEqual(new Set(['a']))
    expect(new Set(draw({ patterns: ['^\\0$'] }, 5))).toEqual(new Set(['\0']))
  })

  it('never makes half a surrogate pair', () => {
    expect(draw({ patterns: ['^[^a]{1,4}$'] }, 500).filter((text) => !text.isWellFormed())).toEqual([])
  })

  it('stays within the greatest length in code units too', () => {
    expect(draw({ minLength: 3, maxLength: 4 }, 2_000).filter((text) => text.length > 4)).toEqual([])
  })

  it.each([
    ['lengths that exclude each other', { minLength: 3, maxLength: 2 }],
    ['a pattern that is too long', { patterns: ['^a{5,}$'], maxLength: 4 }],
    ['a pattern that is too short', { patterns: ['^[a-z]{2,4}$'], minLength: 5 }],
    ['patterns that exclude each other', { patterns: ['^a', '^b'] }],
    ['a pattern and its opposite', { patterns: ['^a+$'], notPatterns: ['^a'] }],
    ['what matches everything', { notPatterns: [''] }],
    ['what is no expression', { notPatterns: ['(?P<x>a)'] }],
    ['an odd length of pairs', { patterns: ['^(?:ab)*$'], minLength: 3, maxLength: 3 }],
    ['two formats that exclude each other', { formats: ['date', 'date-time'] }],
    ['a format that is too long', { formats: ['uuid'], maxLength: 35 }],
    ['a format and not that format', { formats: ['email'], notFormats: ['email'] }],
    ['a format that every text is of', { notFormats: ['password'] }],
    ['a place in a text that is none', { patterns: ['a^', 'b'] }],
  ])('proves that there is none: %s', (_, constraints) => {
    expect(textsOf(constraints).kind).toBe('none')
  })

  it.each([
    [{ formats: ['date'], patterns: ['-31$'] }],
    [{ formats: ['date'], patterns: ['-02-29$'] }],
    [{ formats: ['date-time'], patterns: ['\\+02:00$'] }],
    [{ formats: ['email'], maxLength: 7 }],
    [{ formats: ['email'], minLength: 100, maxLength: 120 }],
    [{ formats: ['email'], patterns: ['@example\\.com$'], notPatterns: ['^a'] }],
    [{ formats: ['uri'], patterns: ['^ftp:'], maxLength: 12 }],
    [{ formats: ['uuid'], patterns: ['^0'] }],
    [{ formats: ['hostname'], minLength: 253, maxLength: 253 }],
    [{ formats: ['uri', 'uri-reference'] }],
    [{ formats: ['x-unknown'], minLength: 2 }],
    [{ notFormats: ['date'], patterns: ['^\\d{4}-\\d{2}-\\d{2}$'] }],
    [{ notFormats: ['uuid'], minLength: 36, maxLength: 36 }],
    [{ notFormats: ['date-time'], formats: ['date'] }],
    [{ notFormats: ['ipv4'], patterns: ['^\\d+\\.\\d+\\.\\d+\\.\\d+$'] }],
    [{ notFormats: ['regex'], maxLength: 1 }],
    [{ notFormats: ['email', 'uri', 'ipv4'] }],
  ] satisfies [TextConstraints][])('joins formats with what else is said: %j', (constraints) => {
    expect(draw(constraints).filter((text) => !keepsConstraints(constraints, text))).toEqual([])
  })

  it('finds texts by trying where no automaton can be made', () => {
    const constraints = { patterns: ['^(?!.*(.)\\1)[a-z]{4,8}$'] }
    expect(draw(constraints).filter((text) => !keepsConstraints(constraints, text))).toEqual([])
  })

  it('breaks a pattern by one character as well', () => {
    const texts = draw({ notPatterns: ['^[A-Z]{3}$'] })
    expect(
      [/^[A-Z]{2}$/, /^[A-Z]{4}$/, /^[A-Z]{3}.$/, /^.[A-Z]{3}$/].filter(
        (near) => !texts.some((text) => near.test(text)),
      ),
    ).toEqual([])
  })

  it.each([
    ['of any character', ['^[\\s\\S]{0,5000}$'], 5_001],
    ['of one class, too', ['^[a-z]{0,5000}$', '[^a-z]'], 5_001],
  ])('breaks a long run %s by its length', (_, notPatterns, least) => {
    expect(Math.min(...draw({ notPatterns }, 20).map(codePointLength))).toBe(least)
  })

  it('breaks a long run by another character, too', () => {
    expect(Math.min(...draw({ notPatterns: ['^[a-z]{0,5000}$'] }, 20).map(codePointLength))).toBeLessThan(10)
  })

  it('breaks a long run by a shorter text', () => {
    expect(
      Math.max(
        ...draw({ patterns: ['^[a-z]*$'], notPatterns: ['^[a-z]{4500,}[a-z]{0,4500}$'] }, 50).map(
          codePointLength,
        ),
      ),
    ).toBeLessThan(4_500)
  })

  it('breaks one part of a pattern that is too large', () => {
    const constraints = { notPatterns: ['^(?!x)(?:.*a.{20}b|c.*)$'] }
    expect(draw(constraints, 50).filter((text) => !text.startsWith('x'))).toEqual([])
  })

  it('hands out nothing that the judge reads differently', () => {
    // V8 finds \\B within a surrogate pair, where there is no position (ECMA-262, 22.2.7.2).
    expect(textsOf({ patterns: ['^a😀a$'], notPatterns: ['\\B'] }).kind).toBe('unknown')
  })

  it('leaves a single text out without staying near it', () => {
    const near = draw({ notPatterns: ['^foobar$'] }, 300).filter((text) => /fooba|oobar/.test(text))
    expect(near).toEqual([])
  })

  it('follows what a pattern of another language means', () => {
    expect(
      draw({ patterns: ['\\A(?P<year>\\d{4})\\Z'] }, 50).filter((text) => !/^\d{4}$/.test(text)),
    ).toEqual([])
  })
})

describe('nearMissTexts', () => {
  it.each(textFormats)('has only texts that are no %s', (format) => {
    expect(nearMissTexts(format).filter((text) => isFormat(format, text))).toEqual([])
  })

  it('begins with what no check can take', () => {
    expect(nearMissTexts('date').slice(0, 2)).toEqual(['not-a-date', 'tomorrow'])
  })

  it('has a day that the calendar lacks', () => {
    expect(nearMissTexts('date')).toContain('2023-02-30')
  })

  it.each(['password', 'binary', 'int32', 'x-unknown'])('has none for %s', (format) => {
    expect(nearMissTexts(format)).toEqual([])
  })
})
