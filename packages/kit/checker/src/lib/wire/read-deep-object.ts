import type { SchemaNode } from '../schema/schema-node.ts'
import { itemNodesOf, propertyNodesOf, typesOfAny } from './schema-shape.ts'
import type { Tree } from './tree.ts'

/** A decoded pair of a query or form. */
export type DecodedPair = readonly [name: string, text: string]

/**
 * Reads `filter[a]=1&filter[b][c]=2` as the object of that name, lists where the schema has lists; undefined where no pair
 * belongs to it. Below the first brackets OpenAPI defines nothing: what query parsers commonly do is done.
 */
export const readDeepObject = (
  name: string,
  pairs: readonly DecodedPair[],
  nodes: readonly SchemaNode[],
): Tree | undefined => {
  const branches = pairs.flatMap(([key, text]) => {
    const path = key.startsWith(`${name}[`) ? parseBrackets(key.slice(name.length)) : undefined
    return path === undefined ? [] : [{ path, text }]
  })
  return branches.length === 0 ? undefined : growTree(branches, nodes)
}

interface Branch {
  readonly path: readonly string[]
  readonly text: string
}

const parseBrackets = (text: string): readonly string[] | undefined =>
  /^(\[[^[\]]*\])+$/.test(text) ? text.slice(1, -1).split('][') : undefined

const growTree = (branches: readonly Branch[], nodes: readonly SchemaNode[]): Tree => {
  const texts = branches.filter(({ path }) => path.length === 0).map(({ text }) => text)
  const types = typesOfAny(nodes)
  const isList = types.has('array') && !types.has('object')
  if (texts.length > 0) return texts.length > 1 || isList ? texts : (texts[0] ?? '')
  const groups = Map.groupBy(branches, ({ path }) => path[0] ?? '')
  const below = (key: string): readonly Branch[] =>
    (groups.get(key) ?? []).map(({ path, text }) => ({ path: path.slice(1), text }))
  if (isList && [...groups.keys()].every((key) => /^\d*$/.test(key))) {
    return [...groups.keys()].flatMap((key, index) =>
      key === ''
        ? below(key).map(({ text }) => text)
        : [
            growTree(
              below(key),
              nodes.flatMap((node) => itemNodesOf(node, index)),
            ),
          ],
    )
  }
  return new Map(
    [...groups.keys()].map(
      (key) =>
        [
          key,
          growTree(
            below(key),
            nodes.flatMap((node) => propertyNodesOf(node, key)),
          ),
        ] as const,
    ),
  )
}
