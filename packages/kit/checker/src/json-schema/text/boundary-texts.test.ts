import { sample } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boundaryTexts } from './boundary-texts.ts'
import { breakText, type TextBreach } from './fixtures/break-text.ts'
import { keepsConstraints, type TextConstraints } from './find-language.ts'
import { patternCorpus } from './fixtures/pattern-corpus.ts'

const lengthsOf = (constraints: TextConstraints): readonly (readonly [string, number])[] =>
  boundaryTexts(constraints).map(({ scenario, text }) => [scenario, text.length])

describe('boundaryTexts', () => {
  it('tries the lengths at and next to both ends', () => {
    expect(lengthsOf({ minLength: 3, maxLength: 50 })).toEqual([
      ['valid_string', 8],
      ['minimum_length_string', 3],
      ['near_boundary_length_string', 4],
      ['near_boundary_length_string', 49],
      ['maximum_length_string', 50],
    ])
  })

  it('takes the ends from a pattern', () => {
    expect(lengthsOf({ patterns: ['^[a-z][a-z0-9-]{2,29}$'] })).toEqual([
      ['valid_string', 8],
      ['minimum_length_string', 3],
      ['near_boundary_length_string', 4],
      ['near_boundary_length_string', 29],
      ['maximum_length_string', 30],
    ])
  })

  it('makes a format as long as it may be', () => {
    expect(lengthsOf({ formats: ['email'], maxLength: 254 }).at(-1)).toEqual(['maximum_length_string', 254])
  })

  it('tries no length that only a format sets', () => {
    expect(lengthsOf({ formats: ['date-time'] })).toEqual([['valid_string', 20]])
  })

  it('makes no text of more than 10,000 characters', () => {
    expect(lengthsOf({ minLength: 1, maxLength: 1_000_000 }).map(([, length]) => length)).toEqual([8, 1, 2])
  })

  it('gives each text once', () => {
    expect(lengthsOf({ patterns: ['^[A-Z]{3}$'] })).toEqual([['valid_string', 3]])
  })

  it('gives nothing where there is nothing', () => {
    expect(boundaryTexts({ minLength: 2, maxLength: 1 })).toEqual([])
  })

  it('gives a plain text where texts are found by trying', () => {
    expect(lengthsOf({ patterns: ['^(?!.*(.)\\1)[a-z]{4,8}$'] }).map(([scenario]) => scenario)).toEqual([
      'valid_string',
    ])
  })

  it('for any pattern, keeps it', { timeout: 60_000 }, () => {
    const wrong = patternCorpus.flatMap((pattern) =>
      boundaryTexts({ patterns: [pattern], maxLength: 60 }).filter(
        ({ text }) => !keepsConstraints({ patterns: [pattern], maxLength: 60 }, text, true),
      ),
    )
    expect(wrong).toEqual([])
  })
})

const draw = (constraints: TextConstraints, breach: TextBreach): readonly string[] => {
  const supply = breakText(constraints, breach)
  return supply.kind === 'some' ? sample(supply.texts, { seed: 1, numRuns: 200 }) : []
}

const code: TextConstraints = { minLength: 4, maxLength: 12, patterns: ['^[a-z]+', '\\d$'] }
const mail: TextConstraints = { minLength: 8, maxLength: 30, formats: ['email'], patterns: ['\\.'] }

describe('textsOf', () => {
  it.each([
    [code, 'minLength', { ...code, minLength: 0, maxLength: 3 }],
    [code, 'maxLength', { ...code, minLength: 13, maxLength: Infinity }],
    [code, { pattern: 0 }, { ...code, patterns: ['\\d$'], notPatterns: ['^[a-z]+'] }],
    [code, { pattern: 1 }, { ...code, patterns: ['^[a-z]+'], notPatterns: ['\\d$'] }],
    [mail, 'minLength', { ...mail, minLength: 0, maxLength: 7 }],
    [mail, 'maxLength', { ...mail, minLength: 31, maxLength: Infinity }],
    [mail, { pattern: 0 }, { ...mail, patterns: [], notPatterns: ['\\.'] }],
    [mail, { format: 'email' }, { ...mail, formats: [], notFormats: ['email'] }],
  ] satisfies [TextConstraints, TextBreach, TextConstraints][])(
    'of %j breaks only %j',
    (constraints, breach, left) => {
      const texts = draw(constraints, breach)
      expect(texts.length).toBe(200)
      expect(texts.filter((text) => !keepsConstraints(left, text))).toEqual([])
    },
  )

  it.each([
    ['a least length of none', {}, 'minLength'],
    ['a greatest length that is not set', { minLength: 3 }, 'maxLength'],
    ['a pattern that is not there', { patterns: ['a'] }, { pattern: 1 }],
    ['a format that is not there', {}, { format: 'date' }],
    ['a pattern that everything matches', { patterns: ['^'] }, { pattern: 0 }],
    ['a pattern that is said twice in other words', { patterns: ['^a', '^ab'] }, { pattern: 0 }],
    ['a length that the format sets', { formats: ['uuid'], minLength: 36 }, 'minLength'],
    ['a format that is seldom checked', { formats: ['byte'] }, { format: 'byte' }],
    ['a format that says nothing', { formats: ['password'] }, { format: 'password' }],
  ] satisfies [string, TextConstraints, TextBreach][])('cannot break %s', (_, constraints, breach) => {
    expect(breakText(constraints, breach).kind).toBe('none')
  })

  it('breaks a format at first sight', () => {
    expect(draw({ formats: ['date'] }, { format: 'date' }).filter((text) => /\d/.test(text))).toEqual([])
  })
})
