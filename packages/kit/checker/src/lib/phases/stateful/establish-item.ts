import type { ApiOperation } from '../../document/api-document.ts'
import type { Resource } from '../../resources/resource-graph.ts'
import type { Exchange } from '../../run/exchange.ts'
import type { ScenarioStep } from './scenario-step.ts'
import type { ValueOverride } from './scenario-port.ts'
import { drawFullChange } from './draw-change.ts'
import { makeAnother } from './make-another.ts'
import { makeItem } from './make-item.ts'
import { findUnbound, provideInputs } from './provide-inputs.ts'
import { ScenarioStop } from './scenario-stop.ts'
import { isPending, type Walk } from './walk.ts'

/** Makes an item with everything it needs; stops the scenario unless it is there at once and its id is known. */
export const createItem = async (
  walk: Walk,
  resource: Resource,
  step: ScenarioStep = 'create',
  overrides: readonly ValueOverride[] = [],
): Promise<Exchange> => {
  const exchange = await makeAnother(walk, resource, step, overrides)
  assertMade(walk, resource, exchange)
  return exchange
}

/** Stops the scenario unless an item was made, is there at once, and its id is known. */
export function assertMade(
  walk: Walk,
  resource: Resource,
  exchange: Exchange | undefined,
): asserts exchange is Exchange {
  const operation = resource.create?.operation
  if (operation === undefined) throw new Error(`nothing creates ${resource.key}`)
  if (exchange === undefined) throw new ScenarioStop(operation, whyRefused(walk, resource, operation))
  if (isPending(exchange))
    throw new ScenarioStop(operation, 'it answers 202, so that nothing is to be seen of its effect yet')
  if (resource.kind === 'collection' && !walk.ids.has(resource))
    throw new ScenarioStop(operation, 'neither its answer nor a list tells the id of what it makes')
}

const whyRefused = (walk: Walk, resource: Resource, operation: ApiOperation): string => {
  const unbound = findUnbound(walk, operation).find((binding) => binding.resource !== resource)
  return unbound === undefined
    ? 'no valid request to it succeeded'
    : `no producer gives ${unbound.location} ${unbound.name}`
}

/** Sees to it that there is an item to work on: made with every property it may have, or found where nothing makes any; a singleton is there by itself. */
export const establishItem = async (
  walk: Walk,
  resource: Resource,
  operation: ApiOperation,
): Promise<void> => {
  const { create, kind } = resource
  if (create !== undefined && (kind === 'collection' || create.operation !== operation)) {
    await provideInputs(walk, create.operation, resource)
    const full = await makeItem(walk, resource, 'create', {
      values: drawFullChange(walk, create.operation, {}),
    })
    if (full === undefined) await createItem(walk, resource)
    else assertMade(walk, resource, full)
    return
  }
  await provideInputs(walk, operation)
  const unbound = findUnbound(walk, operation)[0]
  if (unbound !== undefined)
    throw new ScenarioStop(operation, `no producer gives ${unbound.location} ${unbound.name}`)
}
