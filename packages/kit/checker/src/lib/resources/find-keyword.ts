import type { Json } from '../schema/json.ts'
import { keywordOf, placeOf, type SchemaNode } from '../schema/schema-node.ts'
import { UnresolvedReferenceError } from '../schema/unresolved-reference-error.ts'

/** Where the `$ref` of a schema leads; nowhere where it has none or it cannot be resolved, which loading the document tells. */
export const findReferenced = (node: SchemaNode): SchemaNode | undefined => {
  const reference = keywordOf(node, '$ref')
  if (typeof reference !== 'string') return undefined
  try {
    return node.set.resolve(node, reference)
  } catch (error) {
    if (error instanceof UnresolvedReferenceError) return undefined
    throw error
  }
}

/** What a keyword says of a value: in the schema itself, behind its `$ref`, or in a branch of its `allOf`, the nearest first. */
export const findKeyword = (
  node: SchemaNode,
  keyword: string,
  seen = new Set<string>(),
): Json | undefined => {
  if (seen.has(placeOf(node))) return undefined
  seen.add(placeOf(node))
  const own = keywordOf(node, keyword)
  if (own !== undefined) return own
  const target = findReferenced(node)
  const branches = keywordOf(node, 'allOf')
  const nearby = [
    ...(target === undefined ? [] : [target]),
    ...(Array.isArray(branches)
      ? branches.map((_branch, index) => node.set.child(node, 'allOf', index))
      : []),
  ]
  for (const each of nearby) {
    const found = findKeyword(each, keyword, seen)
    if (found !== undefined) return found
  }
  return undefined
}
