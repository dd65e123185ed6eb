import type { Exchange } from '../../core/exchange.ts'
import type { ApiOperation } from '@contract-kit/openapi'
import { type Resource, type ResourceCall, type ResourceGraph } from '@contract-kit/resources'
import { createItem, provideInputs } from '../../scenarios/items.ts'
import { defineScenario, type Scenario } from '../../scenarios/scenario.ts'
import { TrackedItem } from '../../scenarios/tracked-item.ts'
import { isDone, isPending, type Walk } from '../../scenarios/walk.ts'
import type { Property } from '../property.ts'
import { childOutlivesParentRule, orphanCreated, orphanRead, orphansListed } from './oracle.ts'

/** Deleting an item deletes everything below it, for parents and other ancestors in the path. */
export const childOutlivesParent: Property = {
  rules: [childOutlivesParentRule],
  ofResource: (resource, { graph }) => planOrphans(resource, graph),
}

const planOrphans = (resource: Resource, { resources, bindings }: ResourceGraph): readonly Scenario[] => {
  const { create, read, list, replace } = resource
  const make = resource.kind === 'singleton' ? replace : create
  if (read === undefined || make === undefined) return []
  const named = new Set(
    bindings(read.operation).flatMap((one) => (one.location === 'path' ? [one.resource] : [])),
  )
  const title = `a ${resource.name} is deleted with its parent`
  return resources.flatMap((above) => {
    const { remove } = above
    if (above === resource || !named.has(above) || remove === undefined || above.create === undefined)
      return []
    if (!isNeeded(make.operation, above, bindings)) return []
    return [
      {
        ...defineScenario(`orphans ${resource.key} ${above.key}`, read.operation, title, (walk) =>
          leave(walk, resource, { above, remove, read, make, list: list?.operation }),
        ),
        touches: [remove.operation],
        removes: [remove.operation],
        watches: true,
      },
    ]
  })
}

const isNeeded = (operation: ApiOperation, above: Resource, bindings: ResourceGraph['bindings']): boolean =>
  bindings(operation).some(({ location, resource }) => location === 'path' && resource === above)

interface OrphanCalls {
  readonly above: Resource
  readonly remove: ResourceCall
  readonly read: ResourceCall
  /** The operation that creates it, or the PUT of a singleton. */
  readonly make: ResourceCall
  readonly list: ApiOperation | undefined
}

const leave = async (
  walk: Walk,
  resource: Resource,
  { above, remove, read, make, list }: OrphanCalls,
): Promise<void> => {
  const create = await makeOne(walk, resource, make)
  if (create === undefined) return
  const before = await new TrackedItem(walk, create).read(read.operation)
  if (!isDone(before)) return
  await provideInputs(walk, remove.operation, above)
  // The deletion may require the entity tag of this read.
  if (above.read !== undefined) await walk.send(above.read.operation)
  const removed = await walk.send(remove.operation)
  if (!isDone(removed) || isPending(removed)) return
  const ask = (operation: ApiOperation) => walk.send(operation, { mayBeRejected: true })
  const parent = above.read && (await ask(above.read.operation))
  walk.show(orphanRead, { earlier: [before], removed, parent, read: await ask(read.operation) })
  if (list !== undefined && list.path.startsWith(above.itemPath ?? ' '))
    walk.show(orphansListed, { removed, parent, list: await ask(list) })
  walk.show(orphanCreated, { removed, parent, create: await ask(make.operation) })
}

/** Creates an item, or writes a singleton; undefined if the server rejects the request. */
const makeOne = async (walk: Walk, resource: Resource, make: ResourceCall): Promise<Exchange | undefined> => {
  if (make === resource.create) return createItem(walk, resource)
  await provideInputs(walk, make.operation)
  const made = await walk.send(make.operation)
  if (!isDone(made)) return undefined
  walk.showCreated(made)
  return made
}
