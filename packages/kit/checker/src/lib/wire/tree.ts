import type { Json } from '../schema/json.ts'
import { isValid } from '../schema/evaluate.ts'
import type { Direction, SchemaNode } from '../schema/schema-node.ts'
import { itemNodesOf, propertyNodesOf, typesOfAny } from './schema-shape.ts'
import type { ValueType } from './types-of.ts'

/** What a style makes of the wire: texts, lists and named parts, not yet typed. */
export type Tree = string | readonly Tree[] | ReadonlyMap<string, Tree>

/** Which values a text may mean, the likeliest first. */
export type TextReader = (text: string, types: ReadonlySet<ValueType>) => readonly Json[]

/** The value among candidates that one of the schemas takes, else the first. */
export const pickValid = (
  nodes: readonly SchemaNode[],
  candidates: readonly Json[],
  direction: Direction,
): Json => {
  if (candidates.length > 1) {
    const valid = candidates.find((value) => nodes.some((node) => isValid(node, value, { direction })))
    if (valid !== undefined) return valid
  }
  return candidates[0] as Json
}

/** Types a tree by the schemas of its place: each text becomes the value that its own schema takes, if there is one. */
export const typeTree = (
  nodes: readonly SchemaNode[],
  tree: Tree,
  read: TextReader,
  direction: Direction,
): Json => {
  if (typeof tree === 'string') return pickValid(nodes, read(tree, typesOfAny(nodes)), direction)
  if (isList(tree)) {
    return tree.map((item, index) =>
      typeTree(
        nodes.flatMap((node) => itemNodesOf(node, index)),
        item,
        read,
        direction,
      ),
    )
  }
  return Object.fromEntries(
    [...tree].map(([name, item]) => [
      name,
      typeTree(
        nodes.flatMap((node) => propertyNodesOf(node, name)),
        item,
        read,
        direction,
      ),
    ]),
  )
}

const isList = (tree: Tree): tree is readonly Tree[] => Array.isArray(tree)

/** All values that a tree may mean: its texts read one by one, and, where that loses a value given whole, all as texts. */
export const candidatesOf = (
  nodes: readonly SchemaNode[],
  tree: Tree,
  read: TextReader,
  direction: Direction,
): readonly Json[] => {
  if (typeof tree === 'string') return read(tree, typesOfAny(nodes))
  return [typeTree(nodes, tree, read, direction), typeTree(nodes, tree, (text) => [text], direction)]
}
