import type { ApiOperation } from '../../../document/api-document.ts'
import type { ResourceGraph } from '../../../resources/resource-graph.ts'
import { defineScenario } from '../define-scenario.ts'
import { followLocation } from '../follow-location.ts'
import { findUnbound, provideInputs } from '../provide-inputs.ts'
import type { Scenario } from '../scenario.ts'
import { ScenarioStop } from '../scenario-stop.ts'
import type { Walk } from '../walk.ts'

/** The address that an operation documents leads somewhere; for those that make no item of a collection, whose life cycle shows it. */
export const planLocations = (
  graph: ResourceGraph,
  operations: readonly ApiOperation[],
): readonly Scenario[] => {
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
        `the Location of ${operation.id} leads somewhere`,
        (walk) => askAndFollow(walk, operation),
      ),
    )
}

/** Whether a success that makes something, or begins to, comes with an address. */
const promisesLocation = ({ method, responses }: ApiOperation): boolean =>
  method !== 'GET' &&
  [...responses.values()].some(
    ({ status, headers }) =>
      /^20[12]$/.test(status) && headers.some(({ name }) => name.toLowerCase() === 'location'),
  )

const askAndFollow = async (walk: Walk, operation: ApiOperation): Promise<void> => {
  await provideInputs(walk, operation)
  const unbound = findUnbound(walk, operation)[0]
  if (unbound !== undefined)
    throw new ScenarioStop(operation, `no producer gives ${unbound.location} ${unbound.name}`)
  await followLocation(walk, await walk.send('create', operation))
}
