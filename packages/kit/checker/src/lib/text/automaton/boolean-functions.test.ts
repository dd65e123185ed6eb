import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ALWAYS, BooleanFunctions, NEVER, type BooleanFunction } from './boolean-functions.ts'
import { PatternLimitError } from './pattern-limit-error.ts'

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
