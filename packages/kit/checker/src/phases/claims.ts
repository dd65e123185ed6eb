import type { ApiOperation } from '../openapi/api-document.ts'
import type { Resource, ResourceGraph } from '../resources/resource-graph.ts'

/** The resources that a piece of work claims, so that pieces can run side by side; keys of resources. */
export interface Claims {
  /** Resources that others must not change in the meantime, because the work compares their state. */
  readonly owns: ReadonlySet<string>
  /** Resources of which an item is created, changed or deleted. */
  readonly uses: ReadonlySet<string>
}

/** Claims of work whose responses are judged one by one, and that changes nothing that others compare. */
export const NO_CLAIMS: Claims = { owns: new Set(), uses: new Set() }

/** The claims of work on some operations: their resources, those made for them, and further ones that it uses. */
export const claimsOf = (
  graph: ResourceGraph,
  {
    on,
    using = [],
    isWatching,
  }: {
    readonly on: readonly ApiOperation[]
    readonly using?: readonly ApiOperation[]
    /** Whether responses are compared with each other. */
    readonly isWatching: boolean
  },
): Claims => {
  const asked = new Set([...on, ...using])
  // A Set hands out what is added to it while it is read.
  for (const one of asked)
    for (const { producers } of graph.bindings(one))
      for (const { operation } of producers) asked.add(operation)
  return { owns: isWatching ? keysOf(graph, new Set(on)) : new Set(), uses: keysOf(graph, asked) }
}

const keysOf = (graph: ResourceGraph, operations: ReadonlySet<ApiOperation>): ReadonlySet<string> =>
  new Set(
    graph.resources
      .filter((resource) => callsOf(resource).some((call) => operations.has(call)))
      .map(({ key }) => key),
  )

/** Every operation on a resource. */
export const callsOf = ({ create, read, list, replace, patch, remove }: Resource): readonly ApiOperation[] =>
  [create, read, list, replace, patch, remove].flatMap((call) => call?.operation ?? [])
