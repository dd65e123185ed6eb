import { constant, oneof, tuple, type Arbitrary } from 'fast-check'
import { isObject, type Json } from '../../schema/json.ts'
import { parsePointer } from '../../schema/json-pointer.ts'
import type { SchemaNode } from '../../schema/schema-node.ts'
import type { ValueOptions } from '../valid-values.ts'
import { brokenPartsOf } from './broken-parts-of.ts'
import type { Breakable } from './find-breakable.ts'
import type { Witness } from './find-witness.ts'
import { graft, partAt } from './graft.ts'
import { LazyArbitrary } from '../lazy-arbitrary.ts'
import { without } from './narrow-shell.ts'
import { proveViolation } from './prove-violation.ts'

/**
 * Values of every kind that break one statement alone, each with its proof: a broken part within one of the `valid`
 * values. Where that proves nothing, because the part hangs on the rest, the rest is the witness's. Shrinking keeps the proof.
 */
export const brokenValuesOf = (
  root: SchemaNode,
  { place, breach, witnesses }: Breakable,
  valid: Arbitrary<Json>,
  options: ValueOptions,
): Arbitrary<Witness> =>
  oneof(
    ...witnesses.map((witness) => {
      const tokens = parsePointer(witness.inner.instancePointer)
      const known = partAt(witness.value, tokens) ?? null
      const isFixed =
        breach.lacks !== undefined || place.path.findLast(({ moves }) => moves)?.intoName === true
      const parts = isFixed
        ? constant(known)
        : new LazyArbitrary(() => brokenPartsOf(place, witness.variant, known, options))
      const insert = (value: Json, part: Json): Json => {
        if (breach.lacks === undefined) return graft(value, witness.value, tokens, part)
        const object = partAt(value, tokens)
        return isObject(object)
          ? graft(value, witness.value, tokens, without(object, breach.lacks))
          : witness.value
      }
      return tuple(oneof(constant(witness.value), { arbitrary: valid, weight: 4 }), parts).map(
        ([value, part]): Witness => {
          for (const broken of [insert(value, part), insert(witness.value, part)]) {
            const proof = proveViolation(root, broken, place, breach.keyword, options.direction)
            if (proof !== undefined) return { ...proof, value: broken }
          }
          return witness
        },
      )
    }),
  )
