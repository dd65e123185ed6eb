import { isObject, own, type Json } from '../schema/json.ts'
import { equalJson } from '../schema/judge/equal-json.ts'

/**
 * Carries one change over to another value: where a scenario's value is as its template, the baseline's part stands; where it differs,
 * its own. So a boundary is tried on a request that is known to work. Below `depth` levels what differs is taken as a whole.
 */
export const graftScenario = (template: Json, scenario: Json, baseline: Json, depth = Infinity): Json => {
  if (equalJson(template, scenario)) return baseline
  if (depth === 0 || !isObject(template) || !isObject(scenario) || !isObject(baseline)) return scenario
  const result: { [key: string]: Json } = {}
  for (const [key, value] of Object.entries(baseline)) {
    const wasRemoved = Object.hasOwn(template, key) && !Object.hasOwn(scenario, key)
    if (!wasRemoved)
      Object.defineProperty(result, key, { value, writable: true, enumerable: true, configurable: true })
  }
  for (const [key, value] of Object.entries(scenario)) {
    const before = own(template, key)
    const kept = own(baseline, key)
    const grafted =
      before === undefined || kept === undefined ? value : graftScenario(before, value, kept, depth - 1)
    const isUnchanged = before !== undefined && kept === undefined && equalJson(before, value)
    if (!isUnchanged)
      Object.defineProperty(result, key, {
        value: grafted,
        writable: true,
        enumerable: true,
        configurable: true,
      })
  }
  return result
}

/** From the finest graft to the coarsest: another branch of a union does not mix with the one that the baseline has. */
const DEPTHS = [Infinity, 4, 3, 2, 1]

/** The finest graft that fits; where none does, the scenario's own value. */
export const graftWhere = (
  template: Json,
  scenario: Json,
  baseline: Json,
  fits: (value: Json) => boolean,
): Json => {
  for (const depth of DEPTHS) {
    const grafted = graftScenario(template, scenario, baseline, depth)
    if (fits(grafted)) return grafted
  }
  return scenario
}
