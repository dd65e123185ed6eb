import { describe, expect, it } from 'vitest'
import { compareOutput } from './compare-output.ts'

const compare = (use: string, code: string, actual: string): string | undefined =>
  compareOutput({ language: 'text', use, code, line: 7, run: 0 }, actual)

describe('compareOutput', () => {
  it.each([
    ['output', 'a\nb', 'a\nb\n'],
    ['output', 'id: …, due 1.00', 'id: 12-ab, due 1.00'],
    ['response', '{ "a": [1, "…"], "b": null }', '{"b":null,"a":[1,"x"]}'],
    ['excerpt', '{ "a": { "b": 1 } }', '{"a":{"b":1,"c":2},"d":3}'],
  ])('accepts as %s of %s the text %s', (use, code, actual) => {
    expect(compare(use, code, actual)).toBeUndefined()
  })

  it.each([
    ['output', 'a', 'a\nb', 'line 7 says'],
    ['output', 'due 1.00', 'due 1000', 'line 7 says'],
    ['output', 'a…', 'a\nb', 'line 7 says'],
    ['response', '{ "a": 1 }', '{"a":1,"b":2}', '.b is not in the guide'],
    ['response', '{ "a": "1.00" }', '{"a":1}', '.a is 1, not "1.00"'],
    ['excerpt', '{ "a": [1] }', '{"a":[1,2]}', '.a has 2 entries, not 1'],
    ['excerpt', '{ "a": { "b": 1 } }', '{"a":{}}', '.a.b is undefined, not 1'],
    ['excerpt', '{ "a": "x…" }', '{"a":"yz"}', '.a is yz, not x…'],
  ])('refuses as %s of %s the text %s', (use, code, actual, difference) => {
    expect(compare(use, code, actual)).toContain(difference)
  })

  it('shows no session token', () => {
    expect(compare('output', 'a', 'eyJhbGci.eyJzaWQi.c2ln-_x')).toMatch(/<token>$/)
  })
})
