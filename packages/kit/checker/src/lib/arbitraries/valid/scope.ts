import { findIdentifiers } from '../../schema/find-identifiers.ts'
import { UnresolvedReferenceError } from '../../schema/unresolved-reference-error.ts'
import type { SchemaNode, SchemaSource } from '../../schema/schema-node.ts'
import { remembered } from './remembered.ts'

/**
 * The schema resources entered so far, outermost first, where `$dynamicRef` looks (JSON Schema Core, 7.1): only those of
 * them that can be found, having a `$dynamicAnchor` that none before has.
 */
export type Scope = readonly string[]

/** Enters a schema: its resource joins the dynamic scope. */
export const enter = (scope: Scope, node: SchemaNode): Scope => {
  if (scope.includes(node.baseUri)) return scope
  const isNew = anchorsOf(node).some(
    (name) => !scope.some((base) => node.set.findDynamicAnchor(base, name) !== undefined),
  )
  return isNew ? [...scope, node.baseUri] : scope
}

/** By the set that is asked, and its URIs. */
const knownUris = new WeakMap<SchemaSource, Map<string, readonly string[]>>()
/** By the root of the resource, which all schemas derived from it share: a document is searched once. */
const knownRoots = new WeakMap<SchemaNode, readonly string[]>()

/** The names of the dynamic anchors of a schema's resource. */
const anchorsOf = (node: SchemaNode): readonly string[] => {
  if (node.dialect === 'openapi-3.0') return []
  const uris = knownUris.get(node.set) ?? new Map<string, readonly string[]>()
  knownUris.set(node.set, uris)
  return remembered(uris, node.baseUri, () => {
    const root = findRoot(node)
    if (root === undefined) return []
    const names = knownRoots.get(root) ?? findAnchors(root)
    knownRoots.set(root, names)
    return names
  })
}

const findAnchors = (root: SchemaNode): readonly string[] =>
  findIdentifiers(root.schema, root.baseUri)
    .filter(({ kind, baseUri }) => kind === 'dynamic-anchor' && baseUri === root.baseUri)
    .map(({ name }) => name)

const findRoot = (node: SchemaNode): SchemaNode | undefined => {
  try {
    return node.set.resolve(node, node.baseUri)
  } catch (error) {
    if (error instanceof UnresolvedReferenceError) return undefined
    throw error
  }
}
