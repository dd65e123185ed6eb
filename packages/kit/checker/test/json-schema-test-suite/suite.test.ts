import { type Arbitrary, sample } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { invalidValuesOf, UnbreakableSchemaError } from '../../src/json-schema/break/invalid-values.ts'
import { UnsatisfiableSchemaError, validValuesOf } from '../../src/json-schema/generate/valid-values.ts'
import { evaluate, isValid } from '../../src/json-schema/keywords/judge.ts'
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

/** The groups that no value satisfies. The suite has no valid value for them either. */
const unsatisfiable = [
  'allOf.json: allOf with boolean schemas, some false',
  'allOf.json: allOf with boolean schemas, all false',
  'anyOf.json: anyOf with boolean schemas, all false',
  "boolean_schema.json: boolean schema 'false'",
  'not.json: not with boolean schema true',
  'oneOf.json: oneOf with boolean schemas, all true',
  'oneOf.json: oneOf with boolean schemas, more than one true',
  'oneOf.json: oneOf with boolean schemas, all false',
  'ref.json: $ref to boolean schema false',
  // "bar" is required, though neither evaluated nor allowed to be left so.
  'unevaluatedProperties.json: unevaluatedProperties with not',
]

/** The groups whose schemas allow every value. */
const unbreakable = [
  'additionalProperties.json: additionalProperties are allowed by default',
  'allOf.json: allOf with boolean schemas, all true',
  'allOf.json: allOf with one empty schema',
  'allOf.json: allOf with two empty schemas',
  'anyOf.json: anyOf with boolean schemas, all true',
  'anyOf.json: anyOf with boolean schemas, some true',
  'anyOf.json: anyOf with one empty schema',
  "boolean_schema.json: boolean schema 'true'",
  'content.json: validation of string-encoded content based on media type',
  'content.json: validation of binary string-encoding',
  'content.json: validation of binary-encoded media type documents',
  'content.json: validation of binary-encoded media type documents with schema',
  'dependentRequired.json: empty dependents',
  'if-then-else.json: ignore if without then or else',
  'if-then-else.json: ignore then without if',
  'if-then-else.json: ignore else without if',
  'if-then-else.json: non-interference across combined schemas',
  'items.json: items with boolean schema (true)',
  'maxContains.json: maxContains without contains is ignored',
  'minContains.json: minContains without contains is ignored',
  'minContains.json: minContains = 0',
  'not.json: not with boolean schema false',
  'oneOf.json: oneOf with boolean schemas, one true',
  'propertyNames.json: propertyNames with boolean schema true',
  'ref.json: $ref to boolean schema true',
  'required.json: required default validation',
  'required.json: required with empty array',
  'unevaluatedItems.json: unevaluatedItems true',
  'uniqueItems.json: uniqueItems=false validation',
]

/** Values of each group, none for a group that is known to have none. */
const drawAll = <Value>(valuesOf: (node: ReturnType<typeof createSuiteNode>) => Arbitrary<Value>) =>
  requiredGroups.map((group) => {
    const node = createSuiteNode(group)
    const drawn = { name: `${group.file}: ${group.description}`, node, tests: group.tests }
    try {
      return { ...drawn, values: sample(valuesOf(node), { seed: 2, numRuns: VALUES }) }
    } catch (error) {
      if (error instanceof UnsatisfiableSchemaError || error instanceof UnbreakableSchemaError)
        return { ...drawn, values: [] }
      throw error
    }
  })
const namesOf = (groups: readonly { readonly name: string }[]) => groups.map(({ name }) => name)

/** Values of each group; `generated-values.nightly.test.ts` draws more. */
const VALUES = 5

describe('validValuesOf', () => {
  const drawn = drawAll(validValuesOf)

  it('makes values of every group that has any', () => {
    expect(drawn).toHaveLength(350)
    expect(namesOf(drawn.filter(({ values }) => values.length === 0))).toEqual(unsatisfiable)
  })

  it('makes no wrong value', () => {
    const wrong = drawn.filter(({ node, values }) =>
      values.some((value) => !isValid(node, value, { formats: false })),
    )
    expect(namesOf(wrong)).toEqual([])
  })
})

describe('invalidValuesOf', () => {
  const drawn = drawAll(invalidValuesOf)

  it('breaks every group that can be broken', () => {
    expect(drawn.filter(({ tests }) => tests.some(({ valid }) => !valid))).toHaveLength(270)
    expect(namesOf(drawn.filter(({ values }) => values.length === 0))).toEqual(unbreakable)
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
