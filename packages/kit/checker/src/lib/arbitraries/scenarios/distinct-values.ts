import { toCanonicalText } from '../../schema/judge/equal-json.ts'
import type { ScenarioValue } from './scenario-value.ts'

/** The values without repetitions: the first scenario of each value stays. */
export const distinctValues = (values: Iterable<ScenarioValue>): ScenarioValue[] => {
  const seen = new Set<string>()
  return [...values].filter(({ value }) => {
    const text = toCanonicalText(value)
    return !seen.has(text) && seen.add(text)
  })
}
