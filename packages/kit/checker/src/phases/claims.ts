import type { ApiOperation } from '@contract-kit/openapi'
import type { Resource, ResourceGraph } from '@contract-kit/resources'

/** The resources that a piece of work claims, so that pieces can run side by side; keys of resources. */
export interface Claims {
  /** Resources that others must not change in the meantime, because the work compares their state. */
  readonly owns: ReadonlySet<string>
  /** Resources of which an item is created, changed or deleted. */
  readonly uses: ReadonlySet<string>
  /** Resources whose list is read page by page, while others may create items: a new one shows up, but a deleted one shifts the pages. */
  readonly pages?: ReadonlySet<string>
  /** Resources of which an item is deleted while others may read their lists. */
  readonly removes?: ReadonlySet<string>
}

/** Claims of work whose responses are judged one by one, and that changes nothing that others compare. */
export const NO_CLAIMS: Claims = { owns: new Set(), uses: new Set() }

/** The claims of work on some operations: their resources, those made for them, and further ones that it uses. */
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
    /** Whether responses are compared with each other. */
    readonly isWatching: boolean
  },
): Claims => {
  const asked = new Set([...on, ...using])
  // A Set hands out what is added to it while it is read.
  for (const one of asked)
    for (const { producers } of graph.bindings(one))
      for (const { operation } of producers) asked.add(operation)
  return {
    owns: isWatching ? keysOf(graph, new Set(on)) : new Set(),
    uses: keysOf(graph, asked),
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
 * Whether work on an operation compares nothing that other work changes, as long as it creates everything in the path of the operation
 * itself. Its items, their lists, and those of the `touched` operations stand below such things, or are such things.
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

/** Whether the list of a resource and the place where it is created have other things in their paths, which all can be created. */
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

/** Every operation on a resource. */
export const callsOf = ({ create, read, list, replace, patch, remove }: Resource): readonly ApiOperation[] =>
  [create, read, list, replace, patch, remove].flatMap((call) => call?.operation ?? [])
