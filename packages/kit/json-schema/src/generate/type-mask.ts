import { isObject, type Json, type JsonObject, jsonTypeOf, own } from '../base/json.ts'
import type { SchemaNode } from '../base/schema-set.ts'
import { childOf, hasSchema, schemasAt } from '../base/subschemas.ts'
import { kindOfFormat } from '../text/formats.ts'
import { allTypes, type Goal, type Literal, maskOf, type TypeMask } from './goal.ts'

/** The types that `type` names; every one if it is missing or names one that does not exist. */
export const declaredTypes = (schema: JsonObject): TypeMask => {
  const type = own(schema, 'type')
  const names = Array.isArray(type) ? type : type === undefined ? [] : [type]
  const masks = names.filter((name) => typeof name === 'string').map(maskOf)
  return masks.length === 0 || masks.includes(0) ? allTypes : masks.reduce((all, mask) => all | mask, 0)
}

const typesOfValues = (values: readonly Json[]): TypeMask =>
  values.reduce((mask: number, value) => mask | maskOf(jsonTypeOf(value)), 0)

/** A set of types that holds those of all values that meet a goal. */
export const typesOfGoal = (goal: Goal): TypeMask =>
  goal.reduce((mask: number, literal) => mask & typesOfLiteral(literal), allTypes)

const typesOfLiteral = (literal: Literal): TypeMask => {
  switch (literal.kind) {
    case 'holds':
      return typesOf(literal.node)
    case 'fails':
      return literal.node.schema === true ? 0 : allTypes
    case 'any':
      return literal.of.reduce((mask: number, goal) => mask | typesOfGoal(goal), 0)
    case 'values':
      return typesOfValues(literal.values)
    case 'type':
      return literal.mask
    case 'differs':
      return allTypes
    case 'property':
      return maskOf('object')
    case 'text':
      return maskOf('string')
  }
}

const known = new WeakMap<SchemaNode, TypeMask>()

/** A set of types that holds those of all valid values; it may hold more. */
export const typesOf = (node: SchemaNode): TypeMask => {
  const mask = known.get(node)
  if (mask !== undefined) return mask
  // A schema that comes back to itself says nothing of types on the way.
  known.set(node, allTypes)
  const found = findTypes(node)
  known.set(node, found)
  return found
}

const findTypes = (node: SchemaNode): TypeMask => {
  const { schema, set } = node
  if (typeof schema === 'boolean') return schema ? allTypes : 0
  let mask = declaredTypes(schema)
  if (Object.hasOwn(schema, 'const')) mask &= typesOfValues([schema['const'] ?? null])
  const values = own(schema, 'enum')
  if (Array.isArray(values)) mask &= typesOfValues(values)
  const reference = own(schema, '$ref')
  if (typeof reference === 'string') mask &= typesOf(set.resolve(node, reference))
  for (const branch of schemasAt(node, 'allOf')) mask &= typesOf(branch)
  for (const keyword of ['anyOf', 'oneOf']) {
    const branches = schemasAt(node, keyword)
    if (branches.length > 0) mask &= branches.reduce((all, branch) => all | typesOf(branch), 0)
  }
  return hasSchema(schema, 'not') ? mask & ~typesRefused(own(schema, 'not')) : mask
}

/** The types that a negated schema takes as a whole: it says nothing but `type`. */
const typesRefused = (schema: Json | undefined): TypeMask => {
  if (schema === true) return allTypes
  if (!isObject(schema) || Object.keys(schema).join() !== 'type') return 0
  const names = Array.isArray(schema['type']) ? schema['type'] : [schema['type'] ?? null]
  // Not to be an integer leaves the other numbers.
  return names.reduce((mask: number, name) => mask | (name === 'integer' ? 0 : maskOf(name)), 0)
}

/** The values that `const`, else `enum`, of one schema lists; undefined if it lists none. */
export const valuesListedBy = (schema: JsonObject): readonly Json[] | undefined => {
  if (Object.hasOwn(schema, 'const')) return [schema['const'] ?? null]
  const values = own(schema, 'enum')
  return Array.isArray(values) ? values : undefined
}

/** The fewest values that a literal of the goal lists at first sight; undefined if none does. */
export const valuesListedIn = (goal: Goal): readonly Json[] | undefined => {
  let fewest: readonly Json[] | undefined
  for (const literal of goal) {
    const listed =
      literal.kind === 'values'
        ? literal.values
        : literal.kind === 'holds' && typeof literal.node.schema !== 'boolean'
          ? valuesListedBy(literal.node.schema)
          : undefined
    if (listed !== undefined && listed.length < (fewest?.length ?? Infinity)) fewest = listed
  }
  return fewest
}

const families: readonly (readonly [type: string, keywords: readonly string[]])[] = [
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
  ['string', ['minLength', 'maxLength', 'pattern', 'contentEncoding', 'contentMediaType']],
  ['array', ['items', 'prefixItems', 'contains', 'minItems', 'maxItems', 'uniqueItems', 'unevaluatedItems']],
  [
    'object',
    [
      'properties',
      'patternProperties',
      'additionalProperties',
      'required',
      'propertyNames',
      'minProperties',
      'maxProperties',
      'dependentRequired',
      'dependentSchemas',
      'unevaluatedProperties',
    ],
  ],
]

/**
 * Returns the types that a goal is about: the types that it declares, else those of its keywords, else all that it allows. An author who
 * lists properties and forgets `type` means objects, although null satisfies the schema as well.
 */
export const spokenTypesOf = (goal: Goal): TypeMask => {
  const types = typesOfGoal(goal)
  const hints = goal.reduce(
    (mask: number, literal) => mask | (literal.kind === 'holds' ? hintsOfNode(literal.node, new Set()) : 0),
    0,
  )
  return (types & hints) === 0 ? types : types & hints
}

const hintsOfNode = (node: SchemaNode, visited: Set<SchemaNode>): TypeMask => {
  const { schema, set } = node
  if (typeof schema === 'boolean' || visited.has(node)) return 0
  visited.add(node)
  if (own(schema, 'type') !== undefined) return declaredTypes(schema)
  const reference = own(schema, '$ref')
  const below = [
    ...(typeof reference === 'string' ? [set.resolve(node, reference)] : []),
    ...['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => schemasAt(node, keyword)),
    ...['then', 'else'].flatMap((keyword) => (hasSchema(schema, keyword) ? [childOf(node, keyword)] : [])),
  ]
  return below.reduce((mask: number, branch) => mask | hintsOfNode(branch, visited), hintsOfKeywords(schema))
}

const hintsOfKeywords = (schema: JsonObject): TypeMask => {
  const format = own(schema, 'format')
  const kind = typeof format === 'string' ? kindOfFormat(format) : undefined
  return families
    .filter(([type, keywords]) => type === kind || keywords.some((keyword) => Object.hasOwn(schema, keyword)))
    .reduce((mask: number, [type]) => mask | maskOf(type), 0)
}
