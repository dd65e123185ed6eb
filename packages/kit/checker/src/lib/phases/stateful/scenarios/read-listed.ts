import type { ApiOperation } from '../../../document/api-document.ts'
import { readListedItems } from '../../../resources/listed-items.ts'
import type { Resource } from '../../../resources/resource-graph.ts'
import { defineScenario } from '../define-scenario.ts'
import { findUnbound, provideInputs } from '../provide-inputs.ts'
import { ScenarioStop } from '../scenario-stop.ts'
import type { Scenario } from '../scenario.ts'
import { isDone, type Walk } from '../walk.ts'
import { sizeOverride } from '../walk-pages.ts'
import { largestPage } from '../whole-list.ts'

const MAX_READS = 3

/** What a list shows can be read by its id; for things that the API itself does not make. */
export const planReadListed = (resource: Resource): readonly Scenario[] => {
  const { create, list, read } = resource
  if (create !== undefined || list === undefined || read?.id === undefined) return []
  const title = `a listed ${resource.name} can be read`
  return [
    defineScenario(`read-listed ${resource.key}`, read.operation, title, (walk) =>
      readSome(walk, resource, list.operation, read.operation),
    ),
  ]
}

const readSome = async (
  walk: Walk,
  resource: Resource,
  list: ApiOperation,
  read: ApiOperation,
): Promise<void> => {
  await provideInputs(walk, list, resource)
  const unbound = findUnbound(walk, list)[0]
  if (unbound !== undefined)
    throw new ScenarioStop(list, `no producer gives ${unbound.location} ${unbound.name}`)
  const listed = await walk.send('list-all', list, {
    overrides: sizeOverride(resource, largestPage(resource)),
  })
  const ids = isDone(listed) ? (readListedItems(resource, listed) ?? []).flatMap(({ id }) => id ?? []) : []
  if (ids.length === 0) throw new ScenarioStop(list, 'its answer shows no item with an id')
  for (const value of ids.slice(0, MAX_READS)) {
    walk.ids.set(resource, { value, source: `${list.id} list` })
    await provideInputs(walk, read, resource)
    await walk.send('read-listed', read)
  }
}
