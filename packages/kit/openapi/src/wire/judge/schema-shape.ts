import { oncePer } from '@contract-kit/json-schema/memo'
import { isNumber, isObject, isWholeNumber, type Json } from '@contract-kit/json-schema/json'
import {
  childrenOf,
  type Direction,
  isValid,
  keywordOf,
  namesBelow,
  referencesOf,
  type SchemaNode,
  schemasAt,
  schemasForItem,
  schemasForName,
} from '@contract-kit/json-schema/schemas'

/**
 * Lists all schemas that apply to the same value as this one: itself, its references, and the branches of its combinations except `not`.
 */
export const inPlaceNodesOf = oncePer((node: SchemaNode): readonly SchemaNode[] => [
  ...findInPlace(node, new Set()),
])

const findInPlace = (node: SchemaNode, found: Set<SchemaNode>): Set<SchemaNode> => {
  if (found.has(node)) return found
  found.add(node)
  for (const target of referencesOf(node)) findInPlace(target, found)
  for (const { child, inPlace, keyword } of childrenOf(node))
    if (inPlace && keyword !== 'not') findInPlace(child, found)
  return found
}

/** The types that a value judged by any of these schemas may have; every type if there is no schema. */
export const typesOfAny = (nodes: readonly SchemaNode[]): ReadonlySet<ValueType> => {
  const [first, ...others] = nodes
  if (first === undefined) return ALL_TYPES
  return others.length === 0 ? typesOf(first) : new Set(nodes.flatMap((node) => [...typesOf(node)]))
}

/** The schemas that a schema has for one property, from all its branches. */
export const propertyNodesOf = (node: SchemaNode, name: string): readonly SchemaNode[] =>
  declaredNodesOf(node).get(name) ?? findPropertyNodes(node, name)

// Only declared names are cached, since the number of names in values has no limit.
const declaredNodesOf = oncePer(
  (node: SchemaNode) => new Map(propertyNamesOf(node).map((name) => [name, findPropertyNodes(node, name)])),
)

const findPropertyNodes = (node: SchemaNode, name: string): readonly SchemaNode[] =>
  inPlaceNodesOf(node).flatMap((place) => {
    const found = schemasForName(place, name)
    return found.length === 0 && isObject(keywordOf(place, 'additionalProperties'))
      ? schemasAt(place, 'additionalProperties')
      : found
  })

/** The schemas that a schema has for the item at an index, from all its branches. */
export const itemNodesOf = (node: SchemaNode, index: number): readonly SchemaNode[] =>
  inPlaceNodesOf(node).flatMap((place) => schemasForItem(place, index))

/** The names of the properties that a schema declares, in any of its branches. */
export const propertyNamesOf = (node: SchemaNode): readonly string[] => [
  ...new Set(inPlaceNodesOf(node).flatMap((place) => namesBelow(place.schema, 'properties'))),
]

/** Whether a schema forbids properties that it does not declare. */
export const isClosed = (node: SchemaNode): boolean =>
  inPlaceNodesOf(node).some((place) =>
    ['additionalProperties', 'unevaluatedProperties'].some((keyword) => keywordOf(place, keyword) === false),
  )

/** Whether a schema gives a default, here or in one of its branches. */
export const hasDefault = (node: SchemaNode): boolean =>
  inPlaceNodesOf(node).some((place) => keywordOf(place, 'default') !== undefined)

/** A type of values; `number` means those that are not whole. */
export type ValueType = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object'

/** All types. */
export const ALL_TYPES: ReadonlySet<ValueType> = new Set<ValueType>([
  'null',
  'boolean',
  'integer',
  'number',
  'string',
  'array',
  'object',
])

/** Whether a type is scalar: neither a list nor an object. */
export const isScalarType = (type: ValueType): boolean => type !== 'array' && type !== 'object'

/** The types that a schema may allow; a superset, since it ignores `not` and conditions. */
const typesOf = oncePer((node: SchemaNode): ReadonlySet<ValueType> => {
  if (typeof node.schema === 'boolean') return node.schema ? ALL_TYPES : new Set()
  const limits = [
    ownTypes(node),
    valueTypes(node),
    ...[...referencesOf(node), ...schemasAt(node, 'allOf')].map(typesOf),
  ]
  for (const union of ['anyOf', 'oneOf']) {
    const branches = schemasAt(node, union)
    if (branches.length > 0) limits.push(new Set(branches.flatMap((branch) => [...typesOf(branch)])))
  }
  return new Set([...ALL_TYPES].filter((type) => limits.every((limit) => limit.has(type))))
})

const ownTypes = (node: SchemaNode): ReadonlySet<ValueType> => {
  const type = keywordOf(node, 'type')
  if (type === undefined) return ALL_TYPES
  const names = (Array.isArray(type) ? type : [type]) as readonly ValueType[]
  return new Set(names.flatMap((name) => (name === 'number' ? ['number', 'integer'] : [name])))
}

const valueTypes = (node: SchemaNode): ReadonlySet<ValueType> => {
  const constant = keywordOf(node, 'const')
  const values = keywordOf(node, 'enum')
  const listed = constant === undefined ? values : [constant]
  return Array.isArray(listed) ? new Set(listed.map(typeOfValue)) : ALL_TYPES
}

const typeOfValue = (value: Json): ValueType => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (isNumber(value)) return isWholeNumber(value) ? 'integer' : 'number'
  return typeof value === 'string' ? 'string' : typeof value === 'boolean' ? 'boolean' : 'object'
}

/** The untyped structure of the wire text by its style: texts, lists and named parts. */
export type Tree = string | readonly Tree[] | ReadonlyMap<string, Tree>

/** The values that a text may mean, the likeliest first. */
export type TextReader = (text: string, types: ReadonlySet<ValueType>) => readonly Json[]

/** The first candidate that one of the schemas accepts, else the first. */
const pickValid = (nodes: readonly SchemaNode[], candidates: readonly Json[], direction: Direction): Json => {
  if (candidates.length > 1) {
    const valid = candidates.find((value) => nodes.some((node) => isValid(node, value, { direction })))
    if (valid !== undefined) return valid
  }
  return candidates[0] as Json
}

/** Converts a tree to a value: each text becomes the value that its own schema accepts, if there is one. */
const typeTree = (nodes: readonly SchemaNode[], tree: Tree, read: TextReader, direction: Direction): Json => {
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

/**
 * A tree without nested lists and objects, which no style defines (OpenAPI 3.1, "Style Values"). Undefined if nothing is left.
 * Returns the same tree if it has none.
 */
export const definedPart = (nodes: readonly SchemaNode[], tree: Tree): Tree | undefined => {
  if (typeof tree === 'string') return tree
  const isDefined = (item: Tree, below: readonly SchemaNode[]): boolean =>
    typeof item === 'string' && [...typesOfAny(below)].some(isScalarType)
  if (isList(tree)) {
    const items = tree.filter((item, index) =>
      isDefined(
        item,
        nodes.flatMap((node) => itemNodesOf(node, index)),
      ),
    )
    return items.length === tree.length ? tree : items.length === 0 ? undefined : items
  }
  const entries = [...tree].filter(([name, item]) =>
    isDefined(
      item,
      nodes.flatMap((node) => propertyNodesOf(node, name)),
    ),
  )
  return entries.length === tree.size ? tree : entries.length === 0 ? undefined : new Map(entries)
}

/** All possible values of a tree: with each text converted on its own, and, if that loses a whole value, with all texts as strings. */
export const candidatesOf = (
  nodes: readonly SchemaNode[],
  tree: Tree,
  read: TextReader,
  direction: Direction,
): readonly Json[] => {
  if (typeof tree === 'string') return read(tree, typesOfAny(nodes))
  return [typeTree(nodes, tree, read, direction), typeTree(nodes, tree, (text) => [text], direction)]
}
