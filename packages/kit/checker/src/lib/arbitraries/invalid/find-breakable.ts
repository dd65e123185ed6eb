import type { SchemaNode } from '../../schema/schema-node.ts'
import { onceForEach } from '../once-for-each.ts'
import type { ValueOptions } from '../valid-values.ts'
import type { Breach, Variant } from './breach.ts'
import { breachesOf } from './breaches-of.ts'
import { findWitness, type Witness } from './find-witness.ts'
import { walkPlaces, type Place } from './walk-places.ts'

/** A statement that can be broken alone, and a value for each way to break it. */
export interface Breakable {
  readonly place: Place
  readonly breach: Breach
  /** The variants that work, each with its value. */
  readonly witnesses: readonly [WitnessedVariant, ...WitnessedVariant[]]
}

interface WitnessedVariant extends Witness {
  readonly variant: Variant
}

const search = (root: SchemaNode, options: ValueOptions): readonly Breakable[] =>
  walkPlaces(root, options.direction).flatMap((place) =>
    breachesOf(place, options.direction).flatMap((breach): Breakable[] => {
      const witnesses = breach.variants.flatMap((variant) => {
        const witness = findWitness(root, place, breach, variant, options)
        return witness === undefined ? [] : [{ ...witness, variant }]
      })
      const [first, ...others] = witnesses
      return first === undefined ? [] : [{ place, breach, witnesses: [first, ...others] }]
    }),
  )

/** Every statement, at every reachable place, that some value breaks alone, the nearest to the root first; each with proof. */
export const findBreakable = onceForEach(search)
