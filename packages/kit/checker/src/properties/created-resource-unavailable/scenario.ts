import type { ApiOperation } from '@contract-kit/openapi'
import type { Resource } from '@contract-kit/resources'
import { readListedItems } from '@contract-kit/resources/exchanges'
import { itemUsed } from '../../scenarios/evidence.ts'
import { provideAll, provideInputs } from '../../scenarios/items.ts'
import { largestPage, sizeOverride } from '../../scenarios/pages.ts'
import { defineScenario, type Scenario } from '../../scenarios/scenario.ts'
import { isDone, ScenarioStop, type Walk } from '../../scenarios/walk.ts'
import type { Property } from '../property.ts'
import { createdResourceUnavailableRule } from './oracle.ts'

/** Maximum number of listed items to read. */
const MAX_READS = 3

/** A created or listed item can be read by its id. */
export const createdResourceUnavailable: Property = {
  rules: [createdResourceUnavailableRule],
  ofResource: (resource) => planReadListed(resource),
}

/** Reads listed items by id, for items that the API does not create. Other scenarios read created items. */
const planReadListed = (resource: Resource): readonly Scenario[] => {
  const { create, list, read } = resource
  if (create !== undefined || list === undefined || read?.id === undefined) return []
  const title = `a listed ${resource.name} can be read`
  return [
    {
      ...defineScenario(`read-listed ${resource.key}`, read.operation, title, (walk) =>
        readSome(walk, resource, list.operation, read.operation),
      ),
      watches: true,
    },
  ]
}

const readSome = async (
  walk: Walk,
  resource: Resource,
  list: ApiOperation,
  read: ApiOperation,
): Promise<void> => {
  await provideAll(walk, list)
  const listed = await walk.send(list, {
    overrides: sizeOverride(resource, largestPage(resource)),
  })
  const ids = isDone(listed) ? (readListedItems(resource, listed) ?? []).flatMap(({ id }) => id ?? []) : []
  if (ids.length === 0) throw new ScenarioStop(list, 'its response shows no item with an id')
  for (const value of ids.slice(0, MAX_READS)) {
    walk.ids.set(resource, { value, source: `${list.id} list` })
    await provideInputs(walk, read, resource)
    const use = await walk.send(read)
    walk.show(itemUsed, { source: listed, reads: [], use })
  }
}
