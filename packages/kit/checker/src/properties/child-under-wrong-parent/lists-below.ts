import type { ApiOperation } from '@contract-kit/openapi'
import type { Resource, ResourceGraph } from '@contract-kit/resources'
import { createItem, makeItem, provideInputs } from '../../scenarios/items.ts'
import { defineScenario, type Scenario } from '../../scenarios/scenario.ts'
import { listedUnderOther } from './oracle.ts'

/** The list of a parent shows the children of that parent only, also if a child is not read below its parent. */
export const planListsBelow = (resource: Resource, graph: ResourceGraph): readonly Scenario[] => {
  const parent = graph.resources.findLast((one) => findListBelow(resource, one, graph) !== undefined)
  const list = parent && findListBelow(resource, parent, graph)
  if (parent?.create === undefined || list === undefined) return []
  const createParent = parent.create.operation
  const title = `the list of ${resource.name} below a ${parent.name} has no others`
  const scenario = defineScenario(`lists-below ${resource.key}`, list, title, async (walk) => {
    const create = await createItem(walk, resource)
    const own = walk.ids.get(parent)
    await provideInputs(walk, createParent, parent)
    await makeItem(walk, parent)
    const other = walk.ids.get(parent)
    if (own === undefined || other === undefined || own.value === other.value) return
    walk.show(listedUnderOther, { create, list: await walk.send(list) })
  })
  return [{ ...scenario, watches: true }]
}

/**
 * The list of the children that are created below a parent. Undefined if parents may be below each other, because a parent may then list
 * the children of those above it.
 */
export const findListBelow = (
  { create, list }: Resource,
  parent: Resource,
  { bindings }: ResourceGraph,
): ApiOperation | undefined => {
  if (parent.kind !== 'collection' || parent.create === undefined) return undefined
  if (list === undefined || list.operation.path !== create?.operation.path) return undefined
  const isBelow = bindings(list.operation).some((one) => one.location === 'path' && one.resource === parent)
  const isNested = bindings(parent.create.operation).some(({ resource }) => resource === parent)
  return isBelow && !isNested ? list.operation : undefined
}
