import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  appendTokens,
  equalJson,
  findAt,
  isObject,
  own,
  parsePointer,
  readPointer,
  toCanonicalText,
} from './json.ts'

describe('isObject', () => {
  it('tells objects from null and arrays', () => {
    expect([{}, null, [], 'a', undefined].map(isObject)).toEqual([true, false, false, false, false])
  })
})

describe('own', () => {
  it('finds own properties only', () => {
    expect(own({ a: 1 }, 'a')).toBe(1)
    expect(own({}, 'toString')).toBeUndefined()
    expect(own(JSON.parse('{"__proto__":2}'), '__proto__')).toBe(2)
  })

  it('finds nothing in what is no object', () => {
    expect(own([1], '0')).toBeUndefined()
    expect(own('text', 'length')).toBeUndefined()
    expect(own(undefined, 'a')).toBeUndefined()
  })
})

describe('appendTokens', () => {
  it('escapes tilde and slash', () => {
    expect(appendTokens('/a', 'b/c', 0, 'd~e')).toBe('/a/b~1c/0/d~0e')
  })

  it('for any tokens, parsePointer gives them back', () => {
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

  it('follows properties and indexes', () => {
    expect(findAt(root, '')).toBe(root)
    expect(findAt(root, '/a/0/b')).toBeNull()
    expect(findAt(root, '//~0~1')).toBe(1)
  })

  it('finds nothing beside the way', () => {
    expect(findAt(root, '/a/00')).toBeUndefined()
    expect(findAt(root, '/a/1')).toBeUndefined()
    expect(findAt(root, '/a/length')).toBeUndefined()
    expect(findAt(root, '/a/0/b/c')).toBeUndefined()
    expect(findAt(root, '/toString')).toBeUndefined()
  })
})

const values = fc.jsonValue({ maxDepth: 2, noUnicodeString: true })

describe('equalJson', () => {
  it('overlooks the order of properties', () => {
    expect(equalJson({ a: 1, b: [{ c: 2, d: 3 }] }, { b: [{ d: 3, c: 2 }], a: 1 })).toBe(true)
  })

  it('tells values of different kinds apart', () => {
    const kinds = [null, false, 0, '', [], {}, [0], { '0': 0 }]
    expect(kinds.map((left) => kinds.filter((right) => equalJson(left, right)).length)).toEqual(
      kinds.map(() => 1),
    )
  })

  it('tells objects with other own properties apart', () => {
    expect(equalJson({ a: 1 }, { a: 1, b: 1 })).toBe(false)
    expect(equalJson({ toString: 1 }, { a: 1 })).toBe(false)
  })

  it('takes 0 and -0 for equal', () => {
    expect(equalJson([0], [-0])).toBe(true)
  })
})

describe('toCanonicalText', () => {
  it('for any two values, is equal exactly where they are', () => {
    fc.assert(
      fc.property(values, values, (left, right) => {
        expect(toCanonicalText(left) === toCanonicalText(right)).toBe(equalJson(left, right))
      }),
      { seed: 11, numRuns: 500 },
    )
  })

  it('for any value, is that of its copy with its properties turned round', () => {
    const turned = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(turned)
      if (typeof value !== 'object' || value === null) return value
      return Object.fromEntries(
        Object.entries(value)
          .toReversed()
          .map(([name, item]) => [name, turned(item)]),
      )
    }
    fc.assert(
      fc.property(values, (value) => {
        expect(toCanonicalText(turned(value))).toBe(toCanonicalText(value))
        expect(equalJson(turned(value), value)).toBe(true)
      }),
      { seed: 11 },
    )
  })
})

describe('readPointer', () => {
  it('reads every item and every property for a star', () => {
    expect(readPointer({ items: [{ id: 1 }, {}, { id: 2 }] }, '/items/*/id')).toEqual([1, 2])
    expect(readPointer({ a: { id: 1 }, b: { id: 2 } }, '/*/id')).toEqual([1, 2])
  })

  it('takes a property called star for what it is', () => {
    expect(readPointer({ '*': 1, b: 2 }, '/*')).toEqual([1])
  })

  it('finds nothing where there is nothing', () => {
    expect(readPointer({ a: [1] }, '/a/1')).toEqual([])
    expect(readPointer({ a: [1] }, '/a/-')).toEqual([])
    expect(readPointer({}, '/toString')).toEqual([])
    expect(readPointer('text', '/0')).toEqual([])
  })

  it('gives the whole for an empty pointer', () => {
    expect(readPointer([1], '')).toEqual([[1]])
  })
})
