import type { Json, JsonObject } from '../../schema/json.ts'
import type { Shell } from './shell-of.ts'

/** A way to break one statement: a schema like that of the place, except that the statement does not hold. */
export interface Variant {
  readonly shell: Shell
  /** Plain values that break it in a telling way, tried first: one beyond the bound, a near miss of the format. */
  readonly probes: readonly Json[]
  /** What else holds for values just beyond the bound, tried next: a length of exactly one too many. */
  readonly tight?: JsonObject
}

/** One statement of one schema, and the ways to break it. */
export interface Breach {
  readonly keyword: string
  /** The name of the scenario: `value_above_maximum`, `incorrect_type`, … */
  readonly scenario: string
  /** Whether each variant is a case of its own (a wrong type each), or any one stands for all. */
  readonly each: boolean
  /** The property that the object must lack, where that is all there is to it. */
  readonly lacks?: string
  readonly variants: readonly Variant[]
}

/** A breach that can be committed in one way only; in none where there is no shell. */
export const toBreach = (
  keyword: string,
  scenario: string,
  shell: Shell | undefined,
  telling: { readonly probes?: readonly Json[]; readonly tight?: JsonObject } = {},
): Breach => ({
  keyword,
  scenario,
  each: false,
  variants: shell === undefined ? [] : [{ shell, probes: [], ...telling }],
})
