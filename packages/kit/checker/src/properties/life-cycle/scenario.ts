import type { Exchange } from '../../core/exchange.ts'
import type { ApiOperation } from '@contract-kit/openapi'
import { type Resource, type ResourceCall, type ResourceGraph } from '@contract-kit/resources'
import { fillsPath, matchPath } from '@contract-kit/resources/paths'
import { assertMade, makeAnother, provideAll, provideInputs } from '../../scenarios/items.ts'
import { listAfter, listBefore } from '../../scenarios/pages.ts'
import { defineScenario, type Scenario } from '../../scenarios/scenario.ts'
import { isDone, isPending, type Walk } from '../../scenarios/walk.ts'

/** An item is created, found by its address, by its id and in the list, distinguished from a second one, and deleted. */
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
  const created = await makeAnother(walk, resource, { step: 'create' })
  if (created !== undefined) await followLocation(walk, created)
  assertMade(walk, resource, created)
  const first = walk.ids.get(resource)
  if (read !== undefined) await walk.send('read-created', read.operation)
  await listAfter(walk, resource, 'list-after-create')
  const isSecond =
    (await makeAnother(walk, resource, { step: 'create-second' })) !== undefined && walk.ids.has(resource)
  const second = walk.ids.get(resource)
  if (isSecond && read !== undefined) await walk.send('read-other', read.operation)
  if (first === undefined || remove === undefined) return
  walk.ids.set(resource, first)
  await end(walk, resource, remove)
  if (second === undefined || !isSecond || second.value === first.value) return
  walk.ids.set(resource, second)
  if (read !== undefined) await walk.send('read-other', read.operation)
  if (create.method !== 'POST') return
  await provideInputs(walk, remove.operation, resource)
  await walk.send('delete-other', remove.operation)
  await makeAnother(walk, resource, { step: 'create-after-delete' })
}

/** The number of changes of a deleted item that are tried, if another item conflicts with them. */
const CHANGE_ATTEMPTS = 3

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
    // A conflict with another item does not tell whether this one exists.
    for (let attempt = 0; attempt < CHANGE_ATTEMPTS; attempt += 1)
      if ((await walk.send('change-deleted', change.operation)).answer.status !== 409) break
  }
}

/**
 * The documented `Location` of an operation leads somewhere. This is for operations that create no item of a collection, whose life cycle
 * covers it.
 */
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

/** Whether a success that creates an item, or begins to, documents a `Location`. */
const promisesLocation = ({ method, responses }: ApiOperation): boolean =>
  method !== 'GET' &&
  [...responses.values()].some(
    ({ status, headers }) =>
      /^20[12]$/.test(status) && headers.some(({ name }) => name.toLowerCase() === 'location'),
  )

const askAndFollow = async (walk: Walk, operation: ApiOperation): Promise<void> => {
  await provideAll(walk, operation)
  await followLocation(walk, await walk.send('create', operation))
}

/** Requests the exact address that a response gives. Sends nothing if it gives none, or one of another server. */
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

/** The GET whose path matches the whole target; a path with more fixed text comes before one with less. */
const findReader = (operations: readonly ApiOperation[], target: string): ApiOperation | undefined =>
  operations
    .filter(({ method, path }) => method === 'GET' && fillsPath(path, target))
    .toSorted((left, right) => parametersIn(left.path) - parametersIn(right.path))[0]

const parametersIn = (path: string): number => path.split('{').length
