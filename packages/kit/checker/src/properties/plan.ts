import type { ApiDocument, ApiOperation } from '@contract-kit/openapi'
import type { ResourceGraph } from '@contract-kit/resources'
import type { OtherIdentity } from '../core/exchange.ts'
import { callsOf, claimsOf, isApart, resourcesOf } from '../phases/claims.ts'
import type { WorkItem } from '../phases/work-item.ts'
import { createScenarioPort } from '../scenarios/create-port.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import { allProperties } from './all-properties.ts'
import type { Property } from './property.ts'

/**
 * Plans the scenarios of the selected operations, each on a server in its initial state. A scenario that creates an item also covers
 * reading, changing and deleting it.
 */
export const planStateful = (
  document: ApiDocument,
  graph: ResourceGraph,
  operations: readonly ApiOperation[],
  stranger?: OtherIdentity,
  own: readonly Property[] = [],
): readonly WorkItem[] =>
  planScenarios(document, graph, stranger, own)
    .filter(({ operation, touches = [] }) =>
      [operation, ...touches, ...companions(graph, operation)].some((one) => operations.includes(one)),
    )
    .map((scenario) => toWorkItem(graph, scenario))

const toWorkItem = (
  graph: ResourceGraph,
  {
    operation,
    title,
    run,
    watches = false,
    wanders = false,
    touches = [],
    pages = [],
    removes = [],
  }: Scenario,
): WorkItem => ({
  phase: 'stateful',
  operation,
  subject: title,
  needsReset: true,
  ...claimsOf(graph, {
    on: [operation, ...touches, ...companions(graph, operation)],
    using: wanders ? graph.resources.flatMap(callsOf) : [],
    paging: pages,
    removing: removes,
    isWatching: watches,
  }),
  canBeApart: watches && isApart(graph, operation, touches),
  run: (context) => run(createScenarioPort(context)),
})

/** The other operations on the resources of an operation. */
const companions = (graph: ResourceGraph, operation: ApiOperation): readonly ApiOperation[] =>
  resourcesOf(graph, operation).flatMap(callsOf)

/** All scenarios of a document and of custom properties. Order and ids depend only on these; ids are unique. */
export const planScenarios = (
  document: ApiDocument,
  graph: ResourceGraph,
  stranger?: OtherIdentity,
  own: readonly Property[] = [],
): readonly Scenario[] => {
  const properties = [...allProperties, ...own]
  const api = { document, graph, stranger }
  const planned = [
    ...graph.resources.flatMap((resource) =>
      properties
        .flatMap(({ ofResource }) => ofResource?.(resource, api) ?? [])
        // A singleton has only one instance, so no scenario can create its own.
        .map((scenario) => (resource.kind === 'singleton' ? { ...scenario, watches: true } : scenario)),
    ),
    ...properties.flatMap(({ ofDocument }) => ofDocument?.(api) ?? []),
  ]
  return [...new Map(planned.map((scenario) => [scenario.id, scenario])).values()]
}
