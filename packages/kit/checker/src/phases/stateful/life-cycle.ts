import type { Exchange } from '../../core/exchange.ts'
import type { ApiOperation } from '../../openapi/api-document.ts'
import { matchPath } from '../../resources/paths.ts'
import type { Resource, ResourceCall, ResourceGraph } from '../../resources/resource-graph.ts'
import { assertMade, createItem, findUnbound, makeAnother, makeItem, provideInputs } from './items.ts'
import { listAfter, listBefore } from './pages.ts'
import { defineScenario, type Scenario } from './scenario.ts'
import { isDone, isPending, ScenarioStop, type Walk } from './walk.ts'

/** An item is made, found by its address, by its id and in the list, told from a second one, and deleted. */
export const planLifeCycle = (resource: Resource): readonly Scenario[] => {
  const { create, kind } = resource
  if (create === undefined || kind === 'singleton') return []
  const title = `a created ${resource.name} is there until it is deleted`
  return [
    defineScenario(`life-cycle ${resource.key}`, create.operation, title, (walk) =>
      live(walk, resource, create.operation),
    ),
  ]
}

const live = async (walk: Walk, resource: Resource, create: ApiOperation): Promise<void> => {
  const { read, remove } = resource
  await provideInputs(walk, create, resource)
  await listBefore(walk, resource)
  const created = await makeAnother(walk, resource, 'create')
  if (created !== undefined) await followLocation(walk, created)
  assertMade(walk, resource, created)
  const first = walk.ids.get(resource)
  if (read !== undefined) await walk.send('read-created', read.operation)
  await listAfter(walk, resource, 'list-after-create')
  const isSecond =
    (await makeAnother(walk, resource, 'create-second')) !== undefined && walk.ids.has(resource)
  const second = walk.ids.get(resource)
  if (isSecond && read !== undefined) await walk.send('read-other', read.operation)
  if (first === undefined || remove === undefined) return
  walk.ids.set(resource, first)
  await end(walk, resource, remove)
  if (read === undefined || second === undefined || !isSecond || second.value === first.value) return
  walk.ids.set(resource, second)
  await walk.send('read-other', read.operation)
}

const end = async (walk: Walk, resource: Resource, remove: ResourceCall): Promise<void> => {
  await provideInputs(walk, remove.operation, resource)
  const deleted = await walk.send('delete', remove.operation)
  if (!isDone(deleted) || isPending(deleted)) return
  if (resource.read !== undefined) await walk.send('read-after-delete', resource.read.operation)
  await listAfter(walk, resource, 'list-after-delete')
  await walk.send('delete-again', remove.operation)
  for (const change of [resource.patch, resource.replace]) {
    if (change === undefined || change === resource.create) continue
    await provideInputs(walk, change.operation, resource)
    await walk.send('change-deleted', change.operation)
  }
}

/** The address that an operation documents leads somewhere; for those that make no item of a collection, whose life cycle shows it. */
export const planLocations = (
  graph: ResourceGraph,
  operations: readonly ApiOperation[],
): readonly Scenario[] => {
  const creators = new Set(
    graph.resources.flatMap(({ kind, create }) =>
      kind === 'collection' && create !== undefined ? [create.operation] : [],
    ),
  )
  return operations
    .filter((operation) => !creators.has(operation) && promisesLocation(operation))
    .map((operation) =>
      defineScenario(
        `location ${operation.id}`,
        operation,
        `the Location of ${operation.id} leads somewhere`,
        (walk) => askAndFollow(walk, operation),
      ),
    )
}

/** Whether a success that makes something, or begins to, comes with an address. */
const promisesLocation = ({ method, responses }: ApiOperation): boolean =>
  method !== 'GET' &&
  [...responses.values()].some(
    ({ status, headers }) =>
      /^20[12]$/.test(status) && headers.some(({ name }) => name.toLowerCase() === 'location'),
  )

const askAndFollow = async (walk: Walk, operation: ApiOperation): Promise<void> => {
  await provideInputs(walk, operation)
  const unbound = findUnbound(walk, operation)[0]
  if (unbound !== undefined)
    throw new ScenarioStop(operation, `no producer gives ${unbound.location} ${unbound.name}`)
  await followLocation(walk, await walk.send('create', operation))
}

/** A child is found under its own parent only. */
export const planWrongParent = (resource: Resource): readonly Scenario[] => {
  const { create, read, parent } = resource
  if (
    create === undefined ||
    read === undefined ||
    parent?.create === undefined ||
    parent.kind !== 'collection'
  )
    return []
  if (!isUnder(read.operation, parent) || !isUnder(create.operation, parent)) return []
  const title = `a ${resource.name} is found under its own ${parent.name} only`
  return [
    defineScenario(`wrong-parent ${resource.key}`, read.operation, title, (walk) =>
      ask(walk, resource, parent, read.operation),
    ),
  ]
}

const isUnder = ({ path }: ApiOperation, { itemPath, key }: Resource): boolean =>
  withoutNames(path).startsWith(`${itemPath === undefined ? key : withoutNames(itemPath)}/`)

const withoutNames = (template: string): string => template.replaceAll(/\{[^{}]*\}/g, '{}')

const ask = async (walk: Walk, resource: Resource, parent: Resource, read: ApiOperation): Promise<void> => {
  await createItem(walk, resource)
  const own = walk.ids.get(parent)
  const right = await walk.send('read-created', read)
  if (!isDone(right) || own === undefined || parent.create === undefined) return
  await provideInputs(walk, parent.create.operation, parent)
  await makeItem(walk, parent, 'given')
  const other = walk.ids.get(parent)
  if (other === undefined || other.value === own.value) return
  await walk.send('wrong-parent', read)
}

/** What stands below a thing goes with it, the thing being its parent or anything else that its path goes through. */
export const planOrphans = (
  resource: Resource,
  { resources, bindings }: ResourceGraph,
): readonly Scenario[] => {
  const { create, read, list, replace } = resource
  const make = resource.kind === 'singleton' ? replace : create
  if (read === undefined || make === undefined) return []
  const named = new Set(
    bindings(read.operation).flatMap((one) => (one.location === 'path' ? [one.resource] : [])),
  )
  const title = `a ${resource.name} goes with what it stands below`
  return resources.flatMap((above) => {
    const { remove } = above
    if (above === resource || !named.has(above) || remove === undefined || above.create === undefined)
      return []
    if (!isNeeded(make.operation, above, bindings)) return []
    return [
      {
        ...defineScenario(`orphans ${resource.key} ${above.key}`, read.operation, title, (walk) =>
          leave(walk, resource, { above, remove, read, make, list: list?.operation }),
        ),
        touches: [remove.operation],
      },
    ]
  })
}

const isNeeded = (operation: ApiOperation, above: Resource, bindings: ResourceGraph['bindings']): boolean =>
  bindings(operation).some(({ location, resource }) => location === 'path' && resource === above)

interface OrphanCalls {
  readonly above: Resource
  readonly remove: ResourceCall
  readonly read: ResourceCall
  /** What makes it: its creation, or the PUT of a singleton. */
  readonly make: ResourceCall
  readonly list: ApiOperation | undefined
}

const leave = async (
  walk: Walk,
  resource: Resource,
  { above, remove, read, make, list }: OrphanCalls,
): Promise<void> => {
  if (make === resource.create) await createItem(walk, resource)
  else {
    await provideInputs(walk, make.operation)
    if (!isDone(await walk.send('create', make.operation))) return
  }
  if (!isDone(await walk.send('read-created', read.operation))) return
  await provideInputs(walk, remove.operation, above)
  if (above.read !== undefined) await walk.send('read-before-change', above.read.operation)
  const deleted = await walk.send('delete-parent', remove.operation)
  if (!isDone(deleted) || isPending(deleted)) return
  if (above.read !== undefined) await walk.send('read-parent-gone', above.read.operation)
  await walk.send('read-orphan', read.operation)
  if (list !== undefined && list.path.startsWith(above.itemPath ?? ' ')) await walk.send('list-orphans', list)
  await walk.send('create-orphan', make.operation)
}

/** Asks for the address that an answer gives, as it gives it; nothing is sent where it gives none, or one of another server. */
const followLocation = async (walk: Walk, exchange: Exchange): Promise<void> => {
  const { operation } = exchange.case
  const reference = exchange.answer.header('location') ?? exchange.answer.header('content-location')
  if (reference === undefined || operation === undefined || !isDone(exchange)) return
  const target = walk.port.toTarget(reference, exchange)
  if (target === undefined) return
  const reader = findReader(walk.port.document.operations, target)
  if (reader === undefined) {
    await walk.follow('follow-location', target, operation)
    return
  }
  const drawn = walk.draw(reader)
  const values = { ...drawn, path: matchPath(reader.path, target) ?? drawn.path }
  await walk.send('follow-location', reader, { values, requestTarget: target })
}

/** The GET whose path a target fills from beginning to end; one with more fixed text goes before one with less. */
const findReader = (operations: readonly ApiOperation[], target: string): ApiOperation | undefined => {
  const length = lengthOf(target.replace(/[?#].*$/s, ''))
  const matching = operations.filter(
    ({ method, path }) =>
      method === 'GET' && lengthOf(path) === length && matchPath(path, target) !== undefined,
  )
  return matching.toSorted((left, right) => parametersIn(left.path) - parametersIn(right.path))[0]
}

const lengthOf = (path: string): number => path.split('/').filter((part) => part !== '').length

const parametersIn = (path: string): number => path.split('{').length
