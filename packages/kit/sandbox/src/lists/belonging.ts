import { isObject, own, type Json, type JsonObject } from '@contract-kit/json-schema/json'
import type { ApiOperation } from '@contract-kit/openapi'
import { parseReferenceName, type Resource } from '@contract-kit/resources'
import { stepsOf, type Kind } from '../document/kinds.ts'
import type { Input } from '../http/call.ts'
import type { World } from '../operations/world.ts'
import type { Item } from '../state/item.ts'
import { toText } from '../values/to-text.ts'

const references = new WeakMap<Kind, Map<string, readonly string[]>>()

/** The properties by which the items of a kind name a thing: `ownerId`, `owner_id`, `ownerIds` and `owner` for `owner`. */
export function findReferences(kind: Kind, entity: string): readonly string[] {
  const known = references.get(kind) ?? new Map<string, readonly string[]>()
  references.set(kind, known)
  const found = known.get(entity) ?? searchReferences(kind, entity)
  known.set(entity, found)
  return found
}

function searchReferences({ shown }: Kind, entity: string): readonly string[] {
  const properties = new Set(shown.flatMap((sketch) => [...sketch.fields().keys()]))
  return [...properties].filter((property) => {
    const { entities, suffix } = parseReferenceName(property)
    return entities[0] === entity && (suffix === '' || isIdSuffix(suffix))
  })
}

const isIdSuffix = (suffix: string): boolean =>
  /^(?:id|uuid|guid|ulid|identifier|key|code|slug|ref|reference)$/.test(suffix)

/** Whether an item names a thing by one of these properties. */
export const refersTo = ({ value }: Item, found: readonly string[], id: string): boolean =>
  found.some((property) => names(own(value, property), id))

function names(held: Json | undefined, id: string): boolean {
  if (held === undefined || held === null) return false
  if (Array.isArray(held)) return held.some((one) => names(one, id))
  if (!isObject(held)) return toText(held) === id
  const inner = idOf(held)
  return inner !== undefined && toText(inner) === id
}

const idOf = (held: JsonObject): Json | undefined => own(held, 'id') ?? own(held, 'uuid') ?? own(held, 'slug')

/**
 * Makes the test whether the path of a list leads to an item. Undefined if its path goes through nothing that the items know, such as a
 * version, or a thing without operations.
 */
export function pathTest(
  world: World,
  kind: Kind,
  operation: ApiOperation,
  input: Input,
  under: readonly string[],
): ((item: Item) => boolean) | undefined {
  const [around, step] = [under.at(-1), stepsOf(operation).at(-1)]
  if (around === undefined || step === undefined) return undefined
  const [entity = ''] = parseReferenceName(step.parameter).entities
  const parent = world.kindAt(step.resourceKey)
  const entities = parent === kind ? [] : [entity, ...(parent === undefined ? [] : [parent.name])]
  const found = entities.flatMap((name) => findReferences(kind, name))
  const isNested = kind.resources.some(({ key }) => key.startsWith(`${step.resourceKey}/`))
  if (!isNested && found.length === 0) return undefined
  const id = toText(input.path[step.parameter])
  return (item) => item.under.includes(around) || refersTo(item, found, id)
}

/**
 * Whether an item is below another: its own path leads through it, or it names it. So `/owners/7/pets/12` is also a pet that `POST /pets`
 * created with `ownerId: 7`.
 */
export function isBelow(world: World, item: Item, around: string): boolean {
  if (item.under.includes(around)) return true
  const kind = world.kindAt(item.kind)
  const parent = world.kinds.find(({ resource }) => isKeyOf(resource, around))
  if (kind === undefined || parent === undefined || kind === parent) return false
  const found = findReferences(kind, parent.name)
  // Created below another thing, and without a word of this one: every path leads to it.
  if (found.length === 0)
    return item.under.length > 0 && !item.under.some((key) => isKeyOf(parent.resource, key))
  return refersTo(item, found, decodeURIComponent(around.slice(around.lastIndexOf('/') + 1)))
}

/** Whether a key names an item at the path of a resource: `/owners/7` for `/owners/{}`. */
function isKeyOf({ key, kind }: Resource, around: string): boolean {
  const [steps, given] = [key.split('/'), around.split('/')]
  return (
    kind === 'collection' &&
    steps.length === given.length &&
    steps.every((step, index) => step === '{}' || step === given[index])
  )
}
