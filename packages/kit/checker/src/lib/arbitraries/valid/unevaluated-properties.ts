import type { Goal } from './goal.ts'
import type { PropertiesDraft } from './properties-draft.ts'
import type { PropertyLayer } from './property-layer.ts'
import type { Tracker } from './tracker.ts'

/** A demand that some property, of a name that meets one goal, has a value that meets another. */
export interface PropertyDemand {
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
