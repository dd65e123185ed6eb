import { describe, expect, it } from 'vitest'
import { requestExample } from '../contract/operations.fixture.ts'
import { findJsonError } from './find-json-error.ts'

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe('findJsonError', () => {
  it('for any character missing or doubled, agrees with the browser', () => {
    const json = `${JSON.stringify(requestExample('checkout', 'creditCard'), null, 1)} [-1.5e+3, true, null, "\\u00e9\\n"]`
    const texts = Array.from(json, (character, index) => [
      json.slice(0, index) + json.slice(index + 1),
      json.slice(0, index) + character + json.slice(index),
      json.slice(0, index),
    ]).flat()
    const wrong = texts.filter((text) => (findJsonError(text) === undefined) !== isJson(text))
    expect(wrong).toEqual([])
  })

  it.each([
    '0',
    ' "a" ',
    '[]',
    '{ }',
    '[1,]',
    '{"a":1,}',
    '01',
    '+1',
    '.5',
    '1.',
    "'a'",
    '"\t"',
    String.raw`"\x"`,
    'nul',
    '[1 2]',
    '{"a" 1}',
    '{1:2}',
    '',
    '[[]',
    '1 2',
    '\u00a01',
  ])('agrees with the browser about %o', (text) => {
    expect(findJsonError(text) === undefined).toBe(isJson(text))
  })

  it.each([
    ['{"cards": [}', 11],
    ['{\n"a": 1\n"b": 2}', 9],
    ['{"a": "b', 6],
    ['[1, 2', 5],
    ['{} x', 3],
  ])('finds where %o goes wrong', (text, offset) => {
    expect(findJsonError(text)).toBe(offset)
  })
})
