import type { Json } from '../src/lib/schema/json.ts'
import type { Dialect, SchemaNode } from '../src/lib/schema/schema-node.ts'
import { SchemaSet } from '../src/lib/schema/schema-set.ts'

/** A schema that stands alone, under the URI `https://schemas.example/root.json`. */
export const createNode = (schema: Json, dialect: Dialect = '2020-12'): SchemaNode => {
  const set = new SchemaSet()
  set.addDocument('https://schemas.example/root.json', schema, dialect)
  return set.node('https://schemas.example/root.json')
}
