import { isObject } from '../schema/json.ts'
import { keywordOf, type SchemaNode } from '../schema/schema-node.ts'
import { childrenOf } from '../document/schema-children.ts'
import { matchesPattern } from '../text/matches-pattern.ts'
import { ALL_TYPES, typesOf, type ValueType } from './types-of.ts'

const known = new WeakMap<SchemaNode, readonly SchemaNode[]>()

/** All schemas that speak of the same value as this one: itself, what it refers to, and the branches of its combinations; not those of `not`. */
export const inPlaceNodesOf = (node: SchemaNode): readonly SchemaNode[] => {
  const nodes = known.get(node) ?? [...findInPlace(node, new Set())]
  known.set(node, nodes)
  return nodes
}

const findInPlace = (node: SchemaNode, found: Set<SchemaNode>): Set<SchemaNode> => {
  if (found.has(node)) return found
  found.add(node)
  for (const keyword of ['$ref', '$dynamicRef']) {
    const reference = keywordOf(node, keyword)
    if (typeof reference === 'string') findInPlace(node.set.resolve(node, reference), found)
  }
  for (const { child, inPlace, keyword } of childrenOf(node))
    if (inPlace && keyword !== 'not') findInPlace(child, found)
  return found
}

/** The types that a value judged by any of these schemas may have; every type where there is no schema. */
export const typesOfAny = (nodes: readonly SchemaNode[]): ReadonlySet<ValueType> => {
  const [first, ...others] = nodes
  if (first === undefined) return ALL_TYPES
  return others.length === 0 ? typesOf(first) : new Set(nodes.flatMap((node) => [...typesOf(node)]))
}

const knownProperties = new WeakMap<SchemaNode, Map<string, readonly SchemaNode[]>>()

/** The schemas that a schema has for one property, from all its branches. */
export const propertyNodesOf = (node: SchemaNode, name: string): readonly SchemaNode[] => {
  const declared = knownProperties.get(node) ?? findDeclared(node)
  knownProperties.set(node, declared)
  return declared.get(name) ?? findPropertyNodes(node, name)
}

// Only declared names are remembered: those that values bring along have no end.
const findDeclared = (node: SchemaNode): Map<string, readonly SchemaNode[]> =>
  new Map(propertyNamesOf(node).map((name) => [name, findPropertyNodes(node, name)]))

const findPropertyNodes = (node: SchemaNode, name: string): readonly SchemaNode[] =>
  inPlaceNodesOf(node).flatMap((place) => {
    const properties = keywordOf(place, 'properties')
    const patterns = keywordOf(place, 'patternProperties')
    const named =
      isObject(properties) && Object.hasOwn(properties, name)
        ? [place.set.child(place, 'properties', name)]
        : []
    const matching = isObject(patterns)
      ? Object.keys(patterns).filter((pattern) => matchesPattern(pattern, name))
      : []
    const found = [
      ...named,
      ...matching.map((pattern) => place.set.child(place, 'patternProperties', pattern)),
    ]
    return found.length === 0 && isObject(keywordOf(place, 'additionalProperties'))
      ? [place.set.child(place, 'additionalProperties')]
      : found
  })

/** The schemas that a schema has for the item at an index, from all its branches. */
export const itemNodesOf = (node: SchemaNode, index: number): readonly SchemaNode[] =>
  inPlaceNodesOf(node).flatMap((place) => {
    const prefix = keywordOf(place, 'prefixItems')
    if (Array.isArray(prefix) && index < prefix.length) return [place.set.child(place, 'prefixItems', index)]
    return keywordOf(place, 'items') === undefined ? [] : [place.set.child(place, 'items')]
  })

/** The names of the properties that a schema declares, in any of its branches. */
export const propertyNamesOf = (node: SchemaNode): readonly string[] => [
  ...new Set(
    inPlaceNodesOf(node).flatMap((place) => {
      const properties = keywordOf(place, 'properties')
      return isObject(properties) ? Object.keys(properties) : []
    }),
  ),
]

/** Whether a schema forbids properties that it does not declare. */
export const isClosed = (node: SchemaNode): boolean =>
  inPlaceNodesOf(node).some((place) =>
    ['additionalProperties', 'unevaluatedProperties'].some((keyword) => keywordOf(place, keyword) === false),
  )

/** Whether a schema gives a default, here or in one of its branches. */
export const hasDefault = (node: SchemaNode): boolean =>
  inPlaceNodesOf(node).some((place) => keywordOf(place, 'default') !== undefined)
