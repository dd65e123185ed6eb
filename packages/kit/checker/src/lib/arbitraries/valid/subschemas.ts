import { isSchema } from '../../schema/judge/is-schema.ts'
import { isObject, own, type JsonObject } from '../../schema/json.ts'
import type { SchemaNode } from '../../schema/schema-node.ts'

const children = new WeakMap<SchemaNode, Map<string, SchemaNode>>()

/** The subschema below a keyword, or at a name or place below it; found once. */
export const childOf = (node: SchemaNode, keyword: string, token?: string | number): SchemaNode => {
  const known = children.get(node) ?? new Map<string, SchemaNode>()
  children.set(node, known)
  const key = token === undefined ? keyword : `${keyword} ${token}`
  const found = known.get(key)
  if (found !== undefined) return found
  const child = token === undefined ? node.set.child(node, keyword) : node.set.child(node, keyword, token)
  known.set(key, child)
  return child
}

/** Whether a keyword holds a schema. */
export const hasSchema = (schema: JsonObject, keyword: string): boolean => isSchema(own(schema, keyword))

/** The names under which a keyword such as `properties` holds schemas, in the order of the document. */
export const namesBelow = (schema: JsonObject, keyword: string): readonly string[] => {
  const map = own(schema, keyword)
  return isObject(map) ? Object.keys(map).filter((name) => isSchema(map[name])) : []
}

/** The schemas that a keyword such as `allOf` lists. */
export const branchesOf = (node: SchemaNode, schema: JsonObject, keyword: string): readonly SchemaNode[] => {
  const list = own(schema, keyword)
  if (!Array.isArray(list)) return []
  return list.flatMap((branch, index) => (isSchema(branch) ? [childOf(node, keyword, index)] : []))
}
