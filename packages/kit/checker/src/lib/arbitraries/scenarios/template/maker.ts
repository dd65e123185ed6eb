import type { Json } from '../../../schema/json.ts'
import type { SchemaNode } from '../../../schema/schema-node.ts'

/** Makes the value of a part. */
export interface Maker {
  make(nodes: readonly SchemaNode[], proposals: readonly Json[]): Json
}
