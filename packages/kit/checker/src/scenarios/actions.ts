import { equalJson, isObject, type Json, own, toCanonicalText } from '@contract-kit/json-schema/json'
import type { ApiOperation } from '@contract-kit/openapi'
import type { RequestValues } from '@contract-kit/openapi/wire'
import type { Resource, ResourceGraph } from '@contract-kit/resources'
import type { Id } from '@contract-kit/resources/exchanges'
import { callsOf } from '../phases/claims.ts'
import { withBody } from '../phases/values.ts'
import type { Exchange } from '../core/exchange.ts'
import { brokenObjects, thinBody } from './bodies.ts'
import { createItem, makeItem, provideInputs } from './items.ts'
import type { StepOptions, Walk } from './walk.ts'

/** Maximum number of actions to test on one item. */
const MAX_ACTIONS = 4

/** Operations on an item other than create, read, change and delete: `POST /orders/{id}/cancel`, or a batch that names the item. */
export const findActions = (
  resource: Resource,
  graph: ResourceGraph,
  operations: readonly ApiOperation[],
): readonly ApiOperation[] => {
  const known = new Set(graph.resources.filter(({ read, list }) => read ?? list).flatMap(callsOf))
  return operations
    .filter((operation) => {
      if (!/^(POST|PUT|PATCH)$/.test(operation.method) || known.has(operation)) return false
      const named = graph.bindings(operation).filter((binding) => binding.resource !== undefined)
      return (named.findLast(({ location }) => location === 'path') ?? named[0])?.resource === resource
    })
    .slice(0, MAX_ACTIONS)
}

/** Creates a minimal item, because optional properties may lead to a state that allows no action. */
export const createPlain = async (walk: Walk, resource: Resource): Promise<Exchange> => {
  const create = resource.create?.operation
  if (create !== undefined) {
    await provideInputs(walk, create, resource)
    const made = await makeItem(walk, resource, { values: thinBody(create, walk.draw(create)) })
    if (made !== undefined && walk.ids.has(resource)) return made
  }
  return createItem(walk, resource)
}

/** Requests that a server rejects late: the last keyword of the body is violated, or a referenced item does not exist. */
export const rejectedRequests = (
  walk: Walk,
  resource: Resource,
  action: ApiOperation,
): readonly StepOptions[] => {
  const inBody = walk.port.graph.bindings(action).filter(({ location }) => location === 'body')
  const [, batch] =
    /^\/([^/]+)\/\*/.exec(inBody.find((binding) => binding.resource === resource)?.name ?? '') ?? []
  if (batch !== undefined) return brokenBatches(walk, action, batch)
  const others = inBody.flatMap(({ location, name, resource: other }) => {
    const known = other === undefined || other === resource ? undefined : walk.findId(other)
    return known === undefined ? [] : [{ overrides: [{ location, name, value: otherId(known.value) }] }]
  })
  return [...brokenObjects(walk, action, walk.draw(action), 2).slice(-1), ...others.slice(0, 1)]
}

/** Maximum number of item kinds to test at the start of a batch. */
const MAX_KINDS = 3

/** Batches with a valid first item and an invalid last one; each starts with an item of another kind. */
export const brokenBatches = (walk: Walk, action: ApiOperation, name: string): readonly StepOptions[] => {
  const firstOf = ({ body }: RequestValues): Json | undefined => [own(body?.value, name) ?? []].flat()[0]
  const drawn = walk.draw(action)
  const broken = brokenObjects(walk, action, drawn, 8).find(
    ({ values }) => firstOf(values) !== undefined && !equalJson(firstOf(values), firstOf(drawn)),
  )
  if (broken === undefined) return []
  const items = Array.from({ length: 12 }, () => firstOf(walk.draw(action)) ?? null)
  const kinds = new Map(items.map((item) => [toCanonicalText(Object.keys(item ?? {})), item]))
  return [...kinds.values()].slice(0, MAX_KINDS).map((first) => ({
    ...broken,
    values: withItems(broken.values, name, [first, firstOf(broken.values) ?? null]),
  }))
}

/** Copies a request with other items in a list of its body. */
export const withItems = (values: RequestValues, name: string, items: Json[]): RequestValues =>
  values.body === undefined || !isObject(values.body.value)
    ? values
    : withBody(values, values.body.contentType, { ...values.body.value, [name]: items })

/** An unused id in the same format. */
export const otherId = (id: Id): Id => {
  if (typeof id === 'bigint') return id + 7_000_003n
  if (typeof id === 'number') return id + 7_000_003
  const end = id.slice(-6).replaceAll(/\d/g, (digit) => String(9 - Number(digit)))
  return id.endsWith(end) ? `${id}-9` : `${id.slice(0, -6)}${end}`
}
