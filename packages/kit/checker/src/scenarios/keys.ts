import { createHash } from 'node:crypto'
import type { ApiParameter } from '@contract-kit/openapi'
import type { ValueOverride } from './port.ts'
import type { Walk } from './walk.ts'

/** The number of valid bodies tried before a creation with an idempotency key is given up. */
export const KEY_ATTEMPTS = 5

/** An idempotency key of a scenario's own for an attempt to create something. */
export const keyOf = (walk: Walk, { name }: ApiParameter, attempt: number): ValueOverride => ({
  location: 'header',
  name,
  value: writeKey(walk, attempt),
})

/** The form of a UUID. A server that keeps its keys between two runs gives other ids in the second, so the keys differ too. */
const writeKey = (walk: Walk, attempt: number): string => {
  const known = [...walk.ids.values()].map(({ value }) => String(value))
  const digest = createHash('sha256')
    .update([walk.port.seed, walk.id, attempt, ...known].join('\n'))
    .digest('hex')
  return digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5')
}
