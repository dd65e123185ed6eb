import type { SchemaNode } from '../schema/schema-node.ts'
import type { ValueOptions } from './valid-values.ts'

/** The same function of a schema and options, worked out once for each pair, for as long as the schema is in use. */
export const onceForEach = <Found>(
  find: (node: SchemaNode, options: ValueOptions) => Found,
): ((node: SchemaNode, options?: ValueOptions) => Found) => {
  const known = new WeakMap<SchemaNode, Map<string, { readonly found: Found }>>()
  return (node, options = {}) => {
    const byOptions = known.get(node) ?? new Map<string, { readonly found: Found }>()
    known.set(node, byOptions)
    const key = JSON.stringify([options.direction, options.maxDepth, options.additionalProperties])
    const ready = byOptions.get(key) ?? { found: find(node, options) }
    byOptions.set(key, ready)
    return ready.found
  }
}
