import type { Goal, Tracker } from '../goal.ts'

/** The goal of each item, by position. */
interface ItemLayer {
  readonly prefix: readonly Goal[]
  readonly rest: Goal
}

/** How many items must meet a goal. */
interface Containment {
  readonly goal: Goal
  /** The same goal, failed. */
  readonly negation: Goal
  readonly min: number
  readonly max: number
}

/** One thing that an array must keep. */
export type ItemsFact =
  | { readonly kind: 'itemCount'; readonly min?: number; readonly max?: number }
  | ({ readonly kind: 'itemLayer' } & ItemLayer)
  | ({ readonly kind: 'contains' } & Containment)
  /** Some item, not before `from`, meets the goal. */
  | { readonly kind: 'someItem'; readonly from: number; readonly goal: Goal }
  /** `distinct`: no two items are equal; `twins`: two are. */
  | { readonly kind: 'distinct' | 'twins' }
  /** Items before `until`, and those that meet `goal`, count as evaluated; `negation` is the goal failed. */
  | {
      readonly kind: 'evaluatedItems'
      readonly trackers: readonly Tracker[]
      readonly until: number
      readonly containing?: { readonly goal: Goal; readonly negation: Goal }
    }
  /** Every item that the tracker does not see as evaluated meets the goal; or some such item does. */
  | {
      readonly kind: 'unevaluatedItems' | 'someUnevaluatedItem'
      readonly tracker: Tracker
      readonly goal: Goal
    }

type FactOf<Kind extends ItemsFact['kind']> = Extract<ItemsFact, { kind: Kind }>

/** The known facts about an array. */
export class ItemsDraft {
  readonly type = 'array'
  min = 0
  max = Infinity
  layers: readonly ItemLayer[] = []
  containments: readonly Containment[] = []
  someItems: readonly FactOf<'someItem'>[] = []
  isDistinct = false
  hasTwins = false
  evaluated: readonly FactOf<'evaluatedItems'>[] = []
  unevaluated: readonly Extract<ItemsFact, { tracker: Tracker }>[] = []

  clone(): ItemsDraft {
    return Object.assign(new ItemsDraft(), this)
  }

  /** Adds a fact; tells why no array is left, if that is plain. */
  add(fact: ItemsFact): string | undefined {
    switch (fact.kind) {
      case 'itemCount':
        this.min = Math.max(this.min, fact.min ?? 0)
        this.max = Math.min(this.max, fact.max ?? Infinity)
        break
      case 'itemLayer':
        this.layers = [...this.layers, fact]
        break
      case 'contains':
        this.containments = [...this.containments, fact]
        this.min = Math.max(this.min, fact.min)
        if (fact.min > fact.max) return 'it must contain more items of a kind than it may'
        break
      case 'someItem':
        this.someItems = [...this.someItems, fact]
        this.min = Math.max(this.min, fact.from + 1)
        break
      case 'distinct':
        this.isDistinct = true
        break
      case 'twins':
        this.hasTwins = true
        this.min = Math.max(this.min, 2)
        break
      case 'evaluatedItems':
        this.evaluated = [...this.evaluated, fact]
        break
      case 'unevaluatedItems':
      case 'someUnevaluatedItem':
        this.unevaluated = [...this.unevaluated, fact]
        break
    }
    if (this.min > this.max) return 'the least number of items it allows is above the greatest'
    return this.isDistinct && this.hasTwins ? 'its items must be both distinct and not' : undefined
  }
}

/** A demand that some item, not before `from`, meets a goal. */
export interface ItemDemand {
  readonly from: number
  readonly goal: Goal
}

/** The layers of a draft, and one more for each `unevaluatedItems`: what it asks of items that are not evaluated. */
export const itemLayersOf = (draft: ItemsDraft): readonly ItemLayer[] => [
  ...draft.layers,
  ...draft.unevaluated.flatMap(({ kind, tracker, goal }): ItemLayer[] => {
    const { until, contained } = evaluatedBy(draft, tracker)
    if (kind === 'someUnevaluatedItem' || until === Infinity) return []
    // An item that a `contains` is met by counts as evaluated, wherever it stands.
    const rest: Goal =
      contained.length === 0 ? goal : [{ kind: 'any', of: [...contained.map((each) => each.goal), goal] }]
    return [{ prefix: Array.from({ length: until }, () => []), rest }]
  }),
]

/** The demands of a draft; undefined for one that asks for an unevaluated item where all are evaluated. */
export const itemDemandsOf = (draft: ItemsDraft): readonly (ItemDemand | undefined)[] => [
  ...draft.someItems,
  ...draft.unevaluated
    .filter(({ kind }) => kind === 'someUnevaluatedItem')
    .map(({ tracker, goal }): ItemDemand | undefined => {
      const { until, contained } = evaluatedBy(draft, tracker)
      return until === Infinity
        ? undefined
        : { from: until, goal: [...goal, ...contained.flatMap((each) => each.negation)] }
    }),
]

const evaluatedBy = ({ evaluated }: ItemsDraft, { id }: Tracker) => {
  const seen = evaluated.filter(({ trackers }) => trackers.some((tracker) => tracker.id === id))
  return {
    until: seen.reduce((most, { until }) => Math.max(most, until), 0),
    contained: seen.flatMap(({ containing }) => containing ?? []),
  }
}
