import type { ApiDocument, ApiOperation } from '../../openapi/api-document.ts'
import { orderOperations } from '../../resources/build-resource-graph.ts'
import type { ResourceGraph } from '../../resources/resource-graph.ts'
import type { WorkItem } from '../work-item.ts'
import { planEcho, planMerge, planReplacement } from './changes.ts'
import { createScenarioPort } from './create-scenario-port.ts'
import { planFailedChanges, planFailedCreation } from './failures.ts'
import { planLifeCycle, planLocations, planWrongParent } from './life-cycle.ts'
import { planLinks, planWanderings } from './links.ts'
import { planFilters, planPaging, planReadListed } from './lists.ts'
import type { Scenario } from './scenario.ts'

/**
 * The scenarios of the operations that are to be checked, each on a server in its first state. One that creates a thing also shows
 * what reading, changing and deleting it do.
 */
export const planStateful = (
  document: ApiDocument,
  graph: ResourceGraph,
  operations: readonly ApiOperation[],
): readonly WorkItem[] =>
  planScenarios(document, graph)
    .filter(({ operation }) =>
      [operation, ...companions(graph, operation)].some((one) => operations.includes(one)),
    )
    .map((scenario) => ({
      phase: 'stateful',
      operation: scenario.operation,
      subject: scenario.title,
      needsReset: true,
      run: (context) => scenario.run(createScenarioPort(context)),
    }))

/** The other operations on the resources that an operation creates, reads or changes. */
const companions = ({ resources }: ResourceGraph, operation: ApiOperation): readonly ApiOperation[] =>
  resources
    .map(({ create, read, list, replace, patch, remove }) =>
      [create, read, list, replace, patch, remove].flatMap((call) => call?.operation ?? []),
    )
    .filter((calls) => calls.includes(operation))
    .flat()

/** What each resource gives occasion for, in this order. */
const PLANNERS = [
  planLifeCycle,
  planEcho,
  planReadListed,
  planFailedCreation,
  planFailedChanges,
  planReplacement,
  planMerge,
  planPaging,
  planFilters,
  planWrongParent,
]

/** Every scenario that a document gives occasion for, in an order that depends on the document alone; their ids are unique. */
export const planScenarios = (document: ApiDocument, graph: ResourceGraph): readonly Scenario[] => {
  const planned = [
    ...graph.resources.flatMap((resource) => PLANNERS.flatMap((plan) => plan(resource))),
    ...planLocations(graph, document.operations),
    ...planLinks(graph),
    ...planWanderings(graph, orderOperations(graph, document.operations)),
  ]
  return [...new Map(planned.map((scenario) => [scenario.id, scenario])).values()]
}
