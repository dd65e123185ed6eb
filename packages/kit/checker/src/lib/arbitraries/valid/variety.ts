import { toCanonicalText } from '../../schema/judge/equal-json.ts'
import type { Json } from '../../schema/json.ts'
import type { Plan } from './draft-plan.ts'
import type { Goal } from './goal.ts'
import { SURPLUS } from './items-arbitrary.ts'
import type { ItemsPlan } from './items-plan.ts'
import { typeOf, type JsonType } from './json-type.ts'
import type { PropertiesPlan } from './properties-plan.ts'

/** A number of different values, by goal. */
export type CountOf = (goal: Goal) => number

/** More different values than this are as good as endless. */
const PLENTY = 1e9

/**
 * At least so many different values the plans of one goal have, going by those of their parts; free texts and numbers are
 * endless. Plans of one type may have values in common, so only the richest counts.
 */
export const varietyOf = (plans: readonly Plan[], countOf: CountOf): number => {
  const listed = new Set<string>()
  const richest = new Map<JsonType, number>()
  for (const plan of plans) {
    if (plan.type === 'values') for (const value of plan.values) listed.add(toCanonicalText(value))
    else richest.set(plan.type, Math.max(richest.get(plan.type) ?? 0, varietyOfPlan(plan, countOf)))
  }
  // Listed values may be among those of a plan of their type.
  const apart = [...listed].filter((text) => !richest.has(typeOf(JSON.parse(text) as Json)))
  return Math.max(
    listed.size,
    [...richest.values()].reduce((sum, count) => sum + count, apart.length),
  )
}

const varietyOfPlan = (plan: Exclude<Plan, { type: 'values' }>, countOf: CountOf): number => {
  switch (plan.type) {
    case 'number':
      return plan.numbers.values?.length ?? Infinity
    case 'string':
      return plan.texts.domain()?.length ?? Infinity
    case 'array':
      return varietyOfItems(plan.items, countOf)
    case 'object':
      return varietyOfProperties(plan.properties, countOf)
  }
}

const varietyOfItems = ({ leading, rest, min, max }: ItemsPlan, countOf: CountOf): number => {
  let [count, total] = [1, min === 0 ? 1 : 0]
  for (let index = 0; index < Math.min(max, min + SURPLUS) && total < PLENTY; index += 1) {
    const goal = leading[index] ?? rest
    if (goal === undefined) break
    count = Math.min(PLENTY, count * Math.max(1, countOf(goal)))
    if (index + 1 >= min) total += count
  }
  return total
}

const varietyOfProperties = ({ entries, max }: PropertiesPlan, countOf: CountOf): number => {
  const needed = entries.filter(({ role }) => role === 'needed')
  const count = needed.reduce((product, { goal }) => product * Math.max(1, countOf(goal)), 1)
  const others = entries.filter(({ role }) => role !== 'needed')
  if (needed.length >= max) return count
  // Where few more may be there, each alone makes a difference; else any set of them.
  const isTight = needed.length + others.length > max
  return others.reduce(
    (all, { goal }) => (isTight ? all + count * countOf(goal) : all * (1 + countOf(goal))),
    count,
  )
}

/** Whether values can all differ: sorted by how many there are of each, no goal has fewer than stand before it. */
export const areVarious = (
  groups: readonly { readonly goal: Goal; readonly times: number }[],
  countOf: CountOf,
): boolean => {
  let taken = 0
  return groups
    .map(({ goal, times }) => ({ count: countOf(goal), times }))
    .toSorted((a, b) => (a.count === b.count ? 0 : a.count - b.count))
    .every(({ count, times }) => {
      taken += times
      return taken <= count
    })
}
