import { equalJson, isObject, type Json, type JsonObject, type JsonType } from '../base/json.ts'
import { type Direction, placeOf, type SchemaNode } from '../base/schema-set.ts'
import { hasSchema } from '../base/subschemas.ts'
import type { TextConstraints } from '../text/find-language.ts'
import { ItemsDraft, type ItemsFact } from './families/items-draft.ts'
import { NumberDraft, type NumberFact } from './families/number-draft.ts'
import { PropertiesDraft, type PropertiesFact } from './families/properties-draft.ts'
import { type Goal, type Literal, type Scope, type Tracker, trackerOf, withTracker } from './goal.ts'

/** The known facts about a value of one type: a shape that collects all its statements. */
export type Draft = ValuesDraft | NumberDraft | TextDraft | ItemsDraft | PropertiesDraft

/** A draft of a type that nothing is known of yet. */
export const createDraft = (type: JsonType): Draft => {
  switch (type) {
    case 'null':
      return new ValuesDraft([null])
    case 'boolean':
      return new ValuesDraft([false, true])
    case 'number':
      return new NumberDraft()
    case 'string':
      return new TextDraft()
    case 'array':
      return new ItemsDraft()
    case 'object':
      return new PropertiesDraft()
  }
}

/** A statement about a value, not a schema that makes statements. */
type Fact = Exclude<Step, { readonly kind: 'deferred' | 'literal' | 'never' | 'values' }>

/** Adds a fact to a draft of the type it is about; tells why nothing is left, if that is plain. */
export const addFact = (draft: Draft, fact: Fact): string | undefined =>
  // Facts are made for one type only, that of the draft.
  (draft.add as (fact: Fact) => string | undefined).call(draft, fact)

/** A literal that is still to be taken apart, and the trackers that see what it evaluates. */
export interface OpenLiteral {
  readonly kind: 'literal'
  readonly literal: Literal
  readonly trackers: readonly Tracker[]
  /** The schema by which the value was entered; undefined if the literal's own is. */
  readonly entry: SchemaNode | undefined
  /** A keyword of the schema that does not count here. */
  readonly without?: string
}

/** A statement that no value satisfies. */
interface Contradiction {
  readonly kind: 'never'
  readonly reason: string
  readonly node?: SchemaNode
}

/** The value is one of these. */
interface Listing {
  readonly kind: 'values'
  readonly values: readonly Json[]
}

/** Steps that are made when it is their turn: most alternatives of a large union never are. */
interface Deferred {
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

/** The meaning of a literal for values of one type. */
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
  /** The schema by which this value was entered; its readOnly and writeOnly count for all of them. */
  readonly entry: SchemaNode
  /** Those of the schemas around, which see what is evaluated here. */
  readonly outer: readonly Tracker[]
  /** A keyword that does not count here. */
  readonly without?: string
}

/** The tracker of a schema's own `unevaluated…` keyword, where it counts, and all that see what is evaluated in place. */
export const trackersAt = (
  { node, schema, outer, without }: Holding,
  keyword: 'unevaluatedProperties' | 'unevaluatedItems',
): { readonly tracker: Tracker | undefined; readonly trackers: readonly Tracker[] } => {
  if (!hasSchema(schema, keyword) || without === keyword) return { tracker: undefined, trackers: outer }
  const tracker = trackerOf(placeOf(node), keyword, false)
  return { tracker, trackers: withTracker(outer, tracker) }
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

/** The value is not this one. */
interface ValueFact {
  readonly kind: 'notValue'
  readonly value: Json
}

/** The values that are left of a finite number. */
export class ValuesDraft {
  readonly type = 'values'
  values: readonly Json[]

  constructor(values: readonly Json[]) {
    this.values = values
  }

  clone(): ValuesDraft {
    return new ValuesDraft(this.values)
  }

  /** Adds a fact; tells why no value is left, if none is. */
  add(fact: ValueFact): string | undefined {
    this.values = this.values.filter((value) => !equalJson(value, fact.value))
    return this.values.length === 0 ? 'every value of its type is excluded' : undefined
  }
}

/** The ways in which an array differs from a given array, or an object from a given object. */
export const differ = (value: readonly Json[] | JsonObject): Choice =>
  isObject(value) ? differObject(value) : differArray(value)

const differArray = (list: readonly Json[]): Alternative[] => [
  ...(list.length === 0 ? [] : [just({ kind: 'itemCount', max: list.length - 1 })]),
  just({ kind: 'itemCount', min: list.length + 1 }),
  ...list.map((item, index) =>
    just(
      { kind: 'itemCount', min: index + 1 },
      {
        kind: 'itemLayer',
        prefix: list.map((_, at) => (at === index ? [{ kind: 'differs', value: item }] : [])),
        rest: [],
      },
    ),
  ),
]

const differObject = (object: JsonObject): Alternative[] => {
  const names = Object.keys(object)
  return [
    ...names.map((name) => just({ kind: 'absent', name })),
    ...Object.entries(object).map(([name, value]) =>
      just({ kind: 'present', name }, propertyThatDiffers(name, value)),
    ),
    just({ kind: 'propertyCount', min: names.length + 1 }),
  ]
}

const propertyThatDiffers = (name: string, value: Json): Step => ({
  kind: 'propertyLayer',
  properties: new Map([[name, [{ kind: 'differs', value }]]]),
  patterns: [],
  rest: [],
  describesRest: false,
})

/** Constraints that a text must keep, all of them, or texts that it must not be. */
export type TextFact =
  | { readonly kind: 'text'; readonly constraints: TextConstraints }
  | { readonly kind: 'notTexts'; readonly texts: readonly string[] }

const union = (a: readonly string[] = [], b: readonly string[] = []): readonly string[] => [
  ...new Set([...a, ...b]),
]

const bothOf = (a: TextConstraints, b: TextConstraints): TextConstraints => ({
  minLength: Math.max(a.minLength ?? 0, b.minLength ?? 0),
  maxLength: Math.min(a.maxLength ?? Infinity, b.maxLength ?? Infinity),
  patterns: union(a.patterns, b.patterns),
  notPatterns: union(a.notPatterns, b.notPatterns),
  formats: union(a.formats, b.formats),
  notFormats: union(a.notFormats, b.notFormats),
})

/** The known facts about a text. */
export class TextDraft {
  readonly type = 'string'
  constraints: TextConstraints = {}
  excluded: readonly string[] = []

  clone(): TextDraft {
    return Object.assign(new TextDraft(), this)
  }

  /** Adds constraints; tells why no text is left, if that is plain. */
  add(fact: TextFact): string | undefined {
    if (fact.kind === 'notTexts') this.excluded = union(this.excluded, fact.texts)
    else this.constraints = bothOf(this.constraints, fact.constraints)
    const { minLength = 0, maxLength = Infinity } = this.constraints
    return minLength > maxLength ? 'the least length it allows is above the greatest' : undefined
  }
}
