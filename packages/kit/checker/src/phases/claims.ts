import type { ApiOperation } from '@contract-kit/openapi'
import type { Resource, ResourceGraph } from '@contract-kit/resources'

/** The resources that a work item claims, so that work items can run in parallel. All are resource keys. */
export interface Claims {
  /** Resources that others must not change meanwhile, because this work compares their state. */
  readonly owns: ReadonlySet<string>
  /** Resources whose items are created, changed or deleted. */
  readonly uses: ReadonlySet<string>
  /** Resources whose list is read page by page. Others may create items meanwhile, but a deletion shifts the pages. */
  readonly pages?: ReadonlySet<string>
  /** Resources whose items are deleted while others may read their lists. */
  readonly removes?: ReadonlySet<string>
}

/** Claims of work whose responses are judged separately, and that changes nothing others compare. */
export const NO_CLAIMS: Claims = { owns: new Set(), uses: new Set() }

/** The claims of operations: their resources, required ones, and further ones in use. */
export const claimsOf = (
  graph: ResourceGraph,
  {
    on,
    using = [],
    paging = [],
    removing = [],
    isWatching,
  }: {
    readonly on: readonly ApiOperation[]
    readonly using?: readonly ApiOperation[]
    readonly paging?: readonly ApiOperation[]
    readonly removing?: readonly ApiOperation[]
    /** Whether the work compares responses. */
    readonly isWatching: boolean
  },
): Claims => {
  const requested = new Set([...on, ...using])
  // Iterating a Set also visits entries added meanwhile.
  for (const one of requested)
    for (const { producers } of graph.bindings(one))
      for (const { operation } of producers) requested.add(operation)
  return {
    owns: isWatching ? keysOf(graph, new Set(on)) : new Set(),
    uses: keysOf(graph, requested),
    pages: keysOf(graph, new Set(paging)),
    removes: keysOf(graph, new Set(removing)),
  }
}

const keysOf = (graph: ResourceGraph, operations: ReadonlySet<ApiOperation>): ReadonlySet<string> =>
  new Set(
    graph.resources
      .filter((resource) => callsOf(resource).some((call) => operations.has(call)))
      .map(({ key }) => key),
  )

/** The resources that an operation creates, reads, lists or changes. */
export const resourcesOf = ({ resources }: ResourceGraph, operation: ApiOperation): readonly Resource[] =>
  resources.filter((resource) => callsOf(resource).includes(operation))

/**
 * Whether work on an operation is isolated if it creates all parents in the path. Its items, their lists, and those of the `touched`
 * operations are then below such parents, or are such parents.
 */
export const isApart = (
  graph: ResourceGraph,
  operation: ApiOperation,
  touched: readonly ApiOperation[],
): boolean => {
  const compared = resourcesOf(graph, operation)
  const above = pathResources(graph, operation)
  const others = touched.flatMap((one) => resourcesOf(graph, one))
  return (
    compared.length > 0 &&
    compared.every((resource) => standsBelow(graph, resource)) &&
    others.every((resource) => standsBelow(graph, resource) || above.has(resource))
  )
}

/** Whether the list and create paths of a resource have parents that can all be created. */
const standsBelow = (graph: ResourceGraph, resource: Resource): boolean => {
  const { list, read, create } = resource
  const places = [(list ?? read)?.operation, create?.operation].filter((one) => one !== undefined)
  return (
    places.length > 0 &&
    places.every((operation) => {
      const above = [...pathResources(graph, operation)].filter((one) => one !== resource)
      return above.length > 0 && above.every((one) => one?.create !== undefined)
    })
  )
}

const pathResources = (graph: ResourceGraph, operation: ApiOperation) =>
  new Set(
    graph.bindings(operation).flatMap(({ location, resource }) => (location === 'path' ? [resource] : [])),
  )

/** All operations on a resource. */
export const callsOf = ({ create, read, list, replace, patch, remove }: Resource): readonly ApiOperation[] =>
  [create, read, list, replace, patch, remove].flatMap((call) => call?.operation ?? [])
