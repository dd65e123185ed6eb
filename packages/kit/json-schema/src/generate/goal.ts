import { oncePer, remembered } from '../base/bounded-cache.ts'
import { equalJson, isObject, type Json, type JsonType, jsonTypeOf, own, writeJson } from '../base/json.ts'
import {
  type Direction,
  findIdentifiers,
  keywordOf,
  placeOf,
  type SchemaNode,
  type SchemaSource,
  unlessUnresolved,
} from '../base/schema-set.ts'
import { resolveUri } from '../base/uris.ts'
import { isValid } from '../keywords/judge.ts'
import { keepsConstraints, type TextConstraints } from '../text/find-language.ts'

/** One thing that must be true of a value. */
export type Literal =
  /** Valid; in a direction, what does not travel that way need not be there. */
  | {
      readonly kind: 'holds'
      readonly node: SchemaNode
      readonly scope: Scope
      readonly direction: Direction | undefined
    }
  /** Invalid, by the letter: no direction eases what is negated. */
  | { readonly kind: 'fails'; readonly node: SchemaNode; readonly scope: Scope }
  /** At least one of the goals is met. */
  | { readonly kind: 'any'; readonly of: readonly Goal[] }
  /** The value is one of these. */
  | { readonly kind: 'values'; readonly values: readonly Json[] }
  /** The value is of one of these types. */
  | { readonly kind: 'type'; readonly mask: TypeMask }
  /** The value is not this one. */
  | { readonly kind: 'differs'; readonly value: Json }
  /** The value is an object with a property that meets the goal. */
  | { readonly kind: 'property'; readonly name: string; readonly goal: Goal }
  /** The value is a text that keeps the constraints and is none of `excluded`. */
  | { readonly kind: 'text'; readonly constraints: TextConstraints; readonly excluded: readonly string[] }

/** Literals that must all be true of one value; the empty goal is met by every value. */
export type Goal = readonly Literal[]

/** The literal that a value is valid against a schema reached within a scope. */
export const holds = (node: SchemaNode, scope: Scope, direction: Direction | undefined): Literal => ({
  kind: 'holds',
  ...followReference(node, scope),
  direction,
})

/** The literal that a value is invalid against a schema reached within a scope. */
export const fails = (node: SchemaNode, scope: Scope): Literal => ({
  kind: 'fails',
  ...followReference(node, scope),
})

const keyOfPlace = (node: SchemaNode, scope: Scope): string =>
  scope.length === 0 ? placeOf(node) : `${placeOf(node)} ${scope.join(' ')}`

/** Equal literals have equal keys, in every process. */
export const keyOfLiteral = (literal: Literal): string => {
  switch (literal.kind) {
    case 'holds':
      return `+${literal.direction ?? ''} ${keyOfPlace(literal.node, literal.scope)}`
    case 'fails':
      return `-${keyOfPlace(literal.node, literal.scope)}`
    case 'any':
      return `(${literal.of.map(keyOfGoal).join('|')})`
    case 'values':
      return `=${writeJson(literal.values)}`
    case 'type':
      return `#${literal.mask}`
    case 'differs':
      return `!${writeJson(literal.value)}`
    case 'property':
      return `.${writeJson(literal.name)}(${keyOfGoal(literal.goal)})`
    case 'text':
      return `~${writeJson([literal.constraints, literal.excluded])}`
  }
}

/** Goals of equal literals, in whatever order, have equal keys. */
export const keyOfGoal = (goal: Goal): string =>
  goal.length === 1 && goal[0] !== undefined
    ? keyOfLiteral(goal[0])
    : [...new Set(goal.map(keyOfLiteral))].toSorted().join('&')

/** Follows which properties and items one `unevaluated…` keyword sees as evaluated, by annotations (JSON Schema Core, 11). */
export interface Tracker {
  /** Equal for the same keyword reached again. */
  readonly id: string
  /**
   * Whether everything that is evaluated must be known, because something unevaluated is looked for; else it is enough to
   * know some of it.
   */
  readonly isExact: boolean
}

/** The tracker of an `unevaluated…` keyword of the schema at a place. */
export const trackerOf = (place: string, keyword: string, isExact: boolean): Tracker => ({
  id: `${place}/${keyword}${isExact ? '!' : ''}`,
  isExact,
})

/** The trackers of the schemas around, and one more; a schema that comes back to itself in place has one all the same. */
export const withTracker = (outer: readonly Tracker[], tracker: Tracker): readonly Tracker[] =>
  outer.some(({ id }) => id === tracker.id) ? outer : [...outer, tracker]

/** All types, simplest first: the order in which values are looked for and shrink. */
const jsonTypes: readonly JsonType[] = ['null', 'boolean', 'number', 'string', 'array', 'object']

/** A set of types as bits, in the order of {@link jsonTypes}. */
export type TypeMask = number

/** The mask of every type. */
export const allTypes: TypeMask = 0b111111

/** The mask of one type by the keyword `type`; empty for an unknown name. */
export const maskOf = (name: Json): TypeMask => {
  const index = jsonTypes.indexOf(name === 'integer' ? 'number' : (name as JsonType))
  return index === -1 ? 0 : 1 << index
}

/** The types in a mask, simplest first. */
export const typesIn = (mask: TypeMask): readonly JsonType[] =>
  jsonTypes.filter((_, index) => (mask & (1 << index)) !== 0)

/**
 * The schema resources entered so far, outermost first, in which `$dynamicRef` looks (JSON Schema Core, 7.1). Lists only resources that it
 * can find: those with a `$dynamicAnchor` that no earlier one has.
 */
export type Scope = readonly string[]

/** Enters a schema: its resource joins the dynamic scope. */
const enter = (scope: Scope, node: SchemaNode): Scope => {
  if (scope.includes(node.baseUri)) return scope
  const isNew = anchorsOf(node).some(
    (name) => !scope.some((base) => node.set.findDynamicAnchor(base, name) !== undefined),
  )
  return isNew ? [...scope, node.baseUri] : scope
}

const urisOf = oncePer((_set: SchemaSource) => new Map<string, readonly string[]>())

/** The names of the dynamic anchors of a schema's resource. */
const anchorsOf = (node: SchemaNode): readonly string[] => {
  if (node.dialect === 'openapi-3.0') return []
  return remembered(urisOf(node.set), node.baseUri, () => {
    const root = unlessUnresolved(() => node.set.resolve(node, node.baseUri))
    return root === undefined ? [] : findAnchors(root)
  })
}

/** By the root of the resource, which all schemas derived from it share: a document is searched once. */
const findAnchors = oncePer((root: SchemaNode): readonly string[] =>
  findIdentifiers(root.schema, root.baseUri)
    .filter(({ kind, baseUri }) => kind === 'dynamic-anchor' && baseUri === root.baseUri)
    .map(({ name }) => name),
)

/** Keywords that say nothing of what is valid. */
const annotations = new Set([
  '$comment',
  'default',
  'deprecated',
  'description',
  'example',
  'examples',
  'externalDocs',
  'readOnly',
  'summary',
  'title',
  'writeOnly',
])

/**
 * Resolves a schema that is only a reference, over any number of steps, and returns the target with the scope in which it is reached. Any
 * other schema stands for itself. All places that refer to one schema are thus one goal.
 */
export const followReference = (
  from: SchemaNode,
  scope: Scope,
): { readonly node: SchemaNode; readonly scope: Scope } => {
  let reached = { node: from, scope: enter(scope, from) }
  if (mereReference(from) === undefined) return reached
  const visited = new Set([from])
  for (
    let reference = mereReference(from);
    reference !== undefined;
    reference = mereReference(reached.node)
  ) {
    const node = reached.node.set.resolve(reached.node, reference)
    if (visited.has(node)) return { node: from, scope: enter(scope, from) }
    visited.add(node)
    reached = { node, scope: enter(reached.scope, node) }
  }
  return reached
}

const mereReference = ({ schema }: SchemaNode): string | undefined => {
  const reference = typeof schema === 'boolean' ? undefined : own(schema, '$ref')
  if (typeof schema === 'boolean' || typeof reference !== 'string') return undefined
  const isMere = Object.keys(schema).every(
    (keyword) => keyword === '$ref' || annotations.has(keyword) || keyword.startsWith('x-'),
  )
  return isMere ? reference : undefined
}

/** The schemas that `$ref` and `$dynamicRef` of a schema lead to, the latter by the scope it was reached in (Core, 8.2.3). */
export const referenceTargets = (node: SchemaNode, scope: Scope): readonly SchemaNode[] => {
  const targets: SchemaNode[] = []
  const reference = keywordOf(node, '$ref')
  if (typeof reference === 'string') targets.push(node.set.resolve(node, reference))
  const dynamic = keywordOf(node, '$dynamicRef')
  if (typeof dynamic === 'string') targets.push(dynamicTarget(node, dynamic, scope))
  return targets
}

const dynamicTarget = (node: SchemaNode, reference: string, scope: Scope): SchemaNode => {
  const initial = node.set.resolve(node, reference)
  const { fragment } = resolveUri(reference, node.baseUri)
  if (keywordOf(initial, '$dynamicAnchor') !== fragment) return initial
  for (const resource of scope) {
    const found = node.set.findDynamicAnchor(resource, fragment)
    if (found !== undefined) return found
  }
  return initial
}

/** Whether a value meets a goal, as the judge of schemas has it. Dynamic references see no scope from outside. */
export const keepsGoal = (goal: Goal, value: Json): boolean =>
  goal.every((literal) => keepsLiteral(literal, value))

const keepsLiteral = (literal: Literal, value: Json): boolean => {
  switch (literal.kind) {
    case 'holds':
      return isValid(literal.node, value, { direction: literal.direction })
    case 'fails':
      return !isValid(literal.node, value)
    case 'any':
      return literal.of.some((goal) => keepsGoal(goal, value))
    case 'values':
      return literal.values.some((other) => equalJson(other, value))
    case 'type':
      return (maskOf(jsonTypeOf(value)) & literal.mask) !== 0
    case 'differs':
      return !equalJson(literal.value, value)
    case 'property':
      return (
        isObject(value) &&
        Object.hasOwn(value, literal.name) &&
        keepsGoal(literal.goal, value[literal.name] ?? null)
      )
    case 'text':
      return (
        typeof value === 'string' &&
        !literal.excluded.includes(value) &&
        keepsConstraints(literal.constraints, value)
      )
  }
}
