import type { Exchange } from './exchange.ts'
import { type Json, writeJson } from '@contract-kit/json-schema/json'
import type { ApiOperation } from '@contract-kit/openapi'
import { fitId } from './inputs.ts'
import { evaluateExpression, evaluateExpressions } from './links.ts'
import type { InputBinding, InputPlace, Resource, ResourceGraph } from './resource-graph.ts'
import { findCreatedId, isId } from './response-items.ts'

/** A value for an input, and the earlier response it came from. */
interface PickedInput extends InputPlace {
  readonly value: Json
  readonly resource: Resource | undefined
  /** Operation and expression: `createPet $response.body#/id`. */
  readonly source: string
}

/** Returns an index below the given number. Must be deterministic, so that runs are. */
type Choose = (count: number) => number

const first: Choose = () => 0

/**
 * Values for the inputs of an operation from earlier exchanges, oldest first; omits an input without any. The values are consistent: the
 * pet in a path was created under the owner in the same path. Ids of deleted items are not used.
 */
export const pickInputs = (
  graph: ResourceGraph,
  operation: ApiOperation,
  exchanges: readonly Exchange[],
  choose: Choose = first,
): readonly PickedInput[] => {
  const newestFirst = exchanges
    .filter(({ response }) => response.status >= 200 && response.status < 300)
    .toReversed()
  const deleted = deletedIds(graph, newestFirst)
  const context = new Map<Resource, Found>()
  const picked: PickedInput[] = []
  for (const binding of innermostFirst(graph.bindings(operation))) {
    const shared = binding.resource && context.get(binding.resource)
    const found = shared ?? findValue(binding, newestFirst, deleted, choose)
    if (found === undefined) continue
    const { location, name, resource } = binding
    picked.push({
      location,
      name,
      resource,
      source: found.source,
      value: fitId(operation, binding, found.value),
    })
    if (found.exchange !== undefined) remember(graph, found.exchange, context)
    if (resource !== undefined && !context.has(resource)) context.set(resource, found)
  }
  return picked
}

interface Found {
  readonly value: Json
  readonly source: string
  readonly exchange?: Exchange
}

const innermostFirst = (bindings: readonly InputBinding[]): readonly InputBinding[] => {
  const inPath = bindings.filter(({ location }) => location === 'path')
  return [...inPath.toReversed(), ...bindings.filter(({ location }) => location !== 'path')]
}

const findValue = (
  { resource, producers }: InputBinding,
  newestFirst: readonly Exchange[],
  deleted: ReadonlySet<string>,
  choose: Choose,
): Found | undefined => {
  const candidates: Found[] = []
  for (const exchange of newestFirst) {
    const { operation } = exchange.case
    const found = producers
      .filter((producer) => producer.operation === operation)
      .map(({ expression, origin }) => ({
        expression,
        values: evaluateExpressions(expression, exchange).filter((value) => origin === 'link' || isId(value)),
      }))
      .find(({ values }) => values.length > 0)
    const isCreation = resource !== undefined && resource.create?.operation === operation
    const created = found === undefined && isCreation ? findCreatedId(resource, exchange) : undefined
    const values = found?.values ?? (created === undefined ? [] : [created.value])
    const source = `${operation?.id ?? ''} ${found?.expression ?? created?.expression ?? ''}`
    for (const value of values) {
      if (!deleted.has(nameOfId(resource, value))) candidates.push({ value, source, exchange })
    }
  }
  return candidates.length === 0 ? undefined : candidates[choose(candidates.length)]
}

/** Records the other items that the exchange refers to. */
const remember = (graph: ResourceGraph, exchange: Exchange, context: Map<Resource, Found>): void => {
  const { operation } = exchange.case
  if (operation === undefined) return
  for (const { location, name, resource } of graph.bindings(operation)) {
    if (location !== 'path' || resource === undefined || context.has(resource)) continue
    const expression = `$request.path.${name}`
    const value = evaluateExpression(expression, exchange)
    if (value !== undefined) context.set(resource, { value, source: `${operation.id} ${expression}` })
  }
}

const deletedIds = (graph: ResourceGraph, exchanges: readonly Exchange[]): ReadonlySet<string> =>
  new Set(
    graph.resources.flatMap((resource) => {
      const { remove } = resource
      if (remove?.id === undefined) return []
      const { location, name } = remove.id
      const expression = location === 'body' ? `$request.body#${name}` : `$request.${location}.${name}`
      return exchanges
        .filter((exchange) => exchange.case.operation === remove.operation)
        .flatMap((exchange) =>
          evaluateExpressions(expression, exchange).map((value) => nameOfId(resource, value)),
        )
    }),
  )

/** Ids are compared as path text: `7` equals `"7"`. */
const nameOfId = (resource: Resource | undefined, value: Json): string =>
  `${resource?.key ?? ''} ${typeof value === 'string' ? value : writeJson(value)}`
