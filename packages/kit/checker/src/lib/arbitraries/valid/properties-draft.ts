import type { Goal } from './goal.ts'
import { goalForName, type PropertyLayer } from './property-layer.ts'
import type { Tracker } from './tracker.ts'

/** One thing that an object must keep. */
export type PropertiesFact =
  | { readonly kind: 'present' | 'absent'; readonly name: string }
  /** The property is left out wherever that is allowed: it does not travel this way. */
  | { readonly kind: 'unsent'; readonly name: string }
  | { readonly kind: 'propertyCount'; readonly min?: number; readonly max?: number }
  | ({ readonly kind: 'propertyLayer' } & PropertyLayer)
  /** Every name, as a text, meets the goal. */
  | { readonly kind: 'names'; readonly goal: Goal }
  /** Where `name` is present, `names` are. */
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

/** What is known of an object so far. */
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

  /** What the value of a property must be, as far as is known. */
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
