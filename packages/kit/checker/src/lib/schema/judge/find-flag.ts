import { keywordOf, type SchemaNode } from '../schema-node.ts'

/** The annotations that bind a property to one direction (2020-12 Validation, 9.4; OpenAPI 3.0.3, "Schema Object"). */
export type DirectionFlag = 'readOnly' | 'writeOnly'

const known = {
  readOnly: new WeakMap<SchemaNode, SchemaNode | 'none'>(),
  writeOnly: new WeakMap<SchemaNode, SchemaNode | 'none'>(),
}

/** The schema that sets a flag for a property: its own, or one that it refers to or combines by `allOf`; undefined for none. */
export const findFlag = (property: SchemaNode, flag: DirectionFlag): SchemaNode | undefined => {
  const found = known[flag].get(property) ?? findIn(property, flag, new Set()) ?? 'none'
  known[flag].set(property, found)
  return found === 'none' ? undefined : found
}

const findIn = (node: SchemaNode, flag: DirectionFlag, visited: Set<SchemaNode>): SchemaNode | undefined => {
  if (visited.has(node)) return undefined
  visited.add(node)
  if (keywordOf(node, flag) === true) return node
  const reference = keywordOf(node, '$ref')
  const target =
    typeof reference === 'string' ? findIn(node.set.resolve(node, reference), flag, visited) : undefined
  if (target !== undefined) return target
  const all = keywordOf(node, 'allOf')
  if (!Array.isArray(all)) return undefined
  for (const index of all.keys()) {
    const found = findIn(node.set.child(node, 'allOf', index), flag, visited)
    if (found !== undefined) return found
  }
  return undefined
}
