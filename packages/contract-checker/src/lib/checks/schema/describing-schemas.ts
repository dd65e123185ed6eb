import { isValid } from '../../schema/evaluate.ts'
import type { Json } from '../../schema/json.ts'
import type { Direction, SchemaNode } from '../../schema/schema-node.ts'
import { outlineOf } from './schema-outline.ts'

/**
 * The schemas that together describe a value: the schema, what it refers to and combines, and of its alternatives those
 * that the value is valid by (all of them where it is by none).
 */
export const describingSchemas = (
  root: SchemaNode,
  value: Json,
  direction: Direction = 'response',
): readonly SchemaNode[] => {
  const { always, alternatives } = outlineOf(root)
  if (alternatives.length === 0) return always
  const found = new Set(always)
  const pending = [...alternatives]
  for (const branches of pending) {
    const holding = branches.filter((branch) => isValid(branch, value, { direction }))
    for (const branch of holding.length > 0 ? holding : branches) {
      if (found.has(branch)) continue
      const below = outlineOf(branch)
      for (const node of below.always) found.add(node)
      pending.push(...below.alternatives)
    }
  }
  return [...found]
}
