import type { ApiDocument, ApiOperation } from '../../document/api-document.ts'
import type { ResourceGraph } from '../../resources/resource-graph.ts'
import type { WorkItem } from '../work-item.ts'
import { createScenarioPort } from './create-scenario-port.ts'
import { planScenarios } from './plan-scenarios.ts'

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
