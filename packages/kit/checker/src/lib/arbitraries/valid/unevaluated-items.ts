import type { Goal } from './goal.ts'
import type { ItemLayer, ItemsDraft } from './items-draft.ts'
import type { Tracker } from './tracker.ts'

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
