import { isObject, type Json, type JsonObject, own } from './json.ts'
import {
  type Direction,
  keywordOf,
  placeOf,
  type SchemaNode,
  UnresolvedReferenceError,
} from './schema-set.ts'
import { isSchema, subschemaKeywords } from './subschema-keywords.ts'

/** Keywords whose schemas judge the same value as the schema around them. */
const IN_PLACE_KEYWORDS = new Set([
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'dependentSchemas',
])

/** A subschema, and whether it judges the same value as the schema around it. */
interface SchemaChild {
  readonly keyword: string
  readonly child: SchemaNode
  readonly inPlace: boolean
}

/** The subschemas of a sound schema, in document order of its keywords; references are not followed. */
export const childrenOf = (node: SchemaNode): readonly SchemaChild[] => {
  if (typeof node.schema === 'boolean') return []
  return Object.keys(node.schema).flatMap((keyword) => {
    const inPlace = IN_PLACE_KEYWORDS.has(keyword)
    return tokensOf(node, keyword).map((tokens) => ({
      keyword,
      child: node.set.child(node, keyword, ...tokens),
      inPlace,
    }))
  })
}

const tokensOf = (node: SchemaNode, keyword: string): readonly (readonly (string | number)[])[] => {
  const value = keywordOf(node, keyword)
  const shape = subschemaKeywords.get(keyword)
  if (shape === 'one') return [[]]
  if (shape === 'list' && Array.isArray(value)) return value.map((_, index) => [index])
  return shape === 'map' && isObject(value) ? Object.keys(value).map((name) => [name]) : []
}

/**
 * The schemas that judge the same value as this one, one step away: referred to, combined, conditional (2020-12 Core,
 * 10.2). A `$dynamicRef` counts with its static target.
 */
export const inPlaceSchemas = (node: SchemaNode): SchemaNode[] => {
  const found: SchemaNode[] = []
  for (const keyword of ['$ref', '$dynamicRef']) {
    const reference = keywordOf(node, keyword)
    if (typeof reference === 'string') found.push(node.set.resolve(node, reference))
  }
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    const branches = keywordOf(node, keyword)
    if (!Array.isArray(branches)) continue
    for (const [index, branch] of branches.entries()) {
      if (isSchema(branch)) found.push(node.set.child(node, keyword, index))
    }
  }
  for (const keyword of ['if', 'then', 'else', 'not']) {
    if (isSchema(keywordOf(node, keyword))) found.push(node.set.child(node, keyword))
  }
  const dependent = keywordOf(node, 'dependentSchemas')
  for (const [name, schema] of isObject(dependent) ? Object.entries(dependent) : []) {
    if (isSchema(schema)) found.push(node.set.child(node, 'dependentSchemas', name))
  }
  return found
}

/** All schemas that may judge the same value as this one, itself among them, each once. */
export const reachableInPlace = (node: SchemaNode): ReadonlySet<SchemaNode> => {
  const reached = new Set([node])
  // A Set hands out what is added to it while it is read.
  for (const next of reached) for (const below of inPlaceSchemas(next)) reached.add(below)
  return reached
}

const children = new WeakMap<SchemaNode, Map<string, SchemaNode>>()

/** The subschema below a keyword, or at a name or place below it; found once. */
export const childOf = (node: SchemaNode, keyword: string, token?: string | number): SchemaNode => {
  const known = children.get(node) ?? new Map<string, SchemaNode>()
  children.set(node, known)
  const key = token === undefined ? keyword : `${keyword} ${token}`
  const found = known.get(key)
  if (found !== undefined) return found
  const child = token === undefined ? node.set.child(node, keyword) : node.set.child(node, keyword, token)
  known.set(key, child)
  return child
}

/** Whether a keyword holds a schema. */
export const hasSchema = (schema: JsonObject, keyword: string): boolean => isSchema(own(schema, keyword))

/** The names under which a keyword such as `properties` holds schemas, in the order of the document. */
export const namesBelow = (schema: JsonObject, keyword: string): readonly string[] => {
  const map = own(schema, keyword)
  return isObject(map) ? Object.keys(map).filter((name) => isSchema(map[name])) : []
}

/** The schemas that a keyword such as `allOf` lists. */
export const branchesOf = (node: SchemaNode, schema: JsonObject, keyword: string): readonly SchemaNode[] => {
  const list = own(schema, keyword)
  if (!Array.isArray(list)) return []
  return list.flatMap((branch, index) => (isSchema(branch) ? [childOf(node, keyword, index)] : []))
}

/** The annotations that bind a property to one direction (2020-12 Validation, 9.4; OpenAPI 3.0.3, "Schema Object"). */
type DirectionFlag = 'readOnly' | 'writeOnly'

const known = {
  readOnly: new WeakMap<SchemaNode, SchemaNode | 'none'>(),
  writeOnly: new WeakMap<SchemaNode, SchemaNode | 'none'>(),
}

/** The schema that sets a flag for a property: its own, or one that it refers to or combines by `allOf`; undefined for none. */
export const findFlag = (property: SchemaNode, flag: DirectionFlag): SchemaNode | undefined => {
  const found = known[flag].get(property) ?? findIn(property, flag, new Set()) ?? 'none'
  known[flag].set(property, found)
  return found === 'none' ? undefined : found
}

const findIn = (node: SchemaNode, flag: DirectionFlag, visited: Set<SchemaNode>): SchemaNode | undefined => {
  if (visited.has(node)) return undefined
  visited.add(node)
  if (keywordOf(node, flag) === true) return node
  const reference = keywordOf(node, '$ref')
  const target =
    typeof reference === 'string' ? findIn(node.set.resolve(node, reference), flag, visited) : undefined
  if (target !== undefined) return target
  const all = keywordOf(node, 'allOf')
  if (!Array.isArray(all)) return undefined
  for (const index of all.keys()) {
    const found = findIn(node.set.child(node, 'allOf', index), flag, visited)
    if (found !== undefined) return found
  }
  return undefined
}

const knownLifts = new WeakMap<SchemaNode, Map<string, boolean>>()

/**
 * Whether a property need not be there because it does not travel in the direction: readOnly in a request, writeOnly in a
 * response. The property may be described by any schema that judges the same value as `entry`, wherever `required` stands.
 */
export const isLifted = (entry: SchemaNode, name: string, direction: Direction): boolean => {
  const answers = knownLifts.get(entry) ?? new Map<string, boolean>()
  knownLifts.set(entry, answers)
  const key = `${direction} ${name}`
  const answer = answers.get(key) ?? findLift(entry, name, direction)
  answers.set(key, answer)
  return answer
}

const findLift = (entry: SchemaNode, name: string, direction: Direction): boolean => {
  const flag = direction === 'request' ? 'readOnly' : 'writeOnly'
  for (const node of reachableInPlace(entry)) {
    const properties = keywordOf(node, 'properties')
    if (!isObject(properties) || !Object.hasOwn(properties, name) || !isSchema(properties[name])) continue
    if (findFlag(node.set.child(node, 'properties', name), flag) !== undefined) return true
  }
  return false
}

/**
 * Whether a property of this schema travels that way: readOnly ones do not go into requests, writeOnly ones not into
 * responses (OpenAPI 3.0.3 and 3.1, "Schema Object").
 */
export const isTransmitted = (node: SchemaNode, direction: Direction | undefined): boolean =>
  direction === undefined || findFlag(node, direction === 'request' ? 'readOnly' : 'writeOnly') === undefined

/** Where the `$ref` of a schema leads; nowhere where it has none or it cannot be resolved, which loading the document tells. */
export const findReferenced = (node: SchemaNode): SchemaNode | undefined => {
  const reference = keywordOf(node, '$ref')
  if (typeof reference !== 'string') return undefined
  try {
    return node.set.resolve(node, reference)
  } catch (error) {
    if (error instanceof UnresolvedReferenceError) return undefined
    throw error
  }
}

/** What a keyword says of a value: in the schema itself, behind its `$ref`, or in a branch of its `allOf`, the nearest first. */
export const findKeyword = (
  node: SchemaNode,
  keyword: string,
  seen = new Set<string>(),
): Json | undefined => {
  if (seen.has(placeOf(node))) return undefined
  seen.add(placeOf(node))
  const ownKeyword = keywordOf(node, keyword)
  if (ownKeyword !== undefined) return ownKeyword
  const target = findReferenced(node)
  const branches = keywordOf(node, 'allOf')
  const nearby = [
    ...(target === undefined ? [] : [target]),
    ...(Array.isArray(branches)
      ? branches.map((_branch, index) => node.set.child(node, 'allOf', index))
      : []),
  ]
  for (const each of nearby) {
    const found = findKeyword(each, keyword, seen)
    if (found !== undefined) return found
  }
  return undefined
}
