import type { Resource, ResourceCall } from '../../../resources/resource-graph.ts'
import type { ApiOperation } from '../../../document/api-document.ts'
import { defineScenario } from '../define-scenario.ts'
import { assertMade } from '../establish-item.ts'
import { followLocation } from '../follow-location.ts'
import { makeAnother } from '../make-another.ts'
import { provideInputs } from '../provide-inputs.ts'
import type { Scenario } from '../scenario.ts'
import { isDone, isPending, type Walk } from '../walk.ts'
import { listAfter, listBefore } from '../whole-list.ts'

/** An item is made, found by its address, by its id and in the list, told from a second one, and deleted. */
export const planLifeCycle = (resource: Resource): readonly Scenario[] => {
  const { create, kind } = resource
  if (create === undefined || kind === 'singleton') return []
  const title = `a created ${resource.name} is there until it is deleted`
  return [
    defineScenario(`life-cycle ${resource.key}`, create.operation, title, (walk) =>
      live(walk, resource, create.operation),
    ),
  ]
}

const live = async (walk: Walk, resource: Resource, create: ApiOperation): Promise<void> => {
  const { read, remove } = resource
  await provideInputs(walk, create, resource)
  await listBefore(walk, resource)
  const created = await makeAnother(walk, resource, 'create')
  if (created !== undefined) await followLocation(walk, created)
  assertMade(walk, resource, created)
  const first = walk.ids.get(resource)
  if (read !== undefined) await walk.send('read-created', read.operation)
  await listAfter(walk, resource, 'list-after-create')
  const isSecond =
    (await makeAnother(walk, resource, 'create-second')) !== undefined && walk.ids.has(resource)
  const second = walk.ids.get(resource)
  if (isSecond && read !== undefined) await walk.send('read-other', read.operation)
  if (first === undefined || remove === undefined) return
  walk.ids.set(resource, first)
  await end(walk, resource, remove)
  if (read === undefined || second === undefined || !isSecond || second.value === first.value) return
  walk.ids.set(resource, second)
  await walk.send('read-other', read.operation)
}

const end = async (walk: Walk, resource: Resource, remove: ResourceCall): Promise<void> => {
  await provideInputs(walk, remove.operation, resource)
  const deleted = await walk.send('delete', remove.operation)
  if (!isDone(deleted) || isPending(deleted)) return
  if (resource.read !== undefined) await walk.send('read-after-delete', resource.read.operation)
  await listAfter(walk, resource, 'list-after-delete')
  await walk.send('delete-again', remove.operation)
}
