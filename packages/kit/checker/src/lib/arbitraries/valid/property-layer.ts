import { matchesPattern } from '../../text/matches-pattern.ts'
import type { Goal } from './goal.ts'

/** What `properties`, `patternProperties` and `additionalProperties` of one schema ask of values, by name. */
export interface PropertyLayer {
  readonly properties: ReadonlyMap<string, Goal>
  readonly patterns: readonly (readonly [pattern: string, goal: Goal])[]
  /** For names that neither of them speaks of. */
  readonly rest: Goal
  /** Whether `rest` was written to describe properties, so that some may be invented. */
  readonly describesRest: boolean
}

/** What a layer asks of the value of one property. */
export const goalForName = ({ properties, patterns, rest }: PropertyLayer, name: string): Goal => {
  const named = properties.get(name)
  const matched = patterns.filter(([pattern]) => matchesPattern(pattern, name))
  if (named === undefined && matched.length === 0) return rest
  return [...(named ?? []), ...matched.flatMap(([, goal]) => goal)]
}
