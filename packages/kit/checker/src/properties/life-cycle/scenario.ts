import type { Exchange } from '../../core/exchange.ts'
import { own } from '@contract-kit/json-schema/json'
import type { ApiOperation } from '@contract-kit/openapi'
import { type Resource, type ResourceCall } from '@contract-kit/resources'
import { readShown } from '../../compare/things.ts'
import { thinBody } from '../../scenarios/bodies.ts'
import { findObjectBody, withObject } from '../../scenarios/object-body.ts'
import { createdItemsListed } from '../../scenarios/evidence.ts'
import { assertMade, makeAnother, makeItem, provideInputs } from '../../scenarios/items.ts'
import { listAfter, listBefore } from '../../scenarios/pages.ts'
import { defineScenario } from '../../scenarios/scenario.ts'
import { TrackedItem } from '../../scenarios/tracked-item.ts'
import { isDone, isPending, type Walk } from '../../scenarios/walk.ts'
import { followLocation } from '../location-valid/scenario.ts'
import type { Property } from '../property.ts'
import { createdAfterDeletion } from '../resource-identity/oracle.ts'
import {
  deletedItemChanged,
  deletedItemListed,
  deletedItemRead,
  listKeepsDeleted,
  listOmitsCreated,
  useAfterDelete,
} from './oracle.ts'

/** An item is created, found by URL, by id and in the list, distinguished from another one, and deleted. */
export const lifeCycle: Property = {
  rules: [useAfterDelete, listOmitsCreated, listKeepsDeleted],
  ofResource: (resource) => {
    const { create, kind } = resource
    if (create === undefined || kind === 'singleton') return []
    const title = `a created ${resource.name} exists until it is deleted`
    const scenario = defineScenario(`life-cycle ${resource.key}`, create.operation, title, (walk) =>
      live(walk, resource, create.operation),
    )
    return [{ ...scenario, watches: true }]
  },
}

const live = async (walk: Walk, resource: Resource, create: ApiOperation): Promise<void> => {
  const { read, remove } = resource
  await provideInputs(walk, create, resource)
  const before = await listBefore(walk, resource)
  const created = await makeAnother(walk, resource)
  if (created !== undefined) await followLocation(walk, created)
  assertMade(walk, resource, created)
  const first = walk.ids.get(resource)
  const item = new TrackedItem(walk, created)
  if (read !== undefined) await item.read(read.operation)
  const list = await listAfter(walk, resource)
  if (list !== undefined)
    walk.show(createdItemsListed, { before: before?.pages, created: [created], read: item.lastRead, list })
  const flagged = await makeFlagged(walk, resource, { created, read: item.lastRead })
  const next = flagged ?? (await makeAnother(walk, resource))
  const second = next !== undefined && walk.ids.has(resource) ? walk.ids.get(resource) : undefined
  const other = new TrackedItem(walk, next)
  if (second !== undefined && read !== undefined) await other.read(read.operation)
  if (first === undefined || remove === undefined) return
  walk.ids.set(resource, first)
  const removed = await end(walk, resource, { created, item, list, remove })
  if (second === undefined || second.value === first.value) return
  walk.ids.set(resource, second)
  if (read !== undefined) await other.read(read.operation)
  if (create.method !== 'POST') return
  await provideInputs(walk, remove.operation, resource)
  // The value of a flag may prevent the deletion of an item.
  const last = await walk.send(remove.operation, { mayBeRejected: flagged !== undefined })
  if (flagged !== undefined && isDone(last) && !isPending(last))
    await readDeleted(walk, resource, { created: flagged, before: other.lastRead, removed: last })
  const removals = [removed, last]
  const again = await makeAnother(walk, resource)
  if (again !== undefined) walk.show(createdAfterDeletion, { removals, create: again })
}

/** Creates a minimal item with other flags than those of another item. Undefined if it has none, or the server rejects it. */
const makeFlagged = async (
  walk: Walk,
  resource: Resource,
  { created, read }: { readonly created: Exchange; readonly read: Exchange | undefined },
): Promise<Exchange | undefined> => {
  const { operation, values: sent } = created.case
  if (operation === undefined || sent === undefined) return undefined
  const flags = [...(findObjectBody(operation, sent)?.sketch?.fields() ?? [])].filter(
    ([, { sketch, isReadOnly }]) => sketch.types.has('boolean') && !isReadOnly,
  )
  if (flags.length === 0) return undefined
  const shown = [read, created].flatMap((exchange) => (exchange === undefined ? [] : readShown(exchange)))
  const values = flags.reduce(
    (current, [name, { defaultValue = false }]) => {
      const flag = shown.map(({ value }) => own(value, name)).find((value) => typeof value === 'boolean')
      const body = { ...findObjectBody(operation, current)?.value, [name]: !(flag ?? defaultValue) }
      return withObject(operation, current, body) ?? current
    },
    thinBody(operation, walk.draw(operation)),
  )
  return makeItem(walk, resource, { values, mayBeRejected: true })
}

interface EndingItem {
  readonly created: Exchange
  readonly item: TrackedItem
  /** The pages of the list that contains it. */
  readonly list: readonly Exchange[] | undefined
  readonly remove: ResourceCall
}

/** Deletes an item, and then tests every other use of it. Resolves with the deletion. */
const end = async (
  walk: Walk,
  resource: Resource,
  { created, item, list: listed, remove }: EndingItem,
): Promise<Exchange> => {
  await provideInputs(walk, remove.operation, resource)
  const before = item.lastRead
  const removed = await item.remove(remove.operation)
  if (!isDone(removed) || isPending(removed)) return removed
  const read = await readDeleted(walk, resource, { created, before, removed })
  const list = await listAfter(walk, resource)
  if (list !== undefined) walk.show(deletedItemListed, { created, before: listed, removed, read, list })
  await walk.send(remove.operation, { mayBeRejected: true })
  await changeDeleted(walk, resource, { created, removed, read })
  // A PUT recreates the item.
  if (resource.create !== undefined && resource.create === resource.replace)
    await walk.send(resource.create.operation, { mayBeRejected: true })
  return removed
}

const readDeleted = async (
  walk: Walk,
  resource: Resource,
  seen: { readonly created: Exchange; readonly before: Exchange | undefined; readonly removed: Exchange },
): Promise<Exchange | undefined> => {
  const read = resource.read && (await walk.send(resource.read.operation, { mayBeRejected: true }))
  if (read !== undefined) walk.show(deletedItemRead, { ...seen, read })
  return read
}

/** Maximum number of attempts to change a deleted item, if other items conflict. */
const CHANGE_ATTEMPTS = 3

const changeDeleted = async (
  walk: Walk,
  resource: Resource,
  seen: { readonly created: Exchange; readonly removed: Exchange; readonly read: Exchange | undefined },
): Promise<void> => {
  let isRevived = false
  for (const call of [resource.patch, resource.replace]) {
    if (call === undefined || call === resource.create) continue
    await provideInputs(walk, call.operation, resource)
    for (let attempt = 0; attempt < CHANGE_ATTEMPTS; attempt += 1) {
      const change = await walk.send(call.operation)
      if (seen.read !== undefined && !isRevived)
        walk.show(deletedItemChanged, { ...seen, read: seen.read, change })
      // An accepted change may have recreated the item.
      isRevived ||= isDone(change)
      // A conflict with another item does not show whether this one exists.
      if (change.response.status !== 409) break
    }
  }
}
