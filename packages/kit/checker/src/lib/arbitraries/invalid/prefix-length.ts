import { reachableInPlace } from '../../schema/judge/in-place-schemas.ts'
import { keywordOf, type SchemaNode } from '../../schema/schema-node.ts'

/** How many items the longest `prefixItems` speaks of, counting those of schemas that hold for the same array. */
export const prefixLengthOf = (node: SchemaNode): number =>
  Math.max(
    ...[...reachableInPlace(node)].map((part) => {
      const prefix = keywordOf(part, 'prefixItems')
      return Array.isArray(prefix) ? prefix.length : 0
    }),
  )
