import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anySchema, anyValue } from '../test/any-schema.ts'
import {
  createJudge,
  invalidValues,
  UnbreakableSchemaError,
  UnsatisfiableSchemaError,
  validValues,
} from './index.ts'
import type { Json, JsonObject } from './base/json.ts'

const record = (keywords: Record<string, fc.Arbitrary<Json>>): fc.Arbitrary<Json> =>
  fc.record(keywords, { requiredKeys: [], noNullPrototype: true }) as fc.Arbitrary<Json>
const counts = fc.nat({ max: 3 })

/** Schemas that are hard to satisfy: with unevaluated or recursive parts, in addition to {@link anySchema}. */
const tangledSchema: fc.Arbitrary<JsonObject> = anySchema.chain(({ $defs = {}, allOf }) => {
  const [schema = true] = allOf as Json[]
  const one = fc.constantFrom<Json[]>(schema, true, { const: 1 }, { type: 'string' }, { $ref: '#' })
  const map = fc.dictionary(fc.constantFrom('a', 'b', 'c'), one, { maxKeys: 2, noNullPrototype: true })
  const required = fc.uniqueArray(fc.constantFrom('a', 'b'), { maxLength: 1 })
  return fc
    .oneof(
      record({ properties: map, required, unevaluatedProperties: one, dependentSchemas: map }),
      record({
        prefixItems: fc.array(one, { minLength: 1, maxLength: 2 }),
        unevaluatedItems: one,
        contains: one,
      }),
      record({ items: fc.constant({ $ref: '#' }), minItems: counts, uniqueItems: fc.boolean() }),
      record({ if: one, then: one, else: one, properties: map }),
    )
    .map((outer): JsonObject => ({ allOf: [schema, outer], $defs }))
})

const schemas = fc.sample(tangledSchema, { seed: 12, numRuns: 120 })
const candidates = fc.sample(anyValue, { seed: 13, numRuns: 300 })

const validOf = (schema: Json): fc.Arbitrary<Json> | undefined => {
  try {
    return validValues(schema)
  } catch (error) {
    if (error instanceof UnsatisfiableSchemaError) return undefined
    throw error
  }
}

describe('validValues', () => {
  it('for any schema, are valid and the same for a seed, and nearly always found where a candidate is valid', () => {
    const outcomes = { some: 0, none: 0, missed: 0 }
    for (const schema of schemas) {
      const [judge, values] = [createJudge(schema), validOf(schema)]
      const rightOf = (drawn: readonly Json[]) => drawn.filter((value) => judge(value).length === 0)
      outcomes[values === undefined ? 'none' : 'some'] += 1
      const drawn = values === undefined ? [] : fc.sample(values, { seed: 7, numRuns: 5 })
      const again = validOf(schema)
      // Earlier draws must not influence this one.
      if (again !== undefined) fc.sample(again, { seed: 99, numRuns: 2 })
      expect([schema, again === undefined ? [] : fc.sample(again, { seed: 7, numRuns: 5 })]).toEqual([
        schema,
        drawn,
      ])
      expect([schema, rightOf(drawn)]).toEqual([schema, drawn])
      if (values === undefined && rightOf(candidates).length > 0) outcomes.missed += 1
    }
    expect(outcomes.missed).toBeLessThanOrEqual(1)
    expect(Math.min(outcomes.some, outcomes.none)).toBeGreaterThan(10)
  })

  it('for any schema, shrink to values that are valid', () => {
    for (const schema of schemas.slice(0, 60)) {
      const [judge, values] = [createJudge(schema), validOf(schema)]
      const seen: Json[] = []
      if (values !== undefined)
        fc.check(
          fc.property(values, (value) => seen.push(value) < 0),
          { seed: 5, numRuns: 1 },
        )
      expect([schema, seen.filter((value) => judge(value).length > 0)]).toEqual([schema, []])
    }
  })
})

describe('invalidValues', () => {
  it('for any schema, break the named statement and no other keyword', () => {
    let count = 0
    for (const schema of schemas.slice(0, 60)) {
      const judge = createJudge(schema)
      try {
        for (const { value, keyword, pointer } of fc.sample(invalidValues(schema), { seed: 3, numRuns: 5 })) {
          const failures = judge(value)
          count += 1
          expect([schema, [...new Set(failures.map((failure) => failure.keyword))]]).toEqual([
            schema,
            [keyword],
          ])
          expect(failures.map(({ schemaPointer }) => schemaPointer)).toContain(pointer)
        }
      } catch (error) {
        if (!(error instanceof UnbreakableSchemaError || error instanceof UnsatisfiableSchemaError))
          throw error
      }
    }
    expect(count).toBeGreaterThan(100)
  })
})
