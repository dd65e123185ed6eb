import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Alphabet } from './code-points.ts'
import { ALWAYS, type BooleanFunction, BooleanFunctions, NEVER } from './pattern-automaton.ts'
import { PatternLimitError } from './pattern-program.ts'

const A_TO_F = [{ min: 0x61, max: 0x66 }]
const D_TO_Z = [{ min: 0x64, max: 0x7a }]

describe('Alphabet', () => {
  it('tells apart what a set tells apart', () => {
    const alphabet = new Alphabet([A_TO_F, D_TO_Z], 0x7f)
    const [a, b, d, z, dash] = Array.from('abdz-', (character) => alphabet.symbolOf(character.charCodeAt(0)))
    expect(a).toBe(b)
    expect(new Set([a, d, z, dash]).size).toBe(4)
  })

  it('knows the sets of a symbol', () => {
    const alphabet = new Alphabet([A_TO_F, D_TO_Z], 0x7f)
    const d = alphabet.symbolOf(0x64)
    expect([alphabet.isIn(d, 0), alphabet.isIn(d, 1), alphabet.isIn(alphabet.symbolOf(0x61), 1)]).toEqual([
      true,
      true,
      false,
    ])
  })

  it('gathers the runs of one symbol', () => {
    const alphabet = new Alphabet([A_TO_F], 0x7f)
    expect(alphabet.symbols[alphabet.symbolOf(0)]).toEqual([
      { min: 0, max: 0x60 },
      { min: 0x67, max: 0x7f },
    ])
  })

  it('has one symbol without sets', () => {
    expect(new Alphabet([], 0x10_ff_ff).symbols).toEqual([[{ min: 0, max: 0x10_ff_ff }]])
  })

  it('takes a set up to the maximum', () => {
    const alphabet = new Alphabet([[{ min: 0x70, max: 0x7f }]], 0x7f)
    expect(alphabet.isIn(alphabet.symbolOf(0x7f), 0)).toBe(true)
  })
})

type Formula =
  | number
  | { readonly not: Formula }
  | { readonly and: readonly [Formula, Formula] }
  | { readonly or: readonly [Formula, Formula] }

const { formula } = fc.letrec<{ formula: Formula }>((tie) => ({
  formula: fc.oneof(
    { maxDepth: 5 },
    fc.integer({ min: 0, max: 3 }),
    fc.record({ not: tie('formula') }),
    fc.record({ and: fc.tuple(tie('formula'), tie('formula')) }),
    fc.record({ or: fc.tuple(tie('formula'), tie('formula')) }),
  ),
}))

const holds = (of: Formula, values: readonly boolean[]): boolean => {
  if (typeof of === 'number') return values[of] === true
  if ('not' in of) return !holds(of.not, values)
  if ('and' in of) return of.and.every((each) => holds(each, values))
  return of.or.some((each) => holds(each, values))
}

const build = (functions: BooleanFunctions, of: Formula): BooleanFunction => {
  if (typeof of === 'number') return functions.variable(of)
  if ('not' in of) return functions.not(build(functions, of.not))
  if ('and' in of) return functions.and(build(functions, of.and[0]), build(functions, of.and[1]))
  return functions.or(build(functions, of.or[0]), build(functions, of.or[1]))
}

const ALL_VALUES = Array.from({ length: 16 }, (_, bits) => [0, 1, 2, 3].map((at) => ((bits >> at) & 1) === 1))
const tableOf = (of: Formula): string => ALL_VALUES.map((values) => Number(holds(of, values))).join('')

describe('BooleanFunctions', () => {
  it('for any two formulas, gives one number exactly where they agree', () => {
    fc.assert(
      fc.property(formula, formula, (left, right) => {
        const functions = new BooleanFunctions()
        expect(build(functions, left) === build(functions, right)).toBe(tableOf(left) === tableOf(right))
      }),
      { seed: 1, numRuns: 500 },
    )
  })

  it('for any formula, replacing variables by values gives its value', () => {
    fc.assert(
      fc.property(formula, fc.constantFrom(...ALL_VALUES), (of, values) => {
        const functions = new BooleanFunctions()
        const replaced = functions.substitute(
          build(functions, of),
          (variable) => (values[variable] === true ? ALWAYS : NEVER),
          new Map(),
        )
        expect(replaced).toBe(holds(of, values) ? ALWAYS : NEVER)
      }),
      { seed: 1, numRuns: 500 },
    )
  })

  it('for any formula, knows whether it holds without variables', () => {
    fc.assert(
      fc.property(formula, (of) => {
        const functions = new BooleanFunctions()
        expect(functions.holdsWithoutVariables(build(functions, of))).toBe(holds(of, []))
      }),
      { seed: 1, numRuns: 500 },
    )
  })

  it('refuses to grow without limit', () => {
    const functions = new BooleanFunctions()
    const grow = (): BooleanFunction =>
      Array.from({ length: 40 }, (_, at) =>
        functions.and(functions.variable(at), functions.variable(79 - at)),
      ).reduce((all, each) => functions.or(all, each))
    expect(grow).toThrow(PatternLimitError)
  })
})
