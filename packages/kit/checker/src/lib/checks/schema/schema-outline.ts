import { isObject } from '../../schema/json.ts'
import { inPlaceSchemas } from '../../schema/judge/in-place-schemas.ts'
import { keywordOf, type SchemaNode } from '../../schema/schema-node.ts'

/** The schemas that judge the same value as one schema, sorted by whether they do so always. */
export interface SchemaOutline {
  /** The schema itself, what it refers to and combines, and its conditions. */
  readonly always: readonly SchemaNode[]
  /** Each `anyOf` and `oneOf` among them, with its branches. */
  readonly alternatives: readonly (readonly SchemaNode[])[]
}

const outlines = new WeakMap<SchemaNode, SchemaOutline>()

/** Reads the outline of a schema, once; what a value must not be (`not`) is no part of it. */
export const outlineOf = (root: SchemaNode): SchemaOutline => {
  const known = outlines.get(root)
  if (known !== undefined) return known
  const always = new Set([root])
  const alternatives: (readonly SchemaNode[])[] = []
  // A Set hands out what is added to it while it is read.
  for (const node of always) {
    const branches = ['anyOf', 'oneOf']
      .map((keyword) => branchesOf(node, keyword))
      .filter(({ length }) => length > 0)
    alternatives.push(...branches)
    const apart = new Set([...branches.flat(), ...denied(node)])
    for (const below of inPlaceSchemas(node)) if (!apart.has(below)) always.add(below)
  }
  const outline = { always: [...always], alternatives }
  outlines.set(root, outline)
  return outline
}

const branchesOf = (node: SchemaNode, keyword: string): readonly SchemaNode[] => {
  const branches = keywordOf(node, keyword)
  return Array.isArray(branches)
    ? branches.flatMap((branch, index) => (isSchema(branch) ? [node.set.child(node, keyword, index)] : []))
    : []
}

const denied = (node: SchemaNode): readonly SchemaNode[] =>
  isSchema(keywordOf(node, 'not')) ? [node.set.child(node, 'not')] : []

const isSchema = (value: unknown): boolean => typeof value === 'boolean' || isObject(value)
