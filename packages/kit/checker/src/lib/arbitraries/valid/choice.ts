import type { Json, JsonObject } from '../../schema/json.ts'
import type { Direction, SchemaNode } from '../../schema/schema-node.ts'
import type { Goal, Literal } from './goal.ts'
import type { ItemsFact } from './items-draft.ts'
import type { NumberFact } from './number-draft.ts'
import type { PropertiesFact } from './properties-draft.ts'
import type { Scope } from './scope.ts'
import type { TextFact } from './text-draft.ts'
import type { Tracker } from './tracker.ts'
import type { ValueFact } from './values-draft.ts'

/** A literal that is still to be taken apart, and the trackers that see what it evaluates. */
export interface OpenLiteral {
  readonly kind: 'literal'
  readonly literal: Literal
  readonly trackers: readonly Tracker[]
  /** The schema by which the value was entered; undefined where the literal's own is. */
  readonly entry: SchemaNode | undefined
  /** A keyword of the schema that does not count here. */
  readonly without?: string
}

/** Nothing keeps this. */
export interface Contradiction {
  readonly kind: 'never'
  readonly reason: string
  readonly node?: SchemaNode
}

/** The value is one of these. */
export interface Listing {
  readonly kind: 'values'
  readonly values: readonly Json[]
}

/** Steps that are made when it is their turn: most alternatives of a large union never are. */
export interface Deferred {
  readonly kind: 'deferred'
  readonly make: () => readonly Step[]
}

/** One thing to take into account. */
export type Step =
  | Deferred
  | OpenLiteral
  | Contradiction
  | Listing
  | ValueFact
  | NumberFact
  | TextFact
  | ItemsFact
  | PropertiesFact

/** One way to make a choice. */
export interface Alternative {
  readonly steps: readonly Step[]
  /** The alternative is true already where this property is present and cannot meet the goal. */
  readonly unless?: { readonly name: string; readonly goal: Goal }
  /** The one branch of a union that the alternative lets hold. */
  readonly branch?: SchemaNode
}

/** At least one alternative must be taken. */
export type Choice = readonly Alternative[]

/** What a literal means for values of one type. */
export interface Expansion {
  readonly steps: readonly Step[]
  readonly choices: readonly Choice[]
}

/** A schema that must hold, and how it was reached. */
export interface Holding {
  readonly node: SchemaNode
  readonly schema: JsonObject
  readonly scope: Scope
  /** undefined by the letter of the schema: below `not` and `if`. */
  readonly direction: Direction | undefined
  /** The schema by which this value was entered: what it says of readOnly and writeOnly counts for all of them. */
  readonly entry: SchemaNode
  /** Those of the schemas around, which see what is evaluated here. */
  readonly outer: readonly Tracker[]
  /** A keyword that does not count here. */
  readonly without?: string
}

/** A schema that must fail, by the letter. */
export type Failing = Pick<Holding, 'node' | 'schema' | 'scope'>

/** Takes up a literal of the same value, seen by trackers. */
export const open = (
  literal: Literal,
  trackers: readonly Tracker[] = [],
  entry?: SchemaNode,
): OpenLiteral => ({
  kind: 'literal',
  literal,
  trackers,
  entry,
})

/** An alternative of plain facts. */
export const just = (...steps: readonly Step[]): Alternative => ({ steps })
