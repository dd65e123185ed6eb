import { oncePer, oncePerName } from '@contract-kit/json-schema/memo'
import { jsonTypeOf, textsIn } from '@contract-kit/json-schema/json'
import {
  findReferenced,
  keywordOf,
  namesBelow,
  referencesOf,
  schemasAt,
  type SchemaNode,
} from '@contract-kit/json-schema/schemas'
import {
  behind,
  isLeftOut,
  isNullable,
  type Mode,
  type Schema,
  typesIn,
  valuesIn,
  valuesOf,
} from './schema.ts'

export interface Member {
  readonly schema: Schema
  readonly isRequired: boolean
}

export type Members = ReadonlyMap<string, Member>

/** An object schema in the form of an interface: the schemas that it extends, and the members that it adds. */
export interface Shape {
  readonly bases: readonly SchemaNode[]
  readonly members: Members
  /** The schema of additional members; `undefined` if none are declared. */
  readonly rest: SchemaNode | undefined
  /** Whether the schema forbids additional members. */
  readonly isClosed: boolean
}

interface Draft {
  readonly bases: SchemaNode[]
  readonly properties: Map<string, Schema>
  readonly required: Set<string>
  rest: SchemaNode | undefined
  isClosed: boolean
  isObject: boolean
}

const createDraft = (): Draft => ({
  bases: [],
  properties: new Map(),
  required: new Set(),
  rest: undefined,
  isClosed: false,
  isObject: false,
})

/** Returns the object that a schema describes; `undefined` if it allows other values or several objects. */
export function shapeOf(schema: Schema, mode: Mode, context?: Members): Shape | undefined {
  const draft = createDraft()
  const isPlain = schema.every((node) => !isNullable(node) && collect(node, draft, mode))
  return isPlain && draft.isObject ? toShape(draft, mode, context) : undefined
}

/** Returns the object that a schema describes, like `shapeOf`, but also for a nullable schema. */
export function shapeBesideNull(node: SchemaNode, mode: Mode, context?: Members): Shape | undefined {
  const draft = createDraft()
  return collect(node, draft, mode) && draft.isObject ? toShape(draft, mode, context) : undefined
}

/** Returns the object that a schema's own keywords describe, without the schemas that it combines. */
export function ownShapeOf(node: SchemaNode, mode: Mode, context?: Members): Shape | undefined {
  const draft = createDraft()
  collectOwn(node, draft)
  return draft.isObject ? toShape(draft, mode, context) : undefined
}

function toShape(draft: Draft, mode: Mode, context?: Members): Shape {
  const { bases, rest, isClosed } = draft
  return { bases, rest, isClosed, members: readMembers(draft, mode, context) }
}

const combinations = ['oneOf', 'anyOf', 'x-variants']

/** Adds a schema to the draft. Returns `false` if it is not a plain object. */
function collect(node: SchemaNode, draft: Draft, mode: Mode): boolean {
  if (typeof node.schema === 'boolean' || valuesIn(node) !== undefined) return false
  if (combinations.some((keyword) => keywordOf(node, keyword) !== undefined)) return false
  if (typesIn(node).some((type) => type !== 'object' && type !== 'null')) return false
  const target = findReferenced(node)
  if (target !== undefined) {
    const base = shapeOf([target], mode)
    if (base === undefined) return false
    draft.isObject = true
    if (!isAnyObject(base)) draft.bases.push(target)
  }
  if (!schemasAt(node, 'allOf').every((part) => !isNullable(part) && collect(part, draft, mode))) return false
  collectOwn(node, draft)
  return true
}

/** Adds the schema's own keywords to the draft. */
function collectOwn(node: SchemaNode, draft: Draft): void {
  const names = namesBelow(node.schema, 'properties')
  schemasAt(node, 'properties').forEach((property, index) => {
    const name = names[index] ?? ''
    draft.properties.set(name, [...(draft.properties.get(name) ?? []), property])
  })
  const required = textsIn(keywordOf(node, 'required'))
  for (const name of required) draft.required.add(name)
  const [rest] = ['additionalProperties', 'unevaluatedProperties'].flatMap((keyword) =>
    schemasAt(node, keyword),
  )
  if (rest?.schema === false || keywordOf(node, 'maxProperties') === 0) draft.isClosed = true
  else if (rest !== undefined) draft.rest = rest
  const isDescribed = rest !== undefined || required.length > 0 || keywordOf(node, 'properties') !== undefined
  draft.isObject ||= isDescribed || typesIn(node).includes('object')
}

function readMembers(draft: Draft, mode: Mode, context: Members = new Map()): Members {
  const inherited = new Map(draft.bases.flatMap((base) => [...membersOfBase(base, mode)]))
  const members = new Map<string, Member>()
  for (const [name, schema] of draft.properties) {
    if (isLeftOut(schema, mode)) continue
    const isRequired = draft.required.has(name) || inherited.get(name)?.isRequired === true
    members.set(name, { schema, isRequired })
  }
  // A part that only lists required names makes members of its siblings required.
  for (const name of draft.required) {
    const known = inherited.get(name) ?? context.get(name)
    const isDeclared = draft.properties.has(name) || inherited.get(name)?.isRequired === true
    if (!isDeclared && !isLeftOutOfBases(draft, name, mode)) {
      members.set(name, { schema: known?.schema ?? [], isRequired: true })
    }
  }
  return members
}

function isLeftOutOfBases({ bases }: Draft, name: string, mode: Mode): boolean {
  return bases.some((base) => membersOfBase(base, 'shared').has(name) && !membersOfBase(base, mode).has(name))
}

/** Returns every member of an object, including those of its bases; `undefined` if the schema is not a single object. */
export function membersOf(schema: Schema, mode: Mode): Members | undefined {
  const shape = shapeOf(schema, mode)
  if (shape === undefined) return undefined
  const bases = shape.bases.flatMap((base) => [...membersOfBase(base, mode)])
  return new Map([...bases, ...shape.members])
}

const knownMembers = oncePerName(
  (base: SchemaNode, mode): Members => membersOf([base], mode as Mode) ?? new Map(),
)

function membersOfBase(base: SchemaNode, mode: Mode): Members {
  return knownMembers(base, mode)
}

/**
 * Returns the names of all members of an object or of a union of objects; `undefined` if the schema allows other
 * values, or members of any name.
 */
export function keysOf(schema: Schema, mode: Mode): ReadonlySet<string> | undefined {
  const [only, ...others] = schema
  return only === undefined || others.length > 0 ? undefined : keysOfNode(only, mode)
}

/** Returns the keys of one schema, like `keysOf`. A part of an object need not declare a type. */
function keysOfNode(node: SchemaNode, mode: Mode, isPart = false): ReadonlySet<string> | undefined {
  const target = behind(node)
  const shape = shapeOf([target], mode)
  if (shape !== undefined) {
    if (shape.rest !== undefined) return undefined
    const keys = joinKeys(
      shape.members.keys(),
      shape.bases.map((base) => keysOfNode(base, mode)),
    )
    return keys !== undefined && (keys.size > 0 || isEmpty(shape)) ? keys : undefined
  }
  const isObject = typesMeant(target).has('object') && typesMeant(target).size === 1
  const isBare = typesIn(target).length === 0 && valuesIn(target) === undefined && !isNullable(target)
  if (!isObject && !(isPart && isBare)) return undefined
  const own = ownShapeOf(target, mode)
  if (own?.rest !== undefined) return undefined
  const parts = partsOf(target).flat()
  return joinKeys(
    own?.members.keys() ?? [],
    parts.map((part) => keysOfNode(part, mode, true)),
  )
}

function joinKeys(
  own: Iterable<string>,
  others: readonly (ReadonlySet<string> | undefined)[],
): ReadonlySet<string> | undefined {
  return others.includes(undefined)
    ? undefined
    : new Set([...own, ...others.flatMap((keys) => [...(keys ?? [])])])
}

/** Returns the types of a schema's values. A schema that describes an object allows only objects, even without a type. */
export const typesMeant = oncePer((node: SchemaNode): ReadonlySet<string> => {
  const isObject = shapeBesideNull(node, 'shared') !== undefined
  if (isObject) return new Set(isNullable(node) ? ['object', 'null'] : ['object'])
  const lists = partsOf(node)
  const isAllowed = (type: string) => lists.every((parts) => parts.some((part) => typesMeant(part).has(type)))
  const types = [...ownTypesOf(node)].filter(isAllowed)
  // In OpenAPI 3.0, `nullable` adds null to any combination of schemas.
  return new Set(keywordOf(node, 'nullable') === true ? [...types, 'null'] : types)
})

export const allTypes = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object']

/** Returns the types that a schema's own keywords allow. */
function ownTypesOf(node: SchemaNode): readonly string[] {
  const types = valuesIn(node)?.map(jsonTypeOf) ?? typesIn(node)
  if (typeof node.schema === 'boolean' || types.length === 0) return node.schema === false ? [] : allTypes
  return types.includes('number') ? [...types, 'integer'] : types
}

/** Returns the schemas that a schema combines. A value satisfies at least one schema of each list. */
export function partsOf(node: SchemaNode): readonly (readonly SchemaNode[])[] {
  const all = [...referencesOf(node), ...schemasAt(node, 'allOf')].map((part) => [part])
  return [...all, schemasAt(node, 'oneOf'), schemasAt(node, 'anyOf')].filter((parts) => parts.length > 0)
}

/** Whether the values of one required member distinguish the variants of a union. */
export function isDiscriminated(variants: readonly SchemaNode[], mode: Mode): boolean {
  const members = variants.map((variant) => membersOfBase(behind(variant), mode))
  return [...(members[0]?.keys() ?? [])].some((name) => {
    const values = members.map((of) => {
      const member = of.get(name)
      return member?.isRequired === true ? valuesOf(member.schema) : undefined
    })
    if (values.includes(undefined)) return false
    const all = values.flatMap((some) => some ?? [])
    return new Set(all).size === all.length
  })
}

/** Whether an object schema allows no members. */
export function isEmpty({ bases, members, rest, isClosed }: Shape): boolean {
  return bases.length === 0 && members.size === 0 && rest === undefined && isClosed
}

/** Whether an object schema allows any members. */
function isAnyObject({ bases, members, rest, isClosed }: Shape): boolean {
  return bases.length === 0 && members.size === 0 && rest === undefined && !isClosed
}
