import type { SchemaNode } from '../../schema/schema-node.ts'
import type { Goal } from './goal.ts'

/** Why no value meets a goal, and the schema that says so, where one is known. */
export interface Refusal {
  /** One clause: `the minimum is above the maximum`. */
  readonly reason: string
  readonly node?: SchemaNode
}

/** No value was found: `none` is proved, `unknown` means that the search was cut. */
export interface Refused {
  readonly kind: 'none' | 'unknown'
  readonly refusal: Refusal
}

/** What was found, or why nothing was. */
export type Outcome<Found> = { readonly kind: 'some'; readonly found: Found } | Refused

/** Whether a goal is known to be met by some value; the search for plans asks nothing else of it. */
export type Witness = (goal: Goal) => Outcome<unknown>

/** An outcome without values. */
export const refuse = (kind: 'none' | 'unknown', reason: string, node?: SchemaNode): Refused => ({
  kind,
  refusal: node === undefined ? { reason } : { reason, node },
})
