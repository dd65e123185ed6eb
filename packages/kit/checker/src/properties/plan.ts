import type { OtherIdentity } from '../core/exchange.ts'
import type { ApiDocument, ApiOperation } from '@contract-kit/openapi'
import type { Resource, ResourceGraph } from '@contract-kit/resources'
import { callsOf, claimsOf, isApart, resourcesOf } from '../phases/claims.ts'
import type { WorkItem } from '../phases/work-item.ts'
import { patchMerges } from './patch-merges/scenario.ts'
import { putReplaces } from './put-replaces/scenario.ts'
import { readYourWrite } from './read-your-write/scenario.ts'
import { childOutlivesParent } from './child-outlives-parent/scenario.ts'
import { childUnderWrongParent } from './child-under-wrong-parent/scenario.ts'
import { conditionalRequest } from './conditional-request/scenario.ts'
import { credentialScope } from './credential-scope/scenario.ts'
import { failedChangeSideEffects } from './failed-change-side-effects/scenario.ts'
import { idempotencyKey } from './idempotency-key/scenario.ts'
import { jobNeverEnds } from './job-never-ends/scenario.ts'
import { links, wanderings } from './links/scenario.ts'
import { locationValid } from './location-valid/scenario.ts'
import { tables } from './tables/scenario.ts'
import { textRoundTrip } from './text-round-trip/scenario.ts'
import { createScenarioPort } from '../scenarios/create-port.ts'
import { planFailedBatches, planFailedCreation } from './failed-creation-leak/scenario.ts'
import { planFilters, planSearches } from './filter-not-applied/scenario.ts'
import { lifeCycle } from './life-cycle/scenario.ts'
import { planOrders, planPaging, planReadListed } from './pagination-loses-or-repeats/scenario.ts'
import { readOnlyWritten } from './read-only-written/scenario.ts'
import type { PlannedApi, Scenario } from '../scenarios/scenario.ts'
import type { Property } from './property.ts'

/**
 * Plans the scenarios of the operations to check, each on a server in its first state. A scenario that creates an item also covers reading,
 * changing and deleting it.
 */
export const planStateful = (
  document: ApiDocument,
  graph: ResourceGraph,
  operations: readonly ApiOperation[],
  stranger?: OtherIdentity,
): readonly WorkItem[] =>
  planWatched(document, graph, stranger)
    .filter(({ scenario: { operation, touches = [] } }) =>
      [operation, ...touches, ...companions(graph, operation)].some((one) => operations.includes(one)),
    )
    .map(({ scenario, watches }) => ({
      phase: 'stateful',
      operation: scenario.operation,
      subject: scenario.title,
      needsReset: true,
      ...claimsOf(graph, {
        on: [scenario.operation, ...(scenario.touches ?? []), ...companions(graph, scenario.operation)],
        using: scenario.id.startsWith('wander ') ? graph.resources.flatMap(callsOf) : [],
        paging: scenario.pages ?? [],
        removing: scenario.removes ?? [],
        isWatching: watches,
      }),
      canBeApart: watches && isApart(graph, scenario.operation, scenario.touches ?? []),
      run: (context) => scenario.run(createScenarioPort(context)),
    }))

/** The other operations on the resources that an operation creates, reads or changes. */
const companions = (graph: ResourceGraph, operation: ApiOperation): readonly ApiOperation[] =>
  resourcesOf(graph, operation).flatMap(callsOf)

/**
 * The planners of scenarios for each resource, in this order. A planner that `watches` looks at lists, in which items of other scenarios
 * show up, or deletes items that others would miss on their pages.
 */
const ofResource =
  (property: Property) =>
  (resource: Resource, _graph: ResourceGraph, api: PlannedApi): readonly Scenario[] =>
    property.ofResource?.(resource, api) ?? []

const ofDocument = (property: Property, api: PlannedApi): readonly Scenario[] =>
  property.ofDocument?.(api) ?? []

const PLANNERS = [
  { plan: ofResource(lifeCycle), watches: true },
  { plan: ofResource(readYourWrite), watches: false },
  { plan: planReadListed, watches: true },
  { plan: planFailedCreation, watches: true },
  { plan: ofResource(failedChangeSideEffects), watches: false },
  { plan: ofResource(putReplaces), watches: false },
  { plan: ofResource(patchMerges), watches: false },
  { plan: planPaging, watches: true },
  { plan: planFilters, watches: true },
  { plan: planOrders, watches: false },
  { plan: ofResource(childUnderWrongParent), watches: false },
  { plan: ofResource(conditionalRequest), watches: false },
  { plan: ofResource(idempotencyKey), watches: false },
  { plan: ofResource(textRoundTrip), watches: false },
  { plan: ofResource(tables), watches: false },
  { plan: ofResource(childOutlivesParent), watches: false },
  { plan: ofResource(readOnlyWritten), watches: false },
]

/** Every scenario of a document, in an order that depends on the document alone; their ids are unique. */
export const planScenarios = (
  document: ApiDocument,
  graph: ResourceGraph,
  stranger?: OtherIdentity,
): readonly Scenario[] => planWatched(document, graph, stranger).map(({ scenario }) => scenario)

interface PlannedScenario {
  readonly scenario: Scenario
  /** Whether other scenarios must not use its resource in the meantime. */
  readonly watches: boolean
}

const planWatched = (
  document: ApiDocument,
  graph: ResourceGraph,
  stranger: OtherIdentity | undefined,
): readonly PlannedScenario[] => {
  const api = { document, graph, stranger }
  const planned = [
    ...graph.resources.flatMap((resource) =>
      PLANNERS.flatMap(({ plan, watches }) =>
        // There is only one instance of a singleton, so no scenario creates its own.
        plan(resource, graph, api).map((scenario) => ({
          scenario,
          watches: watches || scenario.watches === true || resource.kind === 'singleton',
        })),
      ),
    ),
    ...graph.resources
      .flatMap((resource) => credentialScope.ofResource?.(resource, api) ?? [])
      .map((scenario) => ({ scenario, watches: scenario.watches === true })),
    ...planFailedBatches(graph, document.operations).map((scenario) => ({ scenario, watches: true })),
    ...[
      ...ofDocument(jobNeverEnds, api),
      ...ofDocument(locationValid, api),
      ...ofDocument(conditionalRequest, api),
      ...ofDocument(links, api),
      ...planSearches(graph, document.operations),
      ...ofDocument(wanderings, api),
    ].map((scenario) => ({ scenario, watches: false })),
  ]
  return [...new Map(planned.map((entry) => [entry.scenario.id, entry])).values()]
}
