import { listOperations, type DocumentOperation } from './schema/document-operations.ts'
import type { JsonObject } from './schema/json-object.ts'
import { createSchemaJudge, type SchemaJudge } from './schema/schema-judge.ts'

/** A document as requests are judged by it; every server of a process may share one, and its compiled validators. */
export interface ApiContract {
  readonly operations: readonly DocumentOperation[]
  readonly judge: SchemaJudge
}

/**
 * Reads a bundled OpenAPI 3.1 document, as data; its `servers` and `security` do not matter here. Throws one clear
 * sentence on what cannot be bound. `guardedHeaders` are header parameters that guards judge, in any case.
 */
export function readContract(document: object, guardedHeaders: readonly string[] = []): ApiContract {
  // As a record: a document imported as JSON has a type of its own, without an index.
  const record: JsonObject = { ...document }
  const operations = listOperations(record)
  return { operations, judge: createSchemaJudge({ document: record, operations, guardedHeaders }) }
}
