import { type Arbitrary, sample } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { invalidValuesOf, UnbreakableSchemaError } from '../../src/break/invalid-values.ts'
import { UnsatisfiableSchemaError, validValuesOf } from '../../src/generate/valid-values.ts'
import type { SchemaNode } from '../../src/base/schema-set.ts'
import { evaluate, isValid } from '../../src/keywords/judge.ts'
import { createSuiteNode, formatGroups, requiredGroups, type SuiteGroup } from './load-suite.ts'

const judgeAll = (groups: readonly SuiteGroup[], formats: boolean) => {
  const verdicts = groups.flatMap((group) => {
    const node = createSuiteNode(group)
    return group.tests.map(({ description, data, valid }) => ({
      name: [group.file, group.description, description].join(' | '),
      isRight: [isValid(node, data, { formats }), evaluate(node, data, { formats }).length === 0].every(
        (verdict) => verdict === valid,
      ),
    }))
  })
  return { count: verdicts.length, wrong: verdicts.filter(({ isRight }) => !isRight).map(({ name }) => name) }
}

describe('evaluate', () => {
  it('passes all required tests of the suite', () => {
    expect(judgeAll(requiredGroups, false)).toEqual({ count: 1176, wrong: [] })
  })

  it('passes all format tests of the suite', () => {
    expect(judgeAll(formatGroups, true)).toEqual({ count: 460, wrong: [] })
  })
})

/** To break the metaschema costs most of the time; `generated-values.nightly.test.ts` does. */
const breakableGroups = requiredGroups.filter(
  ({ schema }) => !JSON.stringify(schema).includes('"$ref":"https://json-schema.org/'),
)

/** Five values of each group, `generated-values.nightly.test.ts` draws more; none for a group that is known to have none. */
const drawAll = <Value>(groups: readonly SuiteGroup[], valuesOf: (node: SchemaNode) => Arbitrary<Value>) =>
  groups.map((group) => {
    const node = createSuiteNode(group)
    const drawn = { name: `${group.file}: ${group.description}`, node, tests: group.tests }
    try {
      return { ...drawn, values: sample(valuesOf(node), { seed: 2, numRuns: 5 }) }
    } catch (error) {
      if (error instanceof UnsatisfiableSchemaError || error instanceof UnbreakableSchemaError)
        return { ...drawn, values: [] }
      throw error
    }
  })
const namesOf = (groups: readonly { readonly name: string }[]) => groups.map(({ name }) => name)

describe('validValuesOf', () => {
  const drawn = drawAll(requiredGroups, validValuesOf)
  const empty = drawn.filter(({ values }) => values.length === 0)

  it('makes values of every group that has any', () => {
    expect([drawn.length, empty.length]).toEqual([350, 10])
    expect(namesOf(empty.filter(({ tests }) => tests.some(({ valid }) => valid)))).toEqual([])
  })

  it('makes no wrong value', () => {
    const wrong = drawn.filter(({ node, values }) =>
      values.some((value) => !isValid(node, value, { formats: false })),
    )
    expect(namesOf(wrong)).toEqual([])
  })
})

describe('invalidValuesOf', () => {
  const drawn = drawAll(breakableGroups, invalidValuesOf)

  it('breaks every group that can be broken', () => {
    const empty = drawn.filter(({ values }) => values.length === 0)
    expect([drawn.length, empty.length]).toEqual([343, 29])
    expect(namesOf(empty.filter(({ tests }) => tests.some(({ valid }) => !valid)))).toEqual([])
  })

  it('makes values that break the named keyword and no other', () => {
    const wrong = drawn.filter(({ node, values }) =>
      values.some(({ value, keyword }) => {
        const failures = evaluate(node, value)
        return failures.length === 0 || failures.some((failure) => failure.keyword !== keyword)
      }),
    )
    expect(namesOf(wrong)).toEqual([])
  })
})
