import type { Arbitrary } from 'fast-check'
import type { Json } from './base/json.ts'
import { readStandaloneSchema, type SchemaLocation } from './base/schema-set.ts'
import { validValuesOf, type ValueOptions } from './generate/valid-values.ts'
import { templateValue } from './boundaries/boundary-values.ts'
import { type InvalidValue, invalidValuesOf } from './break/invalid-values.ts'

/** How values are generated from a standalone schema. */
export interface GenerationOptions extends ValueOptions, SchemaLocation {}

/**
 * Values that satisfy a JSON Schema 2020-12 or OpenAPI schema. Deterministic by fast-check's seed; they shrink to small values. Throws
 * UnsatisfiableSchemaError, with the JSON Pointer, if no value is found.
 */
export const validValues = (schema: unknown, options: GenerationOptions = {}): Arbitrary<Json> =>
  validValuesOf(readStandaloneSchema(schema, options), options)

/**
 * Creates values that break exactly one keyword of the schema, each with that keyword and its JSON Pointer. All statements
 * that can be broken separately are equally likely. Throws UnbreakableSchemaError if there is none.
 */
export const invalidValues = (schema: unknown, options: GenerationOptions = {}): Arbitrary<InvalidValue> =>
  invalidValuesOf(readStandaloneSchema(schema, options), options)

/**
 * The plainest value that satisfies a schema, the same each time: its own `example` or `default`, and required properties only.
 * Throws UnsatisfiableSchemaError, with the JSON Pointer, if no value is found.
 */
export const sampleValue = (schema: unknown, options: GenerationOptions = {}): Json =>
  templateValue(readStandaloneSchema(schema, options), options)
