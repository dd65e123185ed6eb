import type { OtherIdentity } from '../../core/exchange.ts'
import type { ApiOperation } from '../../openapi/api-document.ts'
import type { Resource } from '../../resources/resource-graph.ts'
import { findShownItem } from '../../resources/response-items.ts'
import { drawFullChange } from './change-bodies.ts'
import { createItem, provideInputs } from './items.ts'
import { defineScenario, type Scenario } from './scenario.ts'
import { isDone, type Walk } from './walk.ts'

/** What one identity creates, another one that owns as well can neither read nor change nor delete. */
export const planOwnership = (resource: Resource, stranger: OtherIdentity): readonly Scenario[] => {
  const { create, read, kind } = resource
  if (create === undefined || read === undefined || kind === 'singleton') return []
  const title = `a ${resource.name} is kept from other identities`
  return [
    defineScenario(`ownership ${resource.key}`, read.operation, title, (walk) =>
      trespass(walk, resource, read.operation, stranger),
    ),
  ]
}

const trespass = async (
  walk: Walk,
  resource: Resource,
  read: ApiOperation,
  identity: OtherIdentity,
): Promise<void> => {
  const { list, replace, patch, remove } = resource
  await createItem(walk, resource)
  let shown = await walk.send('owner-read', read)
  if (!isDone(shown)) return
  await walk.send('stranger-read', read, { identity })
  if (list !== undefined) {
    await walk.send('owner-list', list.operation)
    await walk.send('stranger-list', list.operation, { identity })
  }
  for (const { operation } of [replace, patch].filter((call) => call !== undefined)) {
    await provideInputs(walk, operation, resource)
    const values = drawFullChange(walk, operation, findShownItem(resource, shown) ?? {})
    const changed = await walk.send('stranger-change', operation, { values, identity, ...onTag(shown) })
    if (isDone(changed)) shown = await walk.send('owner-read-after', read)
    if (!isDone(shown)) return
  }
  if (remove === undefined) return
  await provideInputs(walk, remove.operation, resource)
  const removed = await walk.send('stranger-delete', remove.operation, { identity, ...onTag(shown) })
  if (isDone(removed)) await walk.send('owner-read-after', read)
}

/** The condition that a server may ask for is met: whose the thing is, is what is asked. */
const onTag = ({ answer }: Awaited<ReturnType<Walk['send']>>) => {
  const tag = answer.header('etag')
  return tag === undefined ? {} : { headers: [['if-match', tag]] as const }
}
