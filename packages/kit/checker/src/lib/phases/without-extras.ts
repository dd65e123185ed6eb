import { isObject, own, type Json } from '../schema/json.ts'
import { equalJson } from '../schema/judge/equal-json.ts'

/**
 * A baseline for a scenario that is about which properties are there: without those that the scenario lacks, in the object
 * that the scenario changes. Else what a working request happens to hold would fill in what is to be left out.
 */
export const withoutExtras = (template: Json, scenario: Json, baseline: Json): Json => {
  if (!isObject(template) || !isObject(scenario) || !isObject(baseline)) return baseline
  const entries = Object.entries(baseline)
  const changed = Object.entries(scenario).find(
    ([key, value]) => Object.hasOwn(template, key) && !equalJson(template[key], value),
  )
  if (changed === undefined)
    return Object.fromEntries(entries.filter(([key]) => Object.hasOwn(scenario, key)))
  const [name, inner] = changed
  const before = own(template, name) ?? null
  return Object.fromEntries(
    entries.map(([key, value]) => [key, key === name ? withoutExtras(before, inner, value) : value]),
  )
}
