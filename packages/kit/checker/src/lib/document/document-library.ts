import type { Json } from '../schema/json.ts'
import type { SchemaNode } from '../schema/schema-node.ts'
import type { SchemaSet } from '../schema/schema-set.ts'

/** The entry document and everything it refers to, read but not yet understood. */
export interface DocumentLibrary {
  readonly entryUri: string
  /** Parsed documents by absolute URI without a fragment. */
  readonly documents: ReadonlyMap<string, Json>
  readonly schemas: SchemaSet
  /** Why a document that is referred to could not be read, by URI; a mistake only where the reference is used. */
  readonly failures: ReadonlyMap<string, string>
  /** Texts that examples name by `externalValue`, by URI; one that cannot be read is absent. */
  readonly texts: ReadonlyMap<string, string>
  /** Schemas already found sound. */
  readonly soundSchemas: Set<SchemaNode>
}
