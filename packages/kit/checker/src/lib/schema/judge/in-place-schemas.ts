import { isObject } from '../json.ts'
import { isSchema } from './is-schema.ts'
import { keywordOf, type SchemaNode } from '../schema-node.ts'

/**
 * The schemas that judge the same value as this one, one step away: referred to, combined, conditional (2020-12 Core,
 * 10.2). A `$dynamicRef` counts with its static target.
 */
export const inPlaceSchemas = (node: SchemaNode): SchemaNode[] => {
  const found: SchemaNode[] = []
  for (const keyword of ['$ref', '$dynamicRef']) {
    const reference = keywordOf(node, keyword)
    if (typeof reference === 'string') found.push(node.set.resolve(node, reference))
  }
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    const branches = keywordOf(node, keyword)
    if (!Array.isArray(branches)) continue
    for (const [index, branch] of branches.entries()) {
      if (isSchema(branch)) found.push(node.set.child(node, keyword, index))
    }
  }
  for (const keyword of ['if', 'then', 'else', 'not']) {
    if (isSchema(keywordOf(node, keyword))) found.push(node.set.child(node, keyword))
  }
  const dependent = keywordOf(node, 'dependentSchemas')
  for (const [name, schema] of isObject(dependent) ? Object.entries(dependent) : []) {
    if (isSchema(schema)) found.push(node.set.child(node, 'dependentSchemas', name))
  }
  return found
}

/** All schemas that may judge the same value as this one, itself among them, each once. */
export const reachableInPlace = (node: SchemaNode): ReadonlySet<SchemaNode> => {
  const reached = new Set([node])
  // A Set hands out what is added to it while it is read.
  for (const next of reached) for (const below of inPlaceSchemas(next)) reached.add(below)
  return reached
}
