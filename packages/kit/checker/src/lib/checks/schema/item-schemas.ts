import { isObject } from '../../schema/json.ts'
import { keywordOf, type SchemaNode } from '../../schema/schema-node.ts'

/** What the schemas that describe an array say of the item at an index. */
export const itemSchemas = (nodes: readonly SchemaNode[], index: number): readonly SchemaNode[] =>
  nodes.flatMap((node) => {
    const prefix = keywordOf(node, 'prefixItems')
    if (Array.isArray(prefix) && index < prefix.length) return [node.set.child(node, 'prefixItems', index)]
    return ['items', 'unevaluatedItems'].flatMap((keyword) =>
      isObject(keywordOf(node, keyword)) ? [node.set.child(node, keyword)] : [],
    )
  })
