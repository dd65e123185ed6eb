import type { JsonObject } from '../../schema/json.ts'
import type { SchemaNode } from '../../schema/schema-node.ts'

/** An object as a request or an answer shows it, with the schemas that describe it. */
export interface Thing {
  readonly value: JsonObject
  readonly schemas: readonly SchemaNode[]
}
