import { BoundedCache, oncePer } from './base/bounded-cache.ts'
import { namedVariant } from './base/discriminators.ts'
import { type Direction, keywordOf, type SchemaNode } from './base/schema-set.ts'
import { inPlaceSchemas } from './base/subschemas.ts'
import { isValid } from './keywords/judge.ts'
import { appendTokens, isObject, type Json } from './base/json.ts'
import { matchesPattern } from './text/match-pattern.ts'

const knownDescriptions = new WeakMap<SchemaNode, BoundedCache<readonly SchemaNode[]>>()

/** One list for each choice of alternatives; results are cached by list. */
const sameList = (
  root: SchemaNode,
  choice: string,
  nodes: ReadonlySet<SchemaNode>,
): readonly SchemaNode[] => {
  const lists = knownDescriptions.get(root) ?? new BoundedCache<readonly SchemaNode[]>(100)
  knownDescriptions.set(root, lists)
  return lists.get(choice, () => [...nodes])
}

/**
 * Collects the schemas that together describe a value: the given ones, and those that they refer to and combine. Of alternatives, it takes
 * those that accept the value, or all if none does. Equal lists are the same object, so that they share cached results.
 */
export const describingSchemas = (
  roots: readonly SchemaNode[],
  value: Json,
  direction: Direction = 'response',
): readonly SchemaNode[] => {
  let all: readonly SchemaNode[] | undefined
  for (const root of roots) {
    const found = describingOne(root, value, direction)
    all = all === undefined ? found : joinedTo(all)(found)
  }
  return all ?? NONE
}

const NONE: readonly SchemaNode[] = []

const joinedTo = oncePer((left: readonly SchemaNode[]) =>
  oncePer((right: readonly SchemaNode[]): readonly SchemaNode[] => [...left, ...right]),
)

const describingOne = (root: SchemaNode, value: Json, direction: Direction): readonly SchemaNode[] => {
  const { always, alternatives, bases } = outlineOf(root)
  if (alternatives.length + bases.length === 0) return always
  const found = new Set(always)
  const pending = [...alternatives]
  let choice = ''
  for (const base of bases) {
    const variant = namedVariant(base, value)
    choice += `${variant?.pointer ?? ''},`
    if (variant === undefined) continue
    const below = outlineOf(variant)
    for (const node of below.always) found.add(node)
    pending.push(...below.alternatives)
  }
  for (const branches of pending) {
    const holding = branches.filter((branch) => isValid(branch, value, { direction }))
    choice += `${holding.map((branch) => branches.indexOf(branch)).join(' ')},`
    for (const branch of holding.length > 0 ? holding : branches) {
      if (found.has(branch)) continue
      const below = outlineOf(branch)
      for (const node of below.always) found.add(node)
      pending.push(...below.alternatives)
    }
  }
  return sameList(root, choice, found)
}

/** A property that no schema of its object names. */
export interface UndocumentedProperty {
  readonly name: string
  /** JSON Pointer, in the response, to the object. */
  readonly instancePointer: string
  /** The schema that names the object's other properties. */
  readonly schema: SchemaNode
}

/**
 * Finds undeclared properties at any depth. Skips objects without a schema and explicitly open objects
 * (`additionalProperties: true`, or a schema). Also skips closed objects, since their own schema rejects such
 * properties.
 */
export const findUndocumented = (root: SchemaNode, value: Json): readonly UndocumentedProperty[] => {
  const found: UndocumentedProperty[] = []
  const visit = (schemas: readonly SchemaNode[], current: Json, place: Place | undefined): void => {
    // Fast path: most values of a response have no properties.
    if (typeof current !== 'object' || current === null) return
    const nodes = describingSchemas(schemas, current)
    if (Array.isArray(current)) {
      current.forEach((item, index) => visit(itemSchemas(nodes, index), item, { token: index, outer: place }))
      return
    }
    const naming = findNaming(nodes)
    for (const name of Object.keys(current)) {
      const property = describeProperty(nodes, name)
      visit(property.schemas, current[name] ?? null, { token: name, outer: place })
      if (naming === undefined || property.isNamed || property.isOpen) continue
      found.push({ name, instancePointer: toPointer(place), schema: naming })
    }
  }
  visit([root], value, undefined)
  return found
}

/** A place in a value, from the inside out. */
interface Place {
  readonly token: string | number
  readonly outer: Place | undefined
}

const toPointer = (place: Place | undefined): string =>
  place === undefined ? '' : appendTokens(toPointer(place.outer), place.token)

const knownNames = new WeakMap<readonly SchemaNode[], SchemaNode | 'none'>()

/** The schema that names an object's properties; undefined if others are allowed too, or if the schema itself rejects them. */
const findNaming = (nodes: readonly SchemaNode[]): SchemaNode | undefined => {
  const isFree = (): boolean => nodes.some((node) => isFreeObject(node) || isClosed(node))
  const naming = knownNames.get(nodes) ?? (isFree() ? 'none' : (nodes.find(namesProperties) ?? 'none'))
  knownNames.set(nodes, naming)
  return naming === 'none' ? undefined : naming
}

const namesProperties = (node: SchemaNode): boolean =>
  ['properties', 'patternProperties'].some((keyword) => {
    const named = keywordOf(node, keyword)
    return isObject(named) && Object.keys(named).length > 0
  })

/** `type: object` without anything else, as one of several alternatives: it accepts any object. */
const isFreeObject = (node: SchemaNode): boolean =>
  /\/(anyOf|oneOf)\/\d+$/.test(node.pointer) &&
  typeof node.schema === 'object' &&
  keywordOf(node, 'type') === 'object' &&
  Object.keys(node.schema).every((keyword) => FREE_KEYWORDS.has(keyword))

const FREE_KEYWORDS = new Set([
  'type',
  'title',
  'description',
  'example',
  'examples',
  'default',
  'deprecated',
])

const isClosed = (node: SchemaNode): boolean =>
  keywordOf(node, 'additionalProperties') === false || keywordOf(node, 'unevaluatedProperties') === false

/** The schemas that describe the item of an array at an index. */
const itemSchemas = (nodes: readonly SchemaNode[], index: number): readonly SchemaNode[] =>
  nodes.flatMap((node) => {
    const prefix = keywordOf(node, 'prefixItems')
    if (Array.isArray(prefix) && index < prefix.length) return [node.set.child(node, 'prefixItems', index)]
    return ['items', 'unevaluatedItems'].flatMap((keyword) =>
      isObject(keywordOf(node, keyword)) ? [node.set.child(node, keyword)] : [],
    )
  })

/** The schemas that describe one property of an object; `isOpen` if they expect properties of any name. */
interface PropertyDescription {
  readonly schemas: readonly SchemaNode[]
  readonly isNamed: boolean
  readonly isOpen: boolean
}

const knownProperties = new WeakMap<readonly SchemaNode[], Map<string, PropertyDescription>>()

/**
 * Finds a property in the schemas that describe an object. A schema describes it by name, by pattern, by `required` or as its
 * discriminator. It also does so if it states `additionalProperties` or `unevaluatedProperties` with a value other than `false`.
 */
export const describeProperty = (nodes: readonly SchemaNode[], name: string): PropertyDescription => {
  const byName = knownProperties.get(nodes) ?? new Map<string, PropertyDescription>()
  const remembered = byName.get(name)
  if (remembered !== undefined) return remembered
  const found = findProperty(nodes, name)
  // Names that only responses use are not cached, since their number has no limit.
  if (nodes.some((node) => declares(node, name))) knownProperties.set(nodes, byName.set(name, found))
  return found
}

const findProperty = (nodes: readonly SchemaNode[], name: string): PropertyDescription => {
  const schemas: SchemaNode[] = []
  let isNamed = false
  let isOpen = false
  for (const node of nodes) {
    const own = ownSchemas(node, name)
    schemas.push(...own)
    isNamed ||= own.length > 0 || isMentioned(node, name)
    for (const keyword of ['additionalProperties', 'unevaluatedProperties']) {
      const rest = keywordOf(node, keyword)
      if (rest === undefined || rest === false || own.length > 0) continue
      isOpen = true
      if (isObject(rest)) schemas.push(node.set.child(node, keyword))
    }
  }
  return { schemas, isNamed, isOpen }
}

const ownSchemas = (node: SchemaNode, name: string): readonly SchemaNode[] => {
  const found = declares(node, name) ? [node.set.child(node, 'properties', name)] : []
  const patterns = keywordOf(node, 'patternProperties')
  for (const pattern of isObject(patterns) ? Object.keys(patterns) : []) {
    if (matchesPattern(pattern, name)) found.push(node.set.child(node, 'patternProperties', pattern))
  }
  return found
}

const declares = (node: SchemaNode, name: string): boolean => {
  const properties = keywordOf(node, 'properties')
  return isObject(properties) && Object.hasOwn(properties, name)
}

const isMentioned = (node: SchemaNode, name: string): boolean => {
  const required = keywordOf(node, 'required')
  const discriminator = keywordOf(node, 'discriminator')
  return (
    (Array.isArray(required) && required.includes(name)) ||
    (isObject(discriminator) && discriminator['propertyName'] === name)
  )
}

/** The schemas that apply to the same value as one schema, separated by whether they always apply. */
interface SchemaOutline {
  /** The schema itself, its references and combinations, and its conditions. */
  readonly always: readonly SchemaNode[]
  /** Each `anyOf` and `oneOf` among them, with its branches. */
  readonly alternatives: readonly (readonly SchemaNode[])[]
  /** Those with a `discriminator`, by which the value names another schema. */
  readonly bases: readonly SchemaNode[]
}

const outlines = new WeakMap<SchemaNode, SchemaOutline>()

/** Reads the outline of a schema, once. It does not include `not`. */
export const outlineOf = (root: SchemaNode): SchemaOutline => {
  const known = outlines.get(root)
  if (known !== undefined) return known
  const always = new Set([root])
  const alternatives: (readonly SchemaNode[])[] = []
  // Iterating a Set includes entries that are added meanwhile.
  for (const node of always) {
    const branches = ['anyOf', 'oneOf']
      .map((keyword) => branchesOf(node, keyword))
      .filter(({ length }) => length > 0)
    alternatives.push(...branches)
    const apart = new Set([...branches.flat(), ...denied(node)])
    for (const below of inPlaceSchemas(node)) if (!apart.has(below)) always.add(below)
  }
  const bases = [...always].filter((node) => keywordOf(node, 'discriminator') !== undefined)
  const outline = { always: [...always], alternatives, bases }
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
