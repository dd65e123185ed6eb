import { createHash } from 'node:crypto'
import type { ApiParameter } from '@contract-kit/openapi'
import type { ValueOverride } from './port.ts'
import type { Walk } from './walk.ts'

/** Maximum number of bodies for a creation with an idempotency key. */
export const KEY_ATTEMPTS = 5

/** A scenario's own idempotency key for an attempt to create an item. */
export const keyOf = (walk: Walk, { name }: ApiParameter, attempt: number): ValueOverride => ({
  location: 'header',
  name,
  value: writeKey(walk, attempt),
})

/** A key in the format of a UUID. It depends on the ids in this run, so a server that stores keys sees new ones in the next run. */
const writeKey = (walk: Walk, attempt: number): string => {
  const known = [...walk.ids.values()].map(({ value }) => String(value))
  const digest = createHash('sha256')
    .update([walk.port.seed, walk.id, attempt, ...known].join('\n'))
    .digest('hex')
  return digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5')
}
