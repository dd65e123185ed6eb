import { keywordOf, type SchemaNode } from './schema-set.ts'
import { resolveUri } from './uris.ts'

/** The schema resources on the way to a schema, outermost first, in which `$dynamicRef` looks (JSON Schema Core, 7.1). */
export type Scope = readonly string[]

/** The schemas that `$ref` and `$dynamicRef` of a schema lead to, the latter by the scope it was reached in (Core, 8.2.3). */
export const referenceTargets = (node: SchemaNode, scope: Scope): readonly SchemaNode[] => {
  const targets: SchemaNode[] = []
  const reference = keywordOf(node, '$ref')
  if (typeof reference === 'string') targets.push(node.set.resolve(node, reference))
  const dynamic = keywordOf(node, '$dynamicRef')
  if (typeof dynamic === 'string') targets.push(dynamicTarget(node, dynamic, scope))
  return targets
}

const dynamicTarget = (node: SchemaNode, reference: string, scope: Scope): SchemaNode => {
  const initial = node.set.resolve(node, reference)
  const { fragment } = resolveUri(reference, node.baseUri)
  if (keywordOf(initial, '$dynamicAnchor') !== fragment) return initial
  for (const resource of scope) {
    const found = node.set.findDynamicAnchor(resource, fragment)
    if (found !== undefined) return found
  }
  return initial
}
