import type { Json } from './json.ts'
import type { Dialect, SchemaNode } from './schema-node.ts'
import { SchemaSet } from './schema-set.ts'

/** Where a schema is, and how its keywords are read. */
export interface SchemaLocation {
  /** Default `2020-12`; `openapi-3.0` reads `nullable` and boolean `exclusiveMinimum`. */
  readonly dialect?: Dialect
  /** URI of the schema, against which its relative references resolve; default `memory:/schema.json`. */
  readonly uri?: string
  /** Other documents that it refers to, by absolute URI. */
  readonly documents?: Readonly<Record<string, unknown>>
  /** JSON Pointer of the schema in the document given; default: the document is the schema. */
  readonly pointer?: string
}

/** Reads a schema outside of a run. Throws UnresolvedReferenceError where the pointer leads to no schema. */
export const readStandaloneSchema = (
  schema: unknown,
  { uri = 'memory:/schema.json', dialect = '2020-12', documents = {}, pointer = '' }: SchemaLocation,
): SchemaNode => {
  const set = new SchemaSet()
  for (const [address, document] of Object.entries(documents))
    set.addDocument(address, document as Json, dialect)
  set.addDocument(uri, schema as Json, dialect)
  return set.node(uri, pointer)
}
