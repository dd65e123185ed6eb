import type { ApiDocument } from '../../document/api-document.ts'
import { orderOperations } from '../../resources/order-operations.ts'
import type { ResourceGraph } from '../../resources/resource-graph.ts'
import type { Scenario } from './scenario.ts'
import { planEcho } from './scenarios/echo.ts'
import { planFailedChanges } from './scenarios/failed-change.ts'
import { planFailedCreation } from './scenarios/failed-creation.ts'
import { planFilters } from './scenarios/filtering.ts'
import { planLinks } from './scenarios/follow-link.ts'
import { planLifeCycle } from './scenarios/life-cycle.ts'
import { planMerge } from './scenarios/merge.ts'
import { planPaging } from './scenarios/paging.ts'
import { planLocations } from './scenarios/location.ts'
import { planReadListed } from './scenarios/read-listed.ts'
import { planReplacement } from './scenarios/replacement.ts'
import { planWanderings } from './scenarios/wander.ts'
import { planWrongParent } from './scenarios/wrong-parent.ts'

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
