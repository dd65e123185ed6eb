import type { JsonObject } from '@contract-kit/json-schema/json'
import type { Clock } from './clock.ts'
import type { Item } from './item.ts'
import type { Store } from './store.ts'

/** State besides the document's items: removed items, running jobs, idempotency keys, issued tokens, and the memory of faults. */
export type MarkKind = '.removed' | '.running' | '.key' | '.token' | '.fault'

/** The store of the marks, and the clock for their times. */
export interface Marked {
  readonly store: Store
  readonly clock: Clock
}

const keyOf = (kind: MarkKind, name: string): string => `${kind}${name}`

/** The mark with a name; undefined if there is none. */
export const findMark = (world: Marked, kind: MarkKind, name: string): Item | undefined =>
  world.store.get(keyOf(kind, name))

/** Stores a mark like an item, so it is persisted and deleted together with its parents. */
export function setMark(
  world: Marked,
  kind: MarkKind,
  name: string,
  under: readonly string[],
  value: JsonObject = {},
): void {
  const now = world.clock.now()
  world.store.put({
    key: keyOf(kind, name),
    kind,
    id: name,
    under,
    owner: undefined,
    value,
    version: 1,
    createdAt: now,
    updatedAt: now,
    order: world.store.nextOrder(),
  })
}

/** Removes a mark. */
export function clearMark(world: Marked, kind: MarkKind, name: string): void {
  if (findMark(world, kind, name) !== undefined) world.store.delete(keyOf(kind, name))
}
