import type { ApiOperation } from '@contract-kit/openapi'
import { type Resource, type ResourceCall } from '@contract-kit/resources'
import { assertMade, makeAnother, provideInputs } from '../../scenarios/items.ts'
import { listAfter, listBefore } from '../../scenarios/pages.ts'
import { defineScenario, type Scenario } from '../../scenarios/scenario.ts'
import { isDone, isPending, type Walk } from '../../scenarios/walk.ts'
import { followLocation } from '../location-valid/scenario.ts'

/** An item is created, found by its address, by its id and in the list, distinguished from a second one, and deleted. */
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
  const created = await makeAnother(walk, resource, { step: 'create' })
  if (created !== undefined) await followLocation(walk, created)
  assertMade(walk, resource, created)
  const first = walk.ids.get(resource)
  if (read !== undefined) await walk.send('read-created', read.operation)
  await listAfter(walk, resource, 'list-after-create')
  const isSecond =
    (await makeAnother(walk, resource, { step: 'create-second' })) !== undefined && walk.ids.has(resource)
  const second = walk.ids.get(resource)
  if (isSecond && read !== undefined) await walk.send('read-other', read.operation)
  if (first === undefined || remove === undefined) return
  walk.ids.set(resource, first)
  await end(walk, resource, remove)
  if (second === undefined || !isSecond || second.value === first.value) return
  walk.ids.set(resource, second)
  if (read !== undefined) await walk.send('read-other', read.operation)
  if (create.method !== 'POST') return
  await provideInputs(walk, remove.operation, resource)
  await walk.send('delete-other', remove.operation)
  await makeAnother(walk, resource, { step: 'create-after-delete' })
}

/** The number of changes of a deleted item that are tried, if another item conflicts with them. */
const CHANGE_ATTEMPTS = 3

const end = async (walk: Walk, resource: Resource, remove: ResourceCall): Promise<void> => {
  await provideInputs(walk, remove.operation, resource)
  const deleted = await walk.send('delete', remove.operation)
  if (!isDone(deleted) || isPending(deleted)) return
  if (resource.read !== undefined) await walk.send('read-after-delete', resource.read.operation)
  await listAfter(walk, resource, 'list-after-delete')
  await walk.send('delete-again', remove.operation)
  for (const change of [resource.patch, resource.replace]) {
    if (change === undefined || change === resource.create) continue
    await provideInputs(walk, change.operation, resource)
    // A conflict with another item does not tell whether this one exists.
    for (let attempt = 0; attempt < CHANGE_ATTEMPTS; attempt += 1)
      if ((await walk.send('change-deleted', change.operation)).answer.status !== 409) break
  }
}
