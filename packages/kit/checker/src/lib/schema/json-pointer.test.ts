import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { appendTokens, findAt, parsePointer } from './json-pointer.ts'

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
