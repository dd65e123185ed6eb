import type { Arbitrary } from 'fast-check'
import type { Json } from './base/json.ts'
import { readStandaloneSchema, type SchemaLocation } from './base/schema-set.ts'
import { validValuesOf, type ValueOptions } from './generate/valid-values.ts'
import { templateValue } from './boundaries/boundary-values.ts'
import { type InvalidValue, invalidValuesOf } from './break/invalid-values.ts'

/** How values are made from a schema that stands alone. */
export interface GenerationOptions extends ValueOptions, SchemaLocation {}

/**
 * Values that satisfy a JSON Schema 2020-12 or OpenAPI schema: deterministic by fast-check's seed, shrinking towards small ones. Throws
 * UnsatisfiableSchemaError, with the JSON Pointer, if no value is found.
 */
export const validValues = (schema: unknown, options: GenerationOptions = {}): Arbitrary<Json> =>
  validValuesOf(readStandaloneSchema(schema, options), options)

/**
 * Makes values that break exactly one keyword of the schema, each with that keyword and its JSON Pointer. The choice is even over all
 * statements that can be broken alone. Throws UnbreakableSchemaError if there is none.
 */
export const invalidValues = (schema: unknown, options: GenerationOptions = {}): Arbitrary<InvalidValue> =>
  invalidValuesOf(readStandaloneSchema(schema, options), options)

/**
 * The plainest value that satisfies a schema, the same each time: what it proposes itself (`example`, `default`), and no more than it requires.
 * Throws UnsatisfiableSchemaError, with the JSON Pointer, where no value is found.
 */
export const sampleValue = (schema: unknown, options: GenerationOptions = {}): Json =>
  templateValue(readStandaloneSchema(schema, options), options)
