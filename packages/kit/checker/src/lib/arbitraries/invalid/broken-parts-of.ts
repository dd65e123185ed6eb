import { constant, constantFrom, oneof, type Arbitrary } from 'fast-check'
import type { Json } from '../../schema/json.ts'
import type { ValueOptions } from '../valid-values.ts'
import type { Variant } from './breach.ts'
import { createDerivedNode } from './derived-node.ts'
import { findValues } from './find-values.ts'
import { forcePath } from './force-path.ts'
import type { Place } from './walk-places.ts'

/**
 * Values for the part of a value that a place speaks of: broken in one way, and keeping what all other schemas of the same
 * part say. `known` is one that is proved.
 */
export const brokenPartsOf = (
  { node, path }: Place,
  { shell, probes }: Variant,
  known: Json,
  options: ValueOptions,
): Arbitrary<Json> => {
  const tail = path.slice(path.findLastIndex(({ moves }) => moves) + 1)
  const entry = tail[0]?.from ?? node
  const varied = forcePath(tail, shell, true)
    .map((whole) => findValues(createDerivedNode(entry, whole), options))
    .filter((values) => values !== undefined)
  return oneof(
    constant(known),
    ...(probes.length === 0 ? [] : [constantFrom(...probes)]),
    ...varied.map((arbitrary) => ({ arbitrary, weight: 3 })),
  )
}
