import type { JsonObject } from '@contract-kit/json-schema/json'
import type { Clock } from './clock.ts'
import type { Item } from './item.ts'
import type { Store } from './store.ts'

/** What the sandbox keeps beside the items of the document: removed items, running jobs, idempotency keys, issued tokens, what a fault remembers. */
export type MarkKind = '.removed' | '.running' | '.key' | '.token' | '.fault'

/** Where marks are kept, and the time at which they are set. */
export interface Marked {
  readonly store: Store
  readonly clock: Clock
}

const keyOf = (kind: MarkKind, name: string): string => `${kind}${name}`

/** The mark of a name; undefined if there is none. */
export const findMark = (world: Marked, kind: MarkKind, name: string): Item | undefined =>
  world.store.get(keyOf(kind, name))

/** Keeps a mark like an item, so that it is persisted with the items. It goes with the items that it is under. */
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

/** Forgets a mark. */
export function clearMark(world: Marked, kind: MarkKind, name: string): void {
  if (findMark(world, kind, name) !== undefined) world.store.delete(keyOf(kind, name))
}
