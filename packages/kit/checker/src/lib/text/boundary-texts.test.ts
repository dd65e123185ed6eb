import { describe, expect, it } from 'vitest'
import { boundaryTexts } from './boundary-texts.ts'
import { keepsConstraints } from './keeps-constraints.ts'
import { patternCorpus } from './pattern-corpus.ts'
import type { TextConstraints } from './text-constraints.ts'

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
