import type { Arbitrary } from 'fast-check'
import type { Json } from '../schema/json.ts'
import type { Dialect, SchemaNode } from '../schema/schema-node.ts'
import { SchemaSet } from '../schema/schema-set.ts'
import { invalidValuesOf, type InvalidValue } from './invalid-values.ts'
import { validValuesOf, type ValueOptions } from './valid-values.ts'

/** How values are made from a schema that stands alone. */
export interface GenerationOptions extends ValueOptions {
  /** Default `2020-12`; `openapi-3.0` reads `nullable` and boolean `exclusiveMinimum`. */
  readonly dialect?: Dialect
  /** URI of the schema, against which its relative references resolve; default `memory:/schema.json`. */
  readonly uri?: string
  /** Other documents that it refers to, by absolute URI. */
  readonly documents?: Readonly<Record<string, unknown>>
  /** JSON Pointer of the schema in the document given; default: the document is the schema. */
  readonly pointer?: string
}

/**
 * Values that satisfy a JSON Schema 2020-12 or OpenAPI schema: deterministic by fast-check's seed, shrinking towards small ones. Throws
 * UnsatisfiableSchemaError, with the JSON Pointer, where no value exists.
 */
export const validValues = (schema: unknown, options: GenerationOptions = {}): Arbitrary<Json> =>
  validValuesOf(toNode(schema, options), options)

/**
 * Values that break exactly one keyword of the schema, each with that keyword and its JSON Pointer; chosen evenly over all statements that
 * can be broken alone. Throws UnbreakableSchemaError where there is none.
 */
export const invalidValues = (schema: unknown, options: GenerationOptions = {}): Arbitrary<InvalidValue> =>
  invalidValuesOf(toNode(schema, options), options)

const toNode = (
  schema: unknown,
  { uri = 'memory:/schema.json', dialect = '2020-12', documents = {}, pointer = '' }: GenerationOptions,
): SchemaNode => {
  const set = new SchemaSet()
  for (const [address, document] of Object.entries(documents))
    set.addDocument(address, document as Json, dialect)
  set.addDocument(uri, schema as Json, dialect)
  return set.node(uri, pointer)
}
