import type { Shell } from '../invalid/shell-of.ts'

/** A schema made narrower, to one of its boundaries or to one value. */
export interface Narrowing {
  /** The name of the scenario: `minimum_length_string`, `enum_value`, … */
  readonly scenario: string
  /** The statement that is tried. */
  readonly keyword: string
  readonly shell: Shell
}
