import { type Arbitrary, sample } from 'fast-check'
import { type Json, writeJson } from './base/json.ts'
import { readStandaloneSchema, type SchemaLocation } from './base/schema-set.ts'
import { validValuesOf, type ValueOptions } from './generate/valid-values.ts'
import { type InvalidValue, invalidValuesOf } from './break/invalid-values.ts'

/** How values are made from a schema that stands alone. */
export interface GenerationOptions extends ValueOptions, SchemaLocation {}

/**
 * Values that satisfy a JSON Schema 2020-12 or OpenAPI schema: deterministic by fast-check's seed, shrinking towards small ones. Throws
 * UnsatisfiableSchemaError, with the JSON Pointer, if no value exists.
 */
export const validValues = (schema: unknown, options: GenerationOptions = {}): Arbitrary<Json> =>
  validValuesOf(readStandaloneSchema(schema, options), options)

/**
 * Makes values that break exactly one keyword of the schema, each with that keyword and its JSON Pointer. The choice is even over all
 * statements that can be broken alone. Throws UnbreakableSchemaError if there is none.
 */
export const invalidValues = (schema: unknown, options: GenerationOptions = {}): Arbitrary<InvalidValue> =>
  invalidValuesOf(readStandaloneSchema(schema, options), options)

/** The number of values drawn for a sample, of which the shortest is taken. */
const draws = 12

/**
 * One value that satisfies a schema, short, and the same each time. Throws UnsatisfiableSchemaError, with the JSON Pointer, where no
 * value exists.
 */
export const sampleValue = (schema: unknown, options: GenerationOptions = {}): Json => {
  const values = sample(validValues(schema, options), { numRuns: draws, seed: 1 })
  const [shortest = null] = values.toSorted((one, other) => writeJson(one).length - writeJson(other).length)
  return shortest
}
