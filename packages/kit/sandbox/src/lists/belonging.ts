import { isObject, own, type Json, type JsonObject } from '@contract-kit/json-schema/json'
import { oncePerName } from '@contract-kit/json-schema/memo'
import type { ApiOperation } from '@contract-kit/openapi'
import { type Resource } from '@contract-kit/resources'
import { parseReferenceName } from '@contract-kit/resources/words'
import { stepsOf, type Kind } from '../document/kinds.ts'
import type { Input } from '../http/call.ts'
import type { World } from '../operations/world.ts'
import type { Item } from '../state/item.ts'
import { byParent, type Index } from '../state/store.ts'
import type { Demand } from './listing.ts'
import { toText } from '../values/to-text.ts'

/** The properties by which items refer to a parent: `ownerId`, `owner_id`, `ownerIds` and `owner` for `owner`. */
export const findReferences = oncePerName(({ shown }: Kind, entity): readonly string[] => {
  const properties = new Set(shown.flatMap((sketch) => [...sketch.fields().keys()]))
  return [...properties].filter((property) => {
    const { entities, suffix } = parseReferenceName(property)
    return entities[0] === entity && (suffix === '' || isIdSuffix(suffix))
  })
})

const isIdSuffix = (suffix: string): boolean =>
  /^(?:id|uuid|guid|ulid|identifier|key|code|slug|ref|reference)$/.test(suffix)

/** Whether an item refers to a parent by one of these properties. */
export const refersTo = ({ value }: Item, found: readonly string[], id: string): boolean =>
  found.some((property) => idsIn(own(value, property)).includes(id))

function idsIn(held: Json | undefined): readonly string[] {
  if (held === undefined || held === null) return []
  if (Array.isArray(held)) return held.flatMap(idsIn)
  if (!isObject(held)) return [toText(held)]
  const inner = idOf(held)
  return inner === undefined ? [] : [toText(inner)]
}

/** Indexes items by parents that they refer to but are not below. */
const byReference = (resourceKey: string, found: readonly string[]): Index => ({
  name: `reference ${resourceKey}`,
  textsOf: ({ under, value }) => {
    const around = new Set(under.filter((key) => isAt(resourceKey, key)).map(idOfKey))
    return found.flatMap((property) => idsIn(own(value, property))).filter((id) => !around.has(id))
  },
})

/** The id at the end of a key. */
const idOfKey = (key: string): string => decodeURIComponent(key.slice(key.lastIndexOf('/') + 1))

const idOf = (held: JsonObject): Json | undefined => own(held, 'id') ?? own(held, 'uuid') ?? own(held, 'slug')

/**
 * The condition that a list path sets on its items: that the path leads to them. Undefined if the path has no parent that the items know,
 * such as a version or a resource without operations.
 */
export function demandOfPath(
  world: World,
  kind: Kind,
  operation: ApiOperation,
  input: Input,
  under: readonly string[],
): Demand | undefined {
  const [around, step] = [under.at(-1), stepsOf(operation).at(-1)]
  if (around === undefined || step === undefined) return undefined
  const [entity = ''] = parseReferenceName(step.parameter).entities
  const parent = world.kindAt(step.resourceKey)
  const entities = parent === kind ? [] : [entity, ...(parent === undefined ? [] : [parent.name])]
  const found = entities.flatMap((name) => findReferences(kind, name))
  const isNested = kind.resources.some(({ key }) => key.startsWith(`${step.resourceKey}/`))
  if (!isNested && found.length === 0) return undefined
  const id = toText(input.path[step.parameter])
  const test: Demand['test'] = (item) => item.under.includes(around) || refersTo(item, found, id)
  const below = world.store.listBy(kind.resource.key, byParent, around)
  if (found.length === 0) return { test, found: below }
  const naming = world.store.listBy(
    kind.resource.key,
    byReference(parent?.resource.key ?? step.resourceKey, found),
    id,
  )
  if (naming.length === 0) return { test, found: below }
  return below.length === 0 ? { test, found: naming } : { test }
}

/**
 * Whether an item is below another: its path goes through it, or a property refers to it. `/owners/7/pets/12` also includes a pet that
 * `POST /pets` created with `ownerId: 7`.
 */
export function isBelow(world: World, item: Item, around: string): boolean {
  if (item.under.includes(around)) return true
  const kind = world.kindAt(item.kind)
  const parent = world.kinds.find(({ resource }) => isKeyOf(resource, around))
  if (kind === undefined || parent === undefined || kind === parent) return false
  const found = findReferences(kind, parent.name)
  // The item is below another parent and does not refer to this one, so every path leads to it.
  if (found.length === 0)
    return item.under.length > 0 && !item.under.some((key) => isKeyOf(parent.resource, key))
  return refersTo(item, found, idOfKey(around))
}

/** Whether a key matches the path of a resource: `/owners/7` for `/owners/{}`. */
const isKeyOf = ({ key, kind }: Resource, around: string): boolean =>
  kind === 'collection' && isAt(key, around)

function isAt(resourceKey: string, key: string): boolean {
  const [steps, given] = [resourceKey.split('/'), key.split('/')]
  return steps.length === given.length && steps.every((step, index) => step === '{}' || step === given[index])
}
