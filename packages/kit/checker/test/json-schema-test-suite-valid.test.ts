import { sample } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { UnsatisfiableSchemaError } from '../src/json-schema/generate/valid-values.ts'
import { holds } from '../src/json-schema/generate/goal.ts'
import { ValueSource } from '../src/json-schema/generate/value-source.ts'
import { validValuesOf } from '../src/json-schema/generate/valid-values.ts'
import { isValid } from '../src/json-schema/keywords/judge.ts'
import { createSuiteNode, loadSuite, type SuiteGroup } from './json-schema-test-suite/load-suite.ts'

const groups = loadSuite()
const nameOf = ({ file, description }: SuiteGroup): string => `${file}: ${description}`

/** Groups that are satisfied by no value whatever; the suite holds no valid value for them either. */
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

/** Satisfiable groups that no value is made for, each to be explained here. There are none. */
const misses: readonly string[] = []

/** Two thousand values of the metaschema are among those judged. */
const TIMEOUT_MS = 60_000

describe('JSON-Schema-Test-Suite, valid values', () => {
  it(
    'gives values for every satisfiable group',
    () => {
      const without = groups.filter((group) => {
        try {
          return sample(validValuesOf(createSuiteNode(group)), { seed: 1, numRuns: 1 }).length === 0
        } catch (error) {
          if (error instanceof UnsatisfiableSchemaError && error.isProved) return true
          throw error
        }
      })
      expect(groups).toHaveLength(350)
      expect(without.map(nameOf)).toEqual(
        groups.map(nameOf).filter((name) => [...unsatisfiable, ...misses].includes(name)),
      )
      expect(without).toHaveLength(unsatisfiable.length + misses.length)
    },
    TIMEOUT_MS,
  )

  it('refuses no group that has a valid value', () => {
    const satisfiable = groups.filter(({ tests }) => tests.some(({ valid }) => valid)).map(nameOf)
    expect(satisfiable.filter((name) => unsatisfiable.includes(name))).toEqual([])
  })

  it(
    'makes 50 values of each group, none wrong',
    () => {
      const wrong = groups
        .filter((group) => !unsatisfiable.includes(nameOf(group)))
        .flatMap((group) => {
          const node = createSuiteNode(group)
          const values = sample(validValuesOf(node), { seed: 2, numRuns: 50 })
          return values.filter((value) => !isValid(node, value, { formats: false })).map(() => nameOf(group))
        })
      expect(wrong).toEqual([])
    },
    TIMEOUT_MS,
  )

  it(
    'makes them right by construction, unjudged',
    () => {
      const wrong = groups
        .filter((group) => !unsatisfiable.includes(nameOf(group)))
        .flatMap((group) => {
          const node = createSuiteNode(group)
          const source = new ValueSource({ maxDepth: 3, inventsProperties: false })
          const values = sample(source.valuesOf([holds(node, [], undefined)]), { seed: 3, numRuns: 20 })
          return values.filter((value) => !isValid(node, value)).map(() => nameOf(group))
        })
      expect(wrong).toEqual([])
    },
    TIMEOUT_MS,
  )
})
