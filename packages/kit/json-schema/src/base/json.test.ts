import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { appendTokens, equalJson, findAt, parsePointer, readPointer, toCanonicalText } from './json.ts'

describe('parsePointer', () => {
  it('for any tokens, gives back what appendTokens wrote', () => {
    expect(appendTokens('/a', 'b/c', 0, 'd~e')).toBe('/a/b~1c/0/d~0e')
    fc.assert(
      fc.property(fc.array(fc.string({ unit: fc.constantFrom('a', '~', '/', '0', '1') })), (tokens) => {
        expect(parsePointer(appendTokens('', ...tokens))).toEqual(tokens)
      }),
      { seed: 7 },
    )
  })
})

describe('findAt', () => {
  const root = { a: [{ b: null }], '': { '~/': 1 } }

  it.each([
    ['', root],
    ['/a/0/b', null],
    ['//~0~1', 1],
    ['/a/00', undefined],
    ['/a/1', undefined],
    ['/a/length', undefined],
    ['/a/0/b/c', undefined],
    ['/toString', undefined],
  ])('finds at %s: %j', (pointer, value) => {
    expect(findAt(root, pointer)).toStrictEqual(value)
  })
})

describe('readPointer', () => {
  it.each([
    [{ items: [{ id: 1 }, {}, { id: 2 }] }, '/items/*/id', [1, 2]],
    [{ a: { id: 1 }, b: { id: 2 } }, '/*/id', [1, 2]],
    [{ '*': 1, b: 2 }, '/*', [1]],
    [{ a: [1] }, '/a/1', []],
    [{ a: [1] }, '/a/-', []],
    [{}, '/toString', []],
    ['text', '/0', []],
    [[1], '', [[1]]],
  ])('reads of %j at %s: %j', (root, pointer, values) => {
    expect(readPointer(root, pointer)).toEqual(values)
  })
})

describe('toCanonicalText', () => {
  const values = fc.jsonValue({ maxDepth: 2, noUnicodeString: true })
  const turned = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(turned)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value)
        .toReversed()
        .map(([name, item]) => [name, turned(item)]),
    )
  }

  it('for any two values, equality ignores the order of properties', () => {
    fc.assert(
      fc.property(values, values, (left, right) => {
        expect(toCanonicalText(left) === toCanonicalText(right)).toBe(equalJson(left, right))
        expect(toCanonicalText(turned(left))).toBe(toCanonicalText(left))
        expect(equalJson(turned(left), left)).toBe(true)
      }),
      { seed: 11, numRuns: 200 },
    )
  })

  it('distinguishes kinds of values, and treats 0 and -0 as equal', () => {
    const kinds = [null, false, 0, '', [], {}, [0], { '0': 0 }]
    expect(new Set(kinds.map(toCanonicalText)).size).toBe(kinds.length)
    expect(equalJson([0], [-0])).toBe(true)
  })
})
