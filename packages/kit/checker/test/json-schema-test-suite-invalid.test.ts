import { sample } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { UnbreakableSchemaError } from '../src/json-schema/break/invalid-values.ts'
import { invalidValuesOf, type InvalidValue } from '../src/json-schema/break/invalid-values.ts'
import { evaluate } from '../src/json-schema/keywords/judge.ts'
import type { SchemaNode } from '../src/json-schema/base/schema-set.ts'
import { createSuiteNode, loadSuite } from './json-schema-test-suite/load-suite.ts'

/** Groups that have an invalid value, but for which none is found that breaks one statement alone. There is none. */
const MISSES: readonly string[] = []

/** Groups whose schemas allow everything. All other groups without an invalid test have schemas that can be broken. */
const UNBREAKABLE = [
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

const draw = (node: SchemaNode): InvalidValue[] => {
  try {
    return sample(invalidValuesOf(node), { seed: 7, numRuns: 20 })
  } catch (error) {
    if (error instanceof UnbreakableSchemaError) return []
    throw error
  }
}

const groups = loadSuite().map((group) => {
  const node = createSuiteNode(group)
  const isNegatable = group.tests.some(({ valid }) => !valid)
  return { title: `${group.file}: ${group.description}`, isNegatable, node, values: draw(node) }
})

const isBrokenOtherwise = (node: SchemaNode, { value, keyword }: InvalidValue): boolean => {
  const failures = evaluate(node, value)
  return failures.length === 0 || failures.some((failure) => failure.keyword !== keyword)
}

describe('invalidValuesOf', () => {
  it('breaks one keyword of every negatable group of the suite', () => {
    const negatable = groups.filter(({ isNegatable }) => isNegatable)
    const missed = negatable.filter(({ values }) => values.length === 0)
    expect(negatable).toHaveLength(270)
    expect(missed.map(({ title }) => title)).toEqual(MISSES)
  })

  it('gives no value that is valid or broken otherwise', () => {
    const wrong = groups.filter(({ node, values }) => values.some((value) => isBrokenOtherwise(node, value)))
    expect(wrong.map(({ title }) => title)).toEqual([])
  })

  it('gives no value where everything is valid', () => {
    const empty = groups.filter(({ values, isNegatable }) => values.length === 0 && !isNegatable)
    expect(empty.map(({ title }) => title)).toEqual(UNBREAKABLE)
  })
})
