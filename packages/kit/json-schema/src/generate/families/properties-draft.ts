import { matchesPattern } from '../../text/match-pattern.ts'
import type { Goal, Tracker } from '../goal.ts'

/** One thing that an object must keep. */
export type PropertiesFact =
  | { readonly kind: 'present' | 'absent'; readonly name: string }
  /** The property is left out wherever that is allowed: it does not travel this way. */
  | { readonly kind: 'unsent'; readonly name: string }
  | { readonly kind: 'propertyCount'; readonly min?: number; readonly max?: number }
  | ({ readonly kind: 'propertyLayer' } & PropertyLayer)
  /** Every name, as a text, meets the goal. */
  | { readonly kind: 'names'; readonly goal: Goal }
  /** If `name` is present, `names` are present. */
  | { readonly kind: 'dependents'; readonly name: string; readonly names: readonly string[] }
  /** Some property whose name meets `name` has a value that meets `value`.. */
  | { readonly kind: 'someProperty'; readonly name: Goal; readonly value: Goal }
  | {
      readonly kind: 'evaluatedProperties'
      readonly trackers: readonly Tracker[]
      readonly names: readonly string[]
      readonly patterns: readonly string[]
      readonly isAll: boolean
    }
  /** Every property that the tracker does not see as evaluated meets the goal; or some such property does. */
  | {
      readonly kind: 'unevaluatedProperties' | 'someUnevaluatedProperty'
      readonly tracker: Tracker
      readonly goal: Goal
    }

type FactOf<Kind extends PropertiesFact['kind']> = Extract<PropertiesFact, { kind: Kind }>

/** The known facts about an object. */
export class PropertiesDraft {
  readonly type = 'object'
  min = 0
  max = Infinity
  present: ReadonlySet<string> = new Set()
  absent: ReadonlySet<string> = new Set()
  unsent: ReadonlySet<string> = new Set()
  layers: readonly PropertyLayer[] = []
  names: Goal = []
  dependents: readonly FactOf<'dependents'>[] = []
  someProperties: readonly FactOf<'someProperty'>[] = []
  evaluated: readonly FactOf<'evaluatedProperties'>[] = []
  unevaluated: readonly Extract<PropertiesFact, { tracker: Tracker }>[] = []

  clone(): PropertiesDraft {
    return Object.assign(new PropertiesDraft(), this)
  }

  /** The goal of a property's value, as far as it is known. */
  goalAt(name: string): Goal {
    return this.layers.flatMap((layer) => goalForName(layer, name))
  }

  /** Adds a fact; tells why no object is left, if that is plain. */
  add(fact: PropertiesFact): string | undefined {
    switch (fact.kind) {
      case 'present':
        this.present = new Set([...this.present, fact.name])
        break
      case 'absent':
        this.absent = new Set([...this.absent, fact.name])
        break
      case 'unsent':
        this.unsent = new Set([...this.unsent, fact.name])
        break
      case 'propertyCount':
        this.min = Math.max(this.min, fact.min ?? 0)
        this.max = Math.min(this.max, fact.max ?? Infinity)
        break
      case 'propertyLayer':
        this.layers = [...this.layers, fact]
        break
      case 'names':
        this.names = [...this.names, ...fact.goal]
        break
      case 'dependents':
        this.dependents = [...this.dependents, fact]
        break
      case 'someProperty':
        this.someProperties = [...this.someProperties, fact]
        this.min = Math.max(this.min, 1)
        break
      case 'evaluatedProperties':
        this.evaluated = [...this.evaluated, fact]
        break
      case 'unevaluatedProperties':
      case 'someUnevaluatedProperty':
        this.unevaluated = [...this.unevaluated, fact]
        break
    }
    if (this.min > this.max) return 'the least number of properties it allows is above the greatest'
    if (this.present.size > this.max) return 'it requires more properties than it allows'
    if (fact.kind !== 'present' && fact.kind !== 'absent') return undefined
    return this.present.has(fact.name) && this.absent.has(fact.name)
      ? `the property ${fact.name} is both required and forbidden`
      : undefined
  }
}

/** The requirements of `properties`, `patternProperties` and `additionalProperties` of one schema, by name. */
export interface PropertyLayer {
  readonly properties: ReadonlyMap<string, Goal>
  readonly patterns: readonly (readonly [pattern: string, goal: Goal])[]
  /** For names that neither of them speaks of. */
  readonly rest: Goal
  /** Whether `rest` was written to describe properties, so that some may be invented. */
  readonly describesRest: boolean
}

/** The requirements of a layer for the value of one property. */
export const goalForName = ({ properties, patterns, rest }: PropertyLayer, name: string): Goal => {
  const named = properties.get(name)
  const matched = patterns.filter(([pattern]) => matchesPattern(pattern, name))
  if (named === undefined && matched.length === 0) return rest
  return [...(named ?? []), ...matched.flatMap(([, goal]) => goal)]
}

/** A demand that some property, of a name that meets one goal, has a value that meets another. */
interface PropertyDemand {
  readonly name: Goal
  readonly value: Goal
}

/** The layers of a draft, and one more for each `unevaluatedProperties`: what it asks of names that are not evaluated. */
export const layersOf = (draft: PropertiesDraft): readonly PropertyLayer[] => [
  ...draft.layers,
  ...draft.unevaluated.flatMap(({ kind, tracker, goal }): PropertyLayer[] => {
    const { names, patterns, isAll } = evaluatedBy(draft, tracker)
    if (kind === 'someUnevaluatedProperty' || isAll) return []
    return [
      {
        properties: new Map(names.map((name) => [name, []])),
        patterns: patterns.map((pattern) => [pattern, []]),
        rest: goal,
        describesRest: false,
      },
    ]
  }),
]

/** The demands of a draft; undefined for one that asks for an unevaluated property where all are evaluated. */
export const demandsOf = (draft: PropertiesDraft): readonly (PropertyDemand | undefined)[] => [
  ...draft.someProperties,
  ...draft.unevaluated
    .filter(({ kind }) => kind === 'someUnevaluatedProperty')
    .map(({ tracker, goal }): PropertyDemand | undefined => {
      const { names, patterns, isAll } = evaluatedBy(draft, tracker)
      const name: Goal = [{ kind: 'text', constraints: { notPatterns: patterns }, excluded: names }]
      return isAll ? undefined : { name, value: goal }
    }),
]

const evaluatedBy = ({ evaluated }: PropertiesDraft, { id }: Tracker) => {
  const seen = evaluated.filter(({ trackers }) => trackers.some((tracker) => tracker.id === id))
  return {
    names: [...new Set(seen.flatMap(({ names }) => names))],
    patterns: [...new Set(seen.flatMap(({ patterns }) => patterns))],
    isAll: seen.some(({ isAll }) => isAll),
  }
}
