import type { Resource } from '../../resources/resource-graph.ts'
import type { Exchange } from '../../run/exchange.ts'
import type { ScenarioStep } from './scenario-step.ts'
import type { ValueOverride } from './scenario-port.ts'
import { makeItem } from './make-item.ts'
import { provideInputs } from './provide-inputs.ts'
import { renewReferences } from './renew-references.ts'
import { isDone, type Walk } from './walk.ts'

/**
 * Makes an item with everything it needs; undefined where no attempt succeeds. Where an earlier one may stand in its way,
 * as a copy that is on loan already, it refers to other things.
 */
export const makeAnother = async (
  walk: Walk,
  resource: Resource,
  step: ScenarioStep,
  overrides: readonly ValueOverride[] = [],
): Promise<Exchange | undefined> => {
  const operation = resource.create?.operation
  if (operation === undefined) return undefined
  await provideInputs(walk, operation, resource)
  const isFirst = !walk.history.some((exchange) => exchange.case.operation === operation && isDone(exchange))
  return makeItem(walk, resource, step, {
    overrides,
    ...(isFirst ? {} : { renew: () => renewReferences(walk, operation, resource) }),
  })
}
