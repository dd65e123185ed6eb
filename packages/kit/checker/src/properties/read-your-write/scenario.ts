import type { Exchange } from '../../core/exchange.ts'
import type { RequestValues } from '@contract-kit/openapi/wire'
import { isObject, toCanonicalText } from '@contract-kit/json-schema/json'
import type { ApiOperation } from '@contract-kit/openapi'
import { type Resource } from '@contract-kit/resources'
import { oddBodies } from '../../scenarios/bodies.ts'
import {
  atBoundary,
  type BoundaryBody,
  listBoundaries,
  richestMedia,
} from '../../scenarios/boundary-bodies.ts'
import { createItem, establishItem, makeItem, provideInputs, renewReferences } from '../../scenarios/items.ts'
import { listAfter, listBefore } from '../../scenarios/pages.ts'
import { defineScenario, type Scenario } from '../../scenarios/scenario.ts'
import { endAll, isDone, isPending, type Walk } from '../../scenarios/walk.ts'

import { createdItemsListed, oddTextRead } from '../../scenarios/evidence.ts'
import { TrackedItem } from '../../scenarios/tracked-item.ts'
import type { Property } from '../property.ts'
import { readYourWriteRule } from './oracle.ts'
import { planOtherParents } from './other-parents.ts'

/** Maximum number of bodies of each kind. */
const MAX_CREATIONS = 32
const MAX_CHANGES = 32

/** Number of requests to draw until one can be set to a boundary. */
const DRAWS = 4

/** Written values are read back, including schema boundaries: the longest text, the largest number, each enum value. */
export const readYourWrite: Property = {
  rules: [readYourWriteRule],
  ofResource: (resource, { graph }) => [...planEcho(resource), ...planOtherParents(resource, graph)],
}

const planEcho = (resource: Resource): readonly Scenario[] => {
  const { create, read, replace, patch, kind } = resource
  if (read === undefined) return []
  const title = `a ${resource.name} is read as it was written`
  const creations = create?.operation.body === undefined || kind === 'singleton' ? [] : [create.operation]
  const changes = [replace, patch].flatMap((call) =>
    call === undefined || call.operation.body === undefined || creations.includes(call.operation)
      ? []
      : [call.operation],
  )
  return [
    ...creations.map((operation) => ({
      ...defineScenario(`echo ${resource.key}`, operation, title, (walk) =>
        createEach(walk, resource, operation, read.operation),
      ),
      pages: resource.list === undefined ? [] : [resource.list.operation],
    })),
    ...changes.map((change) =>
      defineScenario(`echo ${resource.key} ${change.method}`, change, title, (walk) =>
        changeEach(walk, resource, change, read.operation),
      ),
    ),
  ]
}

const createEach = async (
  walk: Walk,
  resource: Resource,
  create: ApiOperation,
  read: ApiOperation,
): Promise<void> => {
  await listBefore(walk, resource)
  // The created items may exceed one response.
  walk.fitsOneResponse.set(resource, false)
  const first = await createItem(walk, resource)
  await new TrackedItem(walk, first).read(read)
  if (isPending(first)) return
  let isTaken = false
  const attempt = async (lane: Walk, values: RequestValues): Promise<boolean> => {
    const made = await makeItem(lane, resource, { values })
    isTaken ||= made === undefined
    if (made === undefined || isPending(made) || !lane.ids.has(resource)) return made !== undefined
    const item = new TrackedItem(lane, made)
    await item.read(read)
    const list = await listAfter(lane, resource)
    if (list !== undefined)
      lane.show(createdItemsListed, { before: undefined, created: [made], read: item.lastRead, list })
    return true
  }
  // Two walks may choose the same name, so the second would replace the first item before it is read.
  const named = new Map<string, Promise<boolean>>()
  await forEachLimit(lanesOf(walk), create, MAX_CREATIONS, async (lane, draw) => {
    lane.ids.delete(resource)
    if (isTaken) await renewReferences(lane, create, resource)
    const values = draw()
    if (values === undefined) return true
    if (create.method === 'POST') return attempt(lane, values)
    const name = toCanonicalText(values.path)
    const isMade = (named.get(name) ?? Promise.resolve(true)).then(() => attempt(lane, values))
    named.set(name, isMade)
    return isMade
  })
  if (isTaken) await renewReferences(walk, create, resource)
  for (const values of oddBodies(walk, create)) {
    const made = await makeItem(walk, resource, { values, mayBeRejected: true })
    if (made !== undefined && !isPending(made) && walk.ids.has(resource)) await readOdd(walk, made, read)
  }
}

/** Maximum number of parallel walks that create items of one kind. */
const LANES = 4

const lanesOf = (walk: Walk): readonly Walk[] =>
  Array.from({ length: Math.min(walk.port.workers, LANES) }, (_lane, index) =>
    index === 0 ? walk : walk.fork(),
  )

const changeEach = async (
  walk: Walk,
  resource: Resource,
  change: ApiOperation,
  read: ApiOperation,
): Promise<void> => {
  const item = new TrackedItem(walk, await establishItem(walk, resource, change))
  await provideInputs(walk, change, resource)
  await item.read(read)
  await forEachLimit([walk], change, MAX_CHANGES, async (_walk, draw) => {
    const values = draw()
    return values === undefined || isDone(await item.tryChange(change, { values }, read))
  })
  for (const values of oddBodies(walk, change)) {
    const changed = await walk.send(change, { values, mayBeRejected: true })
    if (isDone(changed) && !isPending(changed)) await readOdd(walk, changed, read)
  }
}

const readOdd = async (walk: Walk, write: Exchange, operation: ApiOperation): Promise<void> => {
  const read = await walk.send(operation)
  walk.show(oddTextRead, { write, read })
}

/**
 * Sends requests at all boundaries of a body: the first ones of all properties together, then the second ones, as far as they are
 * compatible. `attempt` returns whether the server accepted the request; if not, each half is retried later.
 */
const forEachLimit = async (
  walks: readonly Walk[],
  operation: ApiOperation,
  most: number,
  attempt: (walk: Walk, draw: () => RequestValues | undefined) => Promise<boolean>,
): Promise<void> => {
  const queue = inLayers(listBoundaries(operation, richestMedia(operation) ?? ''))
  let sent = 0
  const goOn = async (walk: Walk): Promise<void> => {
    const limits = sent === most ? undefined : queue.shift()
    if (limits === undefined) return
    sent += 1
    let tried: readonly BoundaryBody[] = []
    const isTaken = await attempt(walk, () => {
      const drawn = drawAt(walk, operation, limits)
      tried = drawn.reached
      return tried.length === 0 ? undefined : drawn.values
    })
    const others = tried.length === 0 ? [] : limits.filter((limit) => !tried.includes(limit))
    const half = Math.ceil(tried.length / 2)
    const halves = isTaken || tried.length === 1 ? [] : [tried.slice(0, half), tried.slice(half)]
    // The remaining boundaries come last.
    queue.push(...[others, ...halves].filter(({ length }) => length > 0))
    return goOn(walk)
  }
  await endAll(walks.map((walk) => goOn(walk)))
}

/**
 * Groups boundaries in layers: the first of each place, then the second of each, and so on. Containers precede their parts, which they
 * would otherwise overwrite.
 */
const inLayers = (limits: readonly BoundaryBody[]): BoundaryBody[][] => {
  const layers: BoundaryBody[][] = []
  const depths = new Map<string, number>()
  for (const limit of limits) {
    const depth = depths.get(limit.place) ?? 0
    depths.set(limit.place, depth + 1)
    layers[depth] = [...(layers[depth] ?? []), limit]
  }
  return layers.map((layer) => layer.toSorted((left, right) => left.place.length - right.place.length))
}

/** A new request at as many compatible boundaries as possible. A unique value, such as an email address, is not sent twice. */
const drawAt = (walk: Walk, operation: ApiOperation, limits: readonly BoundaryBody[]) => {
  const draws = Array.from({ length: DRAWS }, () => {
    let values = walk.draw(operation)
    const reached = limits.filter((limit, index) => {
      const { graph } = walk.port
      const changed =
        atBoundary(graph, operation, values, beside(limit)) ??
        (index === 0 ? atBoundary(graph, operation, values, limit) : undefined)
      values = changed ?? values
      return changed !== undefined
    })
    return { values, reached }
  })
  return draws.reduce((best, draw) => (draw.reached.length > best.reached.length ? draw : best))
}

/** The same boundary without omitting template properties, which may be at other boundaries. */
const beside = (limit: BoundaryBody): BoundaryBody => {
  const { template, value } = limit
  if (!isObject(template) || !isObject(value)) return limit
  const shared = Object.entries(template).filter(([name]) => Object.hasOwn(value, name))
  return { ...limit, template: Object.fromEntries(shared) }
}
