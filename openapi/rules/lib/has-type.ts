import type { SchemaNode } from './documents.ts'

/** Whether the schema names this type, alone or among others. */
export function hasType(schema: SchemaNode, type: string): boolean {
  return Array.isArray(schema.type) ? schema.type.includes(type) : schema.type === type
}
