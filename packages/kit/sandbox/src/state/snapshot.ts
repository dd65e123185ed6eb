import { isObject, own, type Json } from '@contract-kit/json-schema/json'
import type { Clock } from './clock.ts'
import type { Item } from './item.ts'
import type { Store } from './store.ts'

/** A snapshot that cannot be restored. */
export class SnapshotError extends Error {
  override readonly name = 'SnapshotError'
}

/** The whole state of a sandbox as JSON. */
export interface Snapshot {
  readonly items: readonly Item[]
  readonly clock: { readonly now: number; readonly isFrozen: boolean }
}

/** Creates a snapshot of a store and its clock. */
export function takeSnapshot(store: Store, clock: Clock): Snapshot {
  return { items: store.all(), clock: { now: clock.now(), isFrozen: clock.isFrozen } }
}

/** Validates a snapshot. Throws a SnapshotError if it is invalid. */
export function readSnapshot(given: unknown): Snapshot {
  const json = given as Json
  const [items, time] = isObject(json ?? null) ? [own(json, 'items'), own(json, 'clock')] : []
  const now = own(time, 'now')
  if (!Array.isArray(items) || typeof now !== 'number' || !Number.isFinite(now))
    throw new SnapshotError('The body must be a snapshot as returned by GET.')
  const wrong = items.findIndex((item) => !isItem(item))
  if (wrong !== -1) throw new SnapshotError(`The item ${wrong} of the snapshot is not valid.`)
  return {
    items: items as unknown as readonly Item[],
    clock: { now, isFrozen: own(time, 'isFrozen') === true },
  }
}

/** Whether a value has all properties of an item. */
function isItem(value: Json): boolean {
  return (
    isObject(value) &&
    ['key', 'kind', 'id'].every((name) => typeof own(value, name) === 'string') &&
    ['version', 'createdAt', 'updatedAt', 'order'].every((name) => Number.isFinite(own(value, name))) &&
    isObject(own(value, 'value') ?? null) &&
    isTexts(own(value, 'under'))
  )
}

const isTexts = (value: Json | undefined): boolean =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')
