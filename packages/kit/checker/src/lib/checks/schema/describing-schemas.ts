import { isValid } from '../../schema/evaluate.ts'
import type { Json } from '../../schema/json.ts'
import type { Direction, SchemaNode } from '../../schema/schema-node.ts'
import { BoundedCache } from '../../text/bounded-cache.ts'
import { outlineOf } from './schema-outline.ts'

const known = new WeakMap<SchemaNode, BoundedCache<readonly SchemaNode[]>>()

/** One list for each choice of alternatives: what is found out of a list is remembered by the list. */
const sameList = (
  root: SchemaNode,
  choice: string,
  nodes: ReadonlySet<SchemaNode>,
): readonly SchemaNode[] => {
  const lists = known.get(root) ?? new BoundedCache<readonly SchemaNode[]>(100)
  known.set(root, lists)
  return lists.get(choice, () => [...nodes])
}

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
  let choice = ''
  for (const branches of pending) {
    const holding = branches.filter((branch) => isValid(branch, value, { direction }))
    choice += `${holding.map((branch) => branches.indexOf(branch)).join(' ')},`
    for (const branch of holding.length > 0 ? holding : branches) {
      if (found.has(branch)) continue
      const below = outlineOf(branch)
      for (const node of below.always) found.add(node)
      pending.push(...below.alternatives)
    }
  }
  return sameList(root, choice, found)
}
