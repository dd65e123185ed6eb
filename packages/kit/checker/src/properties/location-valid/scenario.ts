import type { Exchange } from '../../core/exchange.ts'
import type { ApiOperation } from '@contract-kit/openapi'
import type { ResourceGraph } from '@contract-kit/resources'
import { fillsPath, matchPath } from '@contract-kit/resources/paths'
import { isSameId } from '../../compare/facts.ts'
import { provideAll } from '../../scenarios/items.ts'
import { defineScenario, type Scenario } from '../../scenarios/scenario.ts'
import { isDone, type Walk } from '../../scenarios/walk.ts'
import type { Property } from '../property.ts'
import { locationFollowed, locationValidRule } from './oracle.ts'

/** The documented `Location` of an operation can be requested. */
export const locationValid: Property = {
  rules: [locationValidRule],
  ofDocument: ({ graph, document }) => planLocations(graph, document.operations),
}

/** Tests operations that create no collection item; the life cycle follows the `Location` of such items. */
const planLocations = (graph: ResourceGraph, operations: readonly ApiOperation[]): readonly Scenario[] => {
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
        `the Location of ${operation.id} can be requested`,
        (walk) => askAndFollow(walk, operation),
      ),
    )
}

/** Whether a success that creates an item, or starts to, documents a `Location`. */
const promisesLocation = ({ method, responses }: ApiOperation): boolean =>
  method !== 'GET' &&
  [...responses.values()].some(
    ({ status, headers }) =>
      /^20[12]$/.test(status) && headers.some(({ name }) => name.toLowerCase() === 'location'),
  )

const askAndFollow = async (walk: Walk, operation: ApiOperation): Promise<void> => {
  await provideAll(walk, operation)
  const exchange = await walk.send(operation)
  if (isDone(exchange)) walk.showCreated(exchange)
  await followLocation(walk, exchange)
}

/**
 * Requests the exact URL in a creation's response, and records the result. Sends nothing if there is none, or if it is on another server.
 */
export const followLocation = async (walk: Walk, created: Exchange): Promise<void> => {
  const { operation } = created.case
  const header = ['location', 'content-location'].find((name) => created.response.header(name) !== undefined)
  const reference = header && created.response.header(header)
  if (reference === undefined || operation === undefined || !isDone(created)) return
  const target = walk.port.toTarget(reference, created)
  if (target === undefined) return
  walk.show(locationFollowed, {
    created,
    followed: await request(walk, target, operation, `$response.header.${header}`),
  })
}

const request = (walk: Walk, target: string, from: ApiOperation, source: string): Promise<Exchange> => {
  const reader = findReader(walk.port.document.operations, target)
  if (reader === undefined) return walk.follow(target, from)
  const drawn = walk.draw(reader)
  const path = matchPath(reader.path, target) ?? drawn.path
  // An id that differs from the one in the body comes from the URL.
  const fromUrl = Object.keys(path).filter((name) => !isSameId(drawn.path[name], path[name]))
  const boundTo = Object.fromEntries(
    fromUrl.map((name) => [`path.${name}`, `${from.id} ${source}#${reader.path}`]),
  )
  return walk.send(reader, { values: { ...drawn, path }, requestTarget: target, boundTo })
}

/** The GET whose path matches the whole target. Paths with more fixed text come first. */
const findReader = (operations: readonly ApiOperation[], target: string): ApiOperation | undefined =>
  operations
    .filter(({ method, path }) => method === 'GET' && fillsPath(path, target))
    .toSorted((left, right) => parametersIn(left.path) - parametersIn(right.path))[0]

const parametersIn = (path: string): number => path.split('{').length
