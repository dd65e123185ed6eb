import { check, property, sample } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anySchema, anyValue } from '../../../test/any-schema.ts'
import { createNode } from '../../../test/create-node.ts'
import type { Json } from '../base/json.ts'
import { isValid } from '../keywords/judge.ts'
import { tangledSchema } from './fixtures/tangled-schema.ts'
import { holds } from './goal.ts'
import { UnsatisfiableSchemaError, validValuesOf } from './valid-values.ts'
import { ValueSource } from './value-source.ts'

const schemas: readonly Json[] = [
  ...sample(anySchema, { seed: 11, numRuns: 500 }),
  ...sample(tangledSchema, { seed: 12, numRuns: 250 }),
]
const candidates: readonly Json[] = sample(anyValue, { seed: 13, numRuns: 1_500 })
const TIMEOUT_MS = 60_000

const settings = { maxDepth: 3, inventsProperties: false }

/** Values straight from the source, before they are judged; undefined if there are none. */
const unjudged = (schema: Json, numRuns: number): readonly Json[] | undefined => {
  const source = new ValueSource(settings)
  const goal = [holds(createNode(schema), [], undefined)]
  return source.meets(goal).kind === 'some' ? sample(source.valuesOf(goal), { seed: 1, numRuns }) : undefined
}

const isSatisfiable = (schema: Json): boolean => {
  try {
    validValuesOf(createNode(schema))
    return true
  } catch (error) {
    if (error instanceof UnsatisfiableSchemaError) return false
    throw error
  }
}

const satisfiable = schemas.filter(isSatisfiable)

describe('validValuesOf, laws', () => {
  it('for any schema, values are right before they are judged', { timeout: TIMEOUT_MS }, () => {
    const wrong = schemas.filter((schema) => {
      const node = createNode(schema)
      return unjudged(schema, 12)?.some((value) => !isValid(node, value)) ?? false
    })
    expect(wrong).toEqual([])
    expect(satisfiable.length).toBeGreaterThan(500)
  })

  it('for any schema refused, no candidate keeps it', { timeout: TIMEOUT_MS }, () => {
    const refused = schemas.filter((schema) => !satisfiable.includes(schema))
    const wrong = refused.filter((schema) => {
      const node = createNode(schema)
      return candidates.some((value) => isValid(node, value))
    })
    expect(wrong).toEqual([])
    expect(refused.length).toBeGreaterThan(50)
  })

  it('for any schema, the same seed draws the same values', { timeout: TIMEOUT_MS }, () => {
    const different = satisfiable.slice(0, 300).filter((schema) => {
      const fresh = sample(validValuesOf(createNode(schema)), { seed: 7, numRuns: 5 })
      const node = createNode(schema)
      // Earlier draws must not influence this one.
      sample(validValuesOf(node), { seed: 99, numRuns: 5 })
      return JSON.stringify(fresh) !== JSON.stringify(sample(validValuesOf(node), { seed: 7, numRuns: 5 }))
    })
    expect(different).toEqual([])
  })

  it('for any schema, what a value shrinks to keeps it', { timeout: TIMEOUT_MS }, () => {
    const wrong = satisfiable.slice(0, 300).filter((schema) => {
      const node = createNode(schema)
      const seen: Json[] = []
      check(
        property(validValuesOf(node), (value) => seen.push(value) < 0),
        { seed: 5, numRuns: 1 },
      )
      return seen.some((value) => !isValid(node, value))
    })
    expect(wrong).toEqual([])
  })
})
