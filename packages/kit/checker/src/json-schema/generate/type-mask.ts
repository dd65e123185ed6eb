import { isObject, type Json, type JsonObject, own } from '../base/json.ts'
import type { SchemaNode } from '../base/schema-set.ts'
import { branchesOf, hasSchema } from '../base/subschemas.ts'
import { allTypes, type Goal, type Literal, maskOf, type TypeMask, typeOf } from './goal.ts'

/** The types that `type` names; every one where it is missing or names one that does not exist. */
export const declaredTypes = (schema: JsonObject): TypeMask => {
  const type = own(schema, 'type')
  const names = Array.isArray(type) ? type : type === undefined ? [] : [type]
  const masks = names.filter((name) => typeof name === 'string').map(maskOf)
  return masks.length === 0 || masks.includes(0) ? allTypes : masks.reduce((all, mask) => all | mask, 0)
}

const typesOfValues = (values: readonly Json[]): TypeMask =>
  values.reduce((mask: number, value) => mask | maskOf(typeOf(value)), 0)

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
  for (const branch of branchesOf(node, schema, 'allOf')) mask &= typesOf(branch)
  for (const keyword of ['anyOf', 'oneOf']) {
    const branches = branchesOf(node, schema, keyword)
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

/** The values that `const`, else `enum`, of one schema lists; undefined where it lists none. */
export const valuesListedBy = (schema: JsonObject): readonly Json[] | undefined => {
  if (Object.hasOwn(schema, 'const')) return [schema['const'] ?? null]
  const values = own(schema, 'enum')
  return Array.isArray(values) ? values : undefined
}

/** The fewest values that a literal of the goal lists at first sight; undefined where none does. */
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
