import { oncePer, oncePerName } from './bounded-cache.ts'
import { isObject, type Json, own } from './json.ts'
import { type Direction, keywordOf, type SchemaNode, unlessUnresolved } from './schema-set.ts'
import { isSchema, subschemaKeywords } from './subschema-keywords.ts'

/** Keywords whose schemas apply to the same value as the enclosing schema. */
const IN_PLACE_KEYWORDS = new Set([
  'allOf',
  'anyOf',
  'oneOf',
  'if',
  'then',
  'else',
  'not',
  'dependentSchemas',
])

/** A subschema, and whether it applies to the same value as the enclosing schema. */
interface SchemaChild {
  readonly keyword: string
  readonly child: SchemaNode
  readonly inPlace: boolean
}

/** The subschemas of a schema, in document order of its keywords; references are not followed. */
export const childrenOf = (node: SchemaNode): readonly SchemaChild[] =>
  Object.keys(node.schema).flatMap((keyword) => {
    const inPlace = IN_PLACE_KEYWORDS.has(keyword)
    return schemasAt(node, keyword).map((child) => ({ keyword, child, inPlace }))
  })

/** The schemas that a keyword holds: the one, those of its list, or those of its map. */
export const schemasAt = oncePerName((node: SchemaNode, keyword): readonly SchemaNode[] => {
  const value = keywordOf(node, keyword)
  if (value === undefined) return []
  const shape = subschemaKeywords.get(keyword)
  if (shape === 'one') return isSchema(value) ? [node.set.child(node, keyword)] : []
  if (shape === 'map')
    return namesBelow(node.schema, keyword).map((name) => node.set.child(node, keyword, name))
  return shape === 'list' && Array.isArray(value)
    ? value.flatMap((item, index) => (isSchema(item) ? [node.set.child(node, keyword, index)] : []))
    : []
})

/** The target of `$ref`, and the static target of `$dynamicRef`. */
export const referencesOf = (node: SchemaNode): readonly SchemaNode[] =>
  ['$ref', '$dynamicRef'].flatMap((keyword) => {
    const reference = keywordOf(node, keyword)
    return typeof reference === 'string' ? [node.set.resolve(node, reference)] : []
  })

/**
 * The schemas that apply to the same value as this one, one step away: referred to, combined, conditional (2020-12 Core,
 * 10.2). A `$dynamicRef` counts with its static target.
 */
export const inPlaceSchemas = oncePer((node: SchemaNode): readonly SchemaNode[] => [
  ...referencesOf(node),
  ...[...IN_PLACE_KEYWORDS].flatMap((keyword) => schemasAt(node, keyword)),
])

/** All schemas that may apply to the same value as this one, including itself, each once. */
export const reachableInPlace = (node: SchemaNode): ReadonlySet<SchemaNode> => {
  const reached = new Set([node])
  // Iterating a Set includes entries that are added meanwhile.
  for (const next of reached) for (const below of inPlaceSchemas(next)) reached.add(below)
  return reached
}

/** Whether a keyword holds a schema. */
export const hasSchema = (schema: Json, keyword: string): boolean => isSchema(own(schema, keyword))

/** The names under which a keyword such as `properties` holds schemas, in the order of the document. */
export const namesBelow = (schema: Json, keyword: string): readonly string[] => {
  const map = own(schema, keyword)
  return isObject(map) ? Object.keys(map).filter((name) => isSchema(map[name])) : []
}

/** The annotations that bind a property to one direction (2020-12 Validation, 9.4; OpenAPI 3.0.3, "Schema Object"). */
type DirectionFlag = 'readOnly' | 'writeOnly'

/** A schema, its references and the members of its `allOf`, the nearest first, each once; ignores references that lead nowhere. */
export const conjoinedWith = oncePer((node: SchemaNode): readonly SchemaNode[] => {
  const seen = new Set<SchemaNode>()
  const visit = (part: SchemaNode): void => {
    if (seen.has(part)) return
    seen.add(part)
    const target = findReferenced(part)
    if (target !== undefined) visit(target)
    schemasAt(part, 'allOf').forEach(visit)
  }
  visit(node)
  return [...seen]
})

/** The schema that sets a flag for a property: its own, or one that it refers to or combines by `allOf`; undefined for none. */
export const findFlag = (property: SchemaNode, flag: DirectionFlag): SchemaNode | undefined =>
  flagsOf(property)[flag]

const flagsOf = oncePer((property: SchemaNode) => {
  const parts = conjoinedWith(property)
  const setterOf = (flag: DirectionFlag) => parts.find((node) => keywordOf(node, flag) === true)
  return { readOnly: setterOf('readOnly'), writeOnly: setterOf('writeOnly') }
})

/**
 * Whether a property may be absent because it is not sent in the direction: readOnly in a request, writeOnly in a response. The property
 * may be described by any schema that applies to the same value as `entry`, wherever `required` is.
 */
export const isLifted = (entry: SchemaNode, name: string, direction: Direction): boolean =>
  liftedBy[direction](entry, name)

const liftsOf = (direction: Direction) =>
  oncePerName((entry: SchemaNode, name): boolean =>
    [...reachableInPlace(entry)].some(
      (node) =>
        hasSchema(keywordOf(node, 'properties') ?? null, name) &&
        !isTransmitted(node.set.child(node, 'properties', name), direction),
    ),
  )

const liftedBy = { request: liftsOf('request'), response: liftsOf('response') }

/**
 * Whether a property of this schema is sent in that direction. Requests omit readOnly properties, and responses omit writeOnly ones
 * (OpenAPI 3.0.3 and 3.1, "Schema Object").
 */
export const isTransmitted = (node: SchemaNode, direction: Direction | undefined): boolean =>
  direction === undefined || findFlag(node, direction === 'request' ? 'readOnly' : 'writeOnly') === undefined

/** The target of a schema's `$ref`. Undefined if it has none, or if it cannot be resolved, which loading the document reports. */
export const findReferenced = (node: SchemaNode): SchemaNode | undefined => {
  const reference = keywordOf(node, '$ref')
  return typeof reference === 'string' ? unlessUnresolved(() => node.set.resolve(node, reference)) : undefined
}

/** The value of a keyword for a schema: from the schema itself, its `$ref`, or a branch of its `allOf`, the nearest first. */
export const findKeyword = (node: SchemaNode, keyword: string): Json | undefined => {
  for (const part of conjoinedWith(node)) {
    const found = keywordOf(part, keyword)
    if (found !== undefined) return found
  }
  return undefined
}
