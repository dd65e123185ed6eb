import { registerSchema, unregisterSchema, validate } from '@hyperjump/json-schema/draft-2020-12'
import { type Arbitrary, assert, asyncProperty, sample } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isValid } from '../src/keywords/judge.ts'
import { invalidValues, UnbreakableSchemaError, UnsatisfiableSchemaError, validValues } from '../src/index.ts'
import type { Json } from '../src/base/json.ts'
import { anySchema } from './any-schema.ts'
import { createNode } from './create-node.ts'
import { createSuiteNode, remotes, requiredGroups } from './json-schema-test-suite/load-suite.ts'

const DIALECT = 'https://json-schema.org/draft/2020-12/schema'
const URI = 'https://second.example/schema.json'

for (const [uri, root] of remotes) registerSchema(structuredClone(root) as never, uri, DIALECT)

/**
 * Groups on which the two differ. Hyperjump takes an `$id` or `$anchor` for an identifier wherever it stands, even as data in an `enum` or
 * below an unknown keyword. The suite and the judge do not (JSON Schema 2020-12 Core, 8.2.1 and 9.4.2).
 */
const misread = new Set([
  'anchor.json: $anchor inside an enum is not a real identifier',
  'id.json: $id inside an enum is not a real identifier',
  'unknownKeyword.json: $id inside an unknown keyword is not a real identifier',
])

/** The verdict of Hyperjump on values. */
const secondOpinion = async (schema: Json, values: readonly Json[]): Promise<readonly boolean[]> => {
  try {
    registerSchema(structuredClone(schema) as never, URI, DIALECT)
    const judge = await validate(URI)
    return values.map((value) => judge(value as never).valid)
  } finally {
    unregisterSchema(URI)
  }
}

/** Some values, or none if the schema has none that can be found. */
const drawn = <Value>(make: () => Arbitrary<Value>): readonly Value[] => {
  try {
    return sample(make(), { seed: 1, numRuns: 5 })
  } catch (error) {
    if (error instanceof UnsatisfiableSchemaError || error instanceof UnbreakableSchemaError) return []
    throw error
  }
}

describe('Hyperjump', () => {
  it('agrees with the judge on all required tests but those it misreads', async () => {
    const differing = new Set<string>()
    let count = 0
    for (const group of requiredGroups) {
      const node = createSuiteNode(group)
      const values = group.tests.map(({ data }) => data)
      const opinions = await secondOpinion(group.schema, values)
      const own = values.map((value) => isValid(node, value, { formats: false }))
      count += values.length
      if (own.some((verdict, index) => verdict !== opinions[index]))
        differing.add(`${group.file}: ${group.description}`)
    }
    expect(differing).toStrictEqual(misread)
    expect(count).toBe(1176)
  })

  it('for any small schema, agrees that valid values are valid and broken ones are not', async () => {
    const counts = { valid: 0, invalid: 0 }
    await assert(
      asyncProperty(anySchema, async (schema) => {
        const valid = drawn(() => validValues(schema))
        const broken = drawn(() => invalidValues(schema)).map(({ value }) => value)
        const opinions = await secondOpinion(schema, [...valid, ...broken])
        const own = [...valid, ...broken].map((value) =>
          isValid(createNode(schema), value, { formats: false }),
        )
        counts.valid += valid.length
        counts.invalid += broken.length
        expect(opinions).toStrictEqual(own)
        expect(opinions).toStrictEqual([...valid.map(() => true), ...broken.map(() => false)])
      }),
      { seed: 5, numRuns: 80 },
    )
    expect(Math.min(counts.valid, counts.invalid)).toBeGreaterThan(130)
  })
})
