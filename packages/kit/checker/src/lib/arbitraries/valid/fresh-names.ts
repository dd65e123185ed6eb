import type { Goal } from './goal.ts'
import { keepsGoal } from './keeps.ts'
import type { PropertyLayer } from './property-layer.ts'

/** Makes texts that meet a goal, different ones, up to a count; fewer where there are no more. */
export type TextSource = (goal: Goal, count: number) => readonly string[]

/** Names that no schema spells out, all of which the same patterns match: what is asked of their values is the same. */
export interface NameClass {
  readonly goal: Goal
  /** Whether a pattern describes them. */
  readonly isMatched: boolean
}

/** With more patterns than this, not every combination of them is tried. */
const MAX_PATTERNS = 4

/** Plain names, tried before any other. */
const plainNames = ['extra', 'note', 'label']

/**
 * The classes of undeclared names that layers tell apart, those that no pattern matches first. `isComplete` says whether
 * they are all there are.
 */
export const nameClassesOf = (
  layers: readonly PropertyLayer[],
  names: Goal,
  declared: readonly string[],
): { readonly classes: readonly NameClass[]; readonly isComplete: boolean } => {
  const patterns = [...new Set(layers.flatMap((layer) => layer.patterns.map(([pattern]) => pattern)))]
  const isComplete = patterns.length <= MAX_PATTERNS
  const sets = isComplete ? 2 ** patterns.length : 0
  const matched = isComplete
    ? Array.from({ length: sets }, (_, bits) => patterns.filter((_unused, at) => (bits & (1 << at)) !== 0))
    : [[], ...patterns.map((pattern) => [pattern])]
  const classes = matched.map((some): NameClass => {
    const notPatterns =
      isComplete || some.length === 0 ? patterns.filter((pattern) => !some.includes(pattern)) : []
    const constraints = {
      ...(some.length > 0 && { patterns: some }),
      ...(notPatterns.length > 0 && { notPatterns }),
    }
    return { goal: [...names, { kind: 'text', constraints, excluded: declared }], isMatched: some.length > 0 }
  })
  return { classes, isComplete }
}

/** Different names of a class that meet a further goal: plain ones where they do, else made ones. */
export const freshNames = (goal: Goal, count: number, texts: TextSource): readonly string[] => {
  const plain = Array.from(
    { length: count },
    (_, at) => `${plainNames[at % 3]}${at < 3 ? '' : Math.floor(at / 3) + 1}`,
  )
  const kept = plain.filter((name) => keepsGoal(goal, name))
  return kept.length === count ? kept : [...new Set([...kept, ...texts(goal, count)])].slice(0, count)
}
