import { sample } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { breakText, type TextBreach } from './break-text.ts'
import { keepsConstraints } from './keeps-constraints.ts'
import type { TextConstraints } from './text-constraints.ts'

const draw = (constraints: TextConstraints, breach: TextBreach): readonly string[] => {
  const supply = breakText(constraints, breach)
  return supply.kind === 'some' ? sample(supply.texts, { seed: 1, numRuns: 200 }) : []
}

const code: TextConstraints = { minLength: 4, maxLength: 12, patterns: ['^[a-z]+', '\\d$'] }
const mail: TextConstraints = { minLength: 8, maxLength: 30, formats: ['email'], patterns: ['\\.'] }

describe('breakText', () => {
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
