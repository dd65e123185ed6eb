import type { ApiOperation } from '@contract-kit/openapi'
import { type Resource, type ResourceCall, type ResourceGraph } from '@contract-kit/resources'
import { createItem, provideInputs } from '../../scenarios/items.ts'
import { defineScenario, type Scenario } from '../../scenarios/scenario.ts'
import { isDone, isPending, type Walk } from '../../scenarios/walk.ts'

/** Everything below an item is deleted with it, whether the item is the parent or another ancestor in the path. */
export const planOrphans = (
  resource: Resource,
  { resources, bindings }: ResourceGraph,
): readonly Scenario[] => {
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
  /** The operation that creates it: its creation, or the PUT of a singleton. */
  readonly make: ResourceCall
  readonly list: ApiOperation | undefined
}

const leave = async (
  walk: Walk,
  resource: Resource,
  { above, remove, read, make, list }: OrphanCalls,
): Promise<void> => {
  if (make === resource.create) await createItem(walk, resource)
  else {
    await provideInputs(walk, make.operation)
    if (!isDone(await walk.send('create', make.operation))) return
  }
  if (!isDone(await walk.send('read-created', read.operation))) return
  await provideInputs(walk, remove.operation, above)
  if (above.read !== undefined) await walk.send('read-before-change', above.read.operation)
  const deleted = await walk.send('delete-parent', remove.operation)
  if (!isDone(deleted) || isPending(deleted)) return
  if (above.read !== undefined) await walk.send('read-parent-gone', above.read.operation)
  await walk.send('read-orphan', read.operation)
  if (list !== undefined && list.path.startsWith(above.itemPath ?? ' ')) await walk.send('list-orphans', list)
  await walk.send('create-orphan', make.operation)
}
