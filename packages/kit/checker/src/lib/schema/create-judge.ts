import { evaluate } from './evaluate.ts'
import type { Failure } from './failure.ts'
import type { Direction } from './schema-node.ts'
import { readStandaloneSchema, type SchemaLocation } from './standalone-schema.ts'

/** How values are judged by a schema. */
export interface JudgeOptions extends SchemaLocation {
  /**
   * Which way the value travels: a `request` may leave out required properties that are readOnly, a `response` those that are
   * writeOnly. Default: a plain JSON Schema, in which both keywords are annotations.
   */
  readonly direction?: Direction
  /** Whether `format` is an assertion; default true. */
  readonly formats?: boolean
}

/**
 * Creates a function that returns every keyword of a schema that a value violates: an empty list for a valid value. The schema is JSON
 * Schema 2020-12 (OpenAPI 3.1) or the dialect of OpenAPI 3.0, alone or at a `pointer` of a document. Values nested deeper than 200
 * levels are not judged below that.
 *
 * Throws UnresolvedReferenceError where `pointer` leads to no schema; the judge throws it where a `$ref` that it follows leads nowhere.
 */
export const createJudge = (
  schema: unknown,
  options: JudgeOptions = {},
): ((value: unknown) => readonly Failure[]) => {
  const { direction, formats = true } = options
  const node = readStandaloneSchema(schema, options)
  return (value) => evaluate(node, value, { direction, formats })
}
