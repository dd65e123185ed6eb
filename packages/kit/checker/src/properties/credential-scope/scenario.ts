import type { OtherIdentity } from '../../core/exchange.ts'
import type { ApiOperation } from '@contract-kit/openapi'
import type { JsonObject } from '@contract-kit/json-schema/json'
import { isValid } from '@contract-kit/json-schema/schemas'
import { type Resource, type ResourceGraph } from '@contract-kit/resources'
import { findShownItem } from '@contract-kit/resources/exchanges'
import { findActions } from '../job-never-ends/scenario.ts'
import { drawFullChange } from '../../scenarios/bodies.ts'
import { createItem, provideInputs } from '../../scenarios/items.ts'
import { defineScenario, type Scenario } from '../../scenarios/scenario.ts'
import type { ValueOverride } from '../../scenarios/port.ts'
import { isDone, type Walk } from '../../scenarios/walk.ts'

/** No other identity that owns can read, change or delete the items of this one. */
export const planOwnership = (
  resource: Resource,
  graph: ResourceGraph,
  operations: readonly ApiOperation[],
  stranger: OtherIdentity,
): readonly Scenario[] => {
  const { create, read, kind } = resource
  if (create === undefined || read === undefined || kind === 'singleton') return []
  const actions = findActions(resource, graph, operations).slice(0, MAX_ACTIONS)
  const title = `other identities have no access to a ${resource.name}`
  const scenario = defineScenario(`ownership ${resource.key}`, read.operation, title, (walk) =>
    trespass(walk, resource, read.operation, stranger, actions),
  )
  return [{ ...scenario, touches: actions }]
}

/** Actions that a stranger tries on one thing. */
const MAX_ACTIONS = 2

const trespass = async (
  walk: Walk,
  resource: Resource,
  read: ApiOperation,
  identity: OtherIdentity,
  actions: readonly ApiOperation[],
): Promise<void> => {
  const { list, replace, patch, remove } = resource
  await createItem(walk, resource)
  let shown = await walk.send('owner-read', read)
  if (!isDone(shown)) return
  await walk.send('stranger-read', read, { identity })
  if (list !== undefined) {
    await walk.send('owner-list', list.operation)
    await walk.send('stranger-list', list.operation, { identity })
    for (const override of searches(list.operation, findShownItem(resource, shown) ?? {}))
      await walk.send('stranger-list', list.operation, { identity, overrides: [override] })
  }
  for (const { operation } of [replace, patch].filter((call) => call !== undefined)) {
    await provideInputs(walk, operation, resource)
    const values = drawFullChange(walk, operation, findShownItem(resource, shown) ?? {})
    const changed = await walk.send('stranger-change', operation, { values, identity, ...onTag(shown) })
    if (isDone(changed)) shown = await walk.send('owner-read-after', read)
    if (!isDone(shown)) return
  }
  for (const action of actions) {
    await provideInputs(walk, action, resource)
    await walk.send('owner-read', read)
    shown = await walk.send('owner-read', read)
    const acted = await walk.send('stranger-change', action, { identity })
    if (isDone(acted)) shown = await walk.send('owner-read-after', read)
    if (!isDone(shown)) return
  }
  if (remove === undefined) return
  await provideInputs(walk, remove.operation, resource)
  const removed = await walk.send('stranger-delete', remove.operation, { identity, ...onTag(shown) })
  if (isDone(removed)) await walk.send('owner-read-after', read)
}

/**
 * A text of an item, or a part of it, as a search criterion for a list. Another identity that searches for it must not find the item.
 * Plain parts come first, since a search may overlook other signs.
 */
const searches = ({ parameters }: ApiOperation, item: JsonObject): readonly ValueOverride[] => {
  const search = parameters.find((each) => each.in === 'query' && SEARCH.test(each.name))
  const texts = Object.entries(item).flatMap(([key, value]) =>
    typeof value === 'string' && value !== '' && /name|title|label|subject/i.test(key) ? [value] : [],
  )
  const parts = [
    ...texts.flatMap((text) => text.match(/[\w .-]{3,40}/g) ?? []),
    ...texts,
    ...texts.map((text) => Array.from(text).slice(0, 10).join('')),
  ]
  const value = parts.find((text) => search?.schema === undefined || isValid(search.schema, text))
  return search === undefined || value === undefined ? [] : [{ location: 'query', name: search.name, value }]
}

const SEARCH = /^(q|query|search|keyword|text|term)$/i

/** Meets the condition that a server may require, so that only the owner of the item is in question. */
export const onTag = ({ answer }: Awaited<ReturnType<Walk['send']>>) => {
  const tag = answer.header('etag')
  return tag === undefined ? {} : { headers: [['if-match', tag]] as const }
}
