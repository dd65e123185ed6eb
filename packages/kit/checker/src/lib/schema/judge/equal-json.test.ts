import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { equalJson, toCanonicalText } from './equal-json.ts'

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
