import type { SchemaNode } from '../../schema/schema-node.ts'
import type { Shell } from './shell-of.ts'

/** The way from one schema to a schema below it, and how to make a value that goes there. */
export interface Step {
  readonly from: SchemaNode
  readonly to: SchemaNode
  /** Whether the schema below speaks of a part of the value; otherwise both speak of the same value. */
  readonly moves: boolean
  /** Whether the part is the name of a property, not its value. */
  readonly intoName?: boolean
  /** Whether the part is an item of an array. */
  readonly intoArray?: boolean
  /** Where the schema below is one of several alternatives: its keyword and place among them. */
  readonly branch?: { readonly keyword: 'anyOf' | 'oneOf'; readonly index: number }
  /** What it means to be in the place below when nothing may be there (the schema `false`). */
  readonly closedScenario?: string
  /**
   * The schema at `from` changed so that its values have a part that keeps `below`, and keep everything else; several
   * where there are several ways to say it, none where no value goes there. `isBroken` tells that `below` breaks a
   * statement, so that the whole is not to be saved by another branch.
   */
  readonly force: (shell: Shell, below: Shell, isBroken: boolean) => readonly Shell[]
}
