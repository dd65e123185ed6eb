import { own, type Json, type JsonObject } from '@contract-kit/json-schema/json'
import type { ApiOperation } from '@contract-kit/openapi'
import { type Resource } from '@contract-kit/resources'
import { ID_WORDS, parseReferenceName } from '@contract-kit/resources/words'
import { exampleItems, type ExampleItem } from '../document/examples.ts'
import { type Kind, stepsOf } from '../document/kinds.ts'
import type { Call } from '../http/call.ts'
import { toText } from '../values/to-text.ts'
import { exampleOf } from '../values/fit.ts'
import { inventItem } from '../values/invent-item.ts'
import type { World } from './world.ts'

/** The number of generated items of a listed kind without a create operation or examples. */
const inventedCount = 3

/**
 * Stores the example items of the document, parents before children. Generates items for kinds that are listed but never created. Seeds
 * have no owner, so all callers see them. Returns explanations of unused examples.
 */
export function plantSeeds(world: World): readonly string[] {
  const remarks: string[] = []
  const call: Call = {
    method: 'GET',
    target: '/',
    origin: '',
    basePath: world.document.basePath ?? '',
    headers: {},
    identity: undefined,
    log: { remarks },
  }
  const sorted = world.kinds.toSorted((one, other) => depthOf(one) - depthOf(other))
  for (const kind of sorted) {
    try {
      if (kind.resource.kind === 'collection') plantKind(world, kind, call)
      else plantSingleton(world, kind, call)
    } catch (error) {
      remarks.push(`No initial ${kind.name} was created: ${(error as Error).message}`)
    }
  }
  return [...new Set(remarks)]
}

const depthOf = ({ resource }: Kind): number => resource.key.split('{}').length

function plantKind(world: World, kind: Kind, call: Call): void {
  const { seed } = world.rules.resources.get(kind.name) ?? {}
  if (seed !== undefined) return plantRuled(world, kind, seed, call)
  for (const example of exampleItems(kind)) plantExample(world, kind, example, call)
  if (kind.origin !== 'listed' || world.store.listKind(kind.resource.key).length > 0) return
  const parents = kind.resource.parent === undefined ? [undefined] : parentsOf(world, kind)
  for (const parent of parents) {
    const under = parent === undefined ? [] : parent
    for (let index = 0; index < inventedCount; index += 1) {
      const id = world.makeId(kind, under)
      plant(world, kind, under, id, inventItem(kind, index), call)
    }
  }
}

/** Stores the items or the number of items in a rule, below each possible parent. */
function plantRuled(world: World, kind: Kind, seed: readonly JsonObject[] | number, call: Call): void {
  const items =
    typeof seed === 'number' ? Array.from({ length: seed }, (_, index) => inventItem(kind, index)) : seed
  const idName = kind.idName
  const parents = kind.resource.parent === undefined ? [[]] : parentsOf(world, kind)
  for (const under of parents) {
    for (const value of items) {
      const chosen = typeof seed === 'number' || idName === undefined ? undefined : own(value, idName)
      plant(world, kind, under, chosen ?? world.makeId(kind, under, value), value, call)
    }
  }
}

/** The paths of all parents of a kind. */
const parentsOf = (world: World, { resource }: Kind): readonly (readonly string[])[] =>
  world.kinds
    .filter(({ resources }) => resource.parent !== undefined && resources.includes(resource.parent))
    .flatMap((parent) => world.store.listKind(parent.resource.key))
    .map(({ under, key }) => [...under, key])

/** Explains which examples contain no usable item, and why. */
export const findUnusedExamples = (world: World): readonly string[] => [
  ...new Set(
    world.kinds
      .filter(({ resource }) => resource.kind === 'collection')
      .flatMap((kind) =>
        exampleItems(kind).flatMap(({ value, operation, resource }) => {
          const why = whyUnused(world, kind, idOf(kind, value, operation, resource))
          return why === undefined ? [] : [tellUnused(operation, kind, why)]
        }),
      ),
  ),
]

const idOf = (
  { idName }: Kind,
  value: JsonObject,
  operation: ApiOperation,
  { key }: Resource,
): Json | undefined => (idName === undefined ? undefined : own(value, idName)) ?? idInPath(operation, key)

function whyUnused(world: World, kind: Kind, id: Json | undefined): string | undefined {
  if (id === undefined || id === null) return 'it has no id'
  return world.isId(kind, id) ? undefined : `its id ${toText(id)} does not match its schemas`
}

const tellUnused = ({ id }: ApiOperation, { name }: Kind, why: string): string =>
  `The example of ${id} is not used as a ${name}: ${why}.`

/** Stores an example item; several examples of one item are merged. */
function plantExample(
  world: World,
  kind: Kind,
  { value, operation, resource }: ExampleItem,
  call: Call,
): void {
  const id = idOf(kind, value, operation, resource)
  if (id === undefined || whyUnused(world, kind, id) !== undefined) return
  const under = findUnder(world, kind, value, operation)
  if (under === undefined) {
    call.log?.remarks.push(tellUnused(operation, kind, 'its parent does not exist'))
    return
  }
  const existing = world.store.get(world.keyFor(kind, under, toText(id)))
  if (existing === undefined) plant(world, kind, under, id, value, call)
  else world.change(kind, existing, { ...value, ...existing.value })
}

function plant(
  world: World,
  kind: Kind,
  under: readonly string[],
  id: Json,
  value: JsonObject,
  call: Call,
): void {
  const idName = kind.idName
  const named = idName === undefined ? value : { ...value, [idName]: id }
  const address = { under, key: world.keyFor(kind, under, toText(id)), id: toText(id) }
  world.reserveId(kind, id)
  world.addSeed(kind, address, named, call)
}

/** The parent path of a child: the parent named by the child, else the one in the path's examples, else the first. */
function findUnder(
  world: World,
  kind: Kind,
  value: JsonObject,
  operation: ApiOperation,
): readonly string[] | undefined {
  const { parent } = kind.resource
  if (parent === undefined) return []
  const parents = parentsOf(world, kind)
  const named = Object.entries(value).flatMap(([name, part]) => {
    const { entities, suffix } = parseReferenceName(name)
    return ID_WORDS.includes(suffix) && entities.includes(parent.name) ? [toText(part)] : []
  })
  const inPath = idInPath(operation, parent.key)
  const wanted = [...named, ...(inPath === undefined ? [] : [toText(inPath)])]
  const found = wanted.flatMap((id) =>
    parents.filter((path) => world.store.get(path.at(-1) ?? '')?.id === id),
  )
  if (found.length > 0 || named.length > 0) return found[0]
  return parents[0]
}

/** The path parameter example that identifies an item of a resource. */
function idInPath(operation: ApiOperation, resourceKey: string): Json | undefined {
  const step = stepsOf(operation).find((one) => one.resourceKey === resourceKey)
  const parameter = operation.parameters.find(
    ({ in: place, name }) => place === 'path' && name === step?.parameter,
  )
  return parameter?.examples[0]?.value ?? (parameter?.schema && exampleOf(parameter.schema))
}

/** Stores the example of a root singleton that exists from the start. */
function plantSingleton(world: World, kind: Kind, call: Call): void {
  if (kind.origin !== 'named' || kind.resource.key.includes('{}')) return
  const [example] = exampleItems(kind)
  const address = { under: [], key: kind.resource.key, id: '' }
  world.addSeed(kind, address, example?.value ?? {}, call)
}
