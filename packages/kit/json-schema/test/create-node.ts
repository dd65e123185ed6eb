import type { Json } from '../src/base/json.ts'
import type { Dialect, SchemaNode } from '../src/base/schema-set.ts'
import { SchemaSet } from '../src/base/schema-set.ts'

/** A schema that stands alone, under the URI `https://schemas.example/root.json`. */
export const createNode = (schema: Json, dialect: Dialect = '2020-12'): SchemaNode => {
  const set = new SchemaSet()
  set.addDocument('https://schemas.example/root.json', schema, dialect)
  return set.node('https://schemas.example/root.json')
}
