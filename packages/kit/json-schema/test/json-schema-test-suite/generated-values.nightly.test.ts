import { sample } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { invalidValuesOf, UnbreakableSchemaError } from '../../src/break/invalid-values.ts'
import { UnsatisfiableSchemaError, validValuesOf } from '../../src/generate/valid-values.ts'
import { evaluate, isValid } from '../../src/keywords/judge.ts'
import { createSuiteNode, requiredGroups } from './load-suite.ts'

const drawn = <Value>(draw: () => Value[]): Value[] => {
  try {
    return draw()
  } catch (error) {
    if (error instanceof UnsatisfiableSchemaError || error instanceof UnbreakableSchemaError) return []
    throw error
  }
}
const titled = requiredGroups.map((group) => [`${group.file}: ${group.description}`, group] as const)

describe('generated values', () => {
  it.each(titled)('of %s are right, and the invalid ones wrong in one keyword', (_, group) => {
    const node = createSuiteNode(group)
    const valid = drawn(() => sample(validValuesOf(node), { seed: 3, numRuns: 100 }))
    expect(valid.filter((value) => !isValid(node, value, { formats: false }))).toEqual([])
    const invalid = drawn(() => sample(invalidValuesOf(node), { seed: 3, numRuns: 50 }))
    expect(invalid.length > 0 || !group.tests.some((each) => !each.valid)).toBe(true)
    const broken = invalid.map(({ value }) => [...new Set(evaluate(node, value).map((each) => each.keyword))])
    expect(broken).toEqual(invalid.map(({ keyword }) => [keyword]))
  })
})
