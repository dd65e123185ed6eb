import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSteadyNumbers } from './automaton/code-points.ts'
import { editText } from './text-language.ts'

const distance = (left: string, right: string): number => {
  const [a, b] = [Array.from(left), Array.from(right)]
  const start = a.findIndex((character, at) => character !== b[at])
  const shared = start === -1 ? Math.min(a.length, b.length) : start
  const tail = (of: readonly string[]): readonly string[] => of.slice(shared).toReversed()
  const [restOfA, restOfB] = [tail(a), tail(b)]
  const end = restOfA.findIndex((character, at) => character !== restOfB[at])
  const same = end === -1 ? Math.min(restOfA.length, restOfB.length) : end
  return Math.max(restOfA.length - same, restOfB.length - same)
}

describe('editText', () => {
  it('for any text, changes one character at most', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-composite', maxLength: 8 }), fc.nat(), (text, seed) => {
        // Capitals of some letters are several characters: ß is SS.
        fc.pre(Array.from(text).every((character) => Array.from(character.toUpperCase()).length === 1))
        expect(distance(text, editText(text, createSteadyNumbers(seed)))).toBeLessThanOrEqual(1)
      }),
      { seed: 1, numRuns: 500 },
    )
  })

  it('makes every kind of edit', () => {
    const edited = new Set(
      Array.from({ length: 300 }, (_, seed) => editText('bb', createSteadyNumbers(seed * 7919))),
    )
    expect(['bbx', 'xbb', 'b', 'xb', 'bx', 'bxb', 'Bb', 'bB'].filter((text) => !edited.has(text))).toEqual([])
  })
})
