import { buildResourceGraph } from '../../resources/build-resource-graph.ts'
import { findCreatedId, type FoundId } from '../../resources/created-id.ts'
import type { Resource } from '../../resources/resource-graph.ts'
import type { Exchange } from '../../run/exchange.ts'
import { findStep } from './find-step.ts'
import { outcomeOf } from './outcome.ts'

/** A thing that was created earlier in the scenario. */
export interface Created {
  readonly exchange: Exchange
  readonly resource: Resource
  readonly id: FoundId['value']
}

/** The thing of the nearest `create`, if the server says that it made one and shows which. */
export const findCreated = (exchange: Exchange, step = 'create'): Created | undefined => {
  const created = findStep(exchange, step)
  return created && readCreated(created)
}

/** What one exchange created; undefined where it created nothing, or does not tell its id. */
export const readCreated = (exchange: Exchange): Created | undefined => {
  if (outcomeOf(exchange) !== 'done') return undefined
  const { resources } = buildResourceGraph(exchange.document)
  const resource = resources.find(({ create }) => create?.operation === exchange.case.operation)
  const found = resource && findCreatedId(resource, exchange)
  return resource && found && { exchange, resource, id: found.value }
}
