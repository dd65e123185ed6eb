import { assignItems, type Assigned } from './assign-items.ts'
import type { Goal } from './goal.ts'
import type { ItemsDraft } from './items-draft.ts'
import type { ItemsQuery } from './items-query.ts'
import { refuse, type Outcome, type Refused } from './plan.ts'
import { itemDemandsOf, itemLayersOf } from './unevaluated-items.ts'

/** The items of an array. */
export interface ItemsPlan {
  /** What the leading items must be. */
  readonly leading: readonly Goal[]
  /** What every item after them must be; undefined where none may follow. */
  readonly rest: Goal | undefined
  readonly min: number
  readonly max: number
  readonly isDistinct: boolean
  /** Two places that hold the same item. */
  readonly twins: readonly [number, number] | undefined
}

/** Plans the items of an array: the shortest one that has all it must have, and what may follow. */
export const planItems = (draft: ItemsDraft, query: ItemsQuery): Outcome<ItemsPlan> => {
  const layers = itemLayersOf(draft)
  const demands = itemDemandsOf(draft).filter((demand) => demand !== undefined)
  if (demands.length < itemDemandsOf(draft).length)
    return refuse('none', 'every item it may have is evaluated')
  const prefix = Math.max(
    0,
    ...layers.map((layer) => layer.prefix.length),
    ...demands.map(({ from }) => from),
  )
  const goalAt = (index: number): Goal => layers.flatMap((layer) => layer.prefix[index] ?? layer.rest)
  const needs =
    demands.length + draft.containments.reduce((sum, { min }) => sum + min, 0) + (draft.hasTwins ? 2 : 0)
  const least = demands.reduce((most, { from }) => Math.max(most, from + 1), draft.min)
  const longest = Math.min(draft.max, Math.max(least, prefix) + needs)

  let refused: Refused = refuse('none', 'the least number of items it allows is above the greatest')
  let isProved = true
  for (let count = least; count <= longest; count += 1) {
    const outcome = assignItems({
      draft,
      demands,
      goalAt,
      count,
      special: Math.min(count, prefix + needs),
      query,
    })
    if (outcome.kind === 'some') {
      return { kind: 'some', found: extend(draft, query, goalAt, prefix, count, outcome.found) }
    }
    refused = outcome
    if (outcome.kind === 'unknown') isProved = false
  }
  return isProved ? refused : { kind: 'unknown', refusal: refused.refusal }
}

/** Adds what may follow after the least number of items. */
const extend = (
  draft: ItemsDraft,
  { meets }: ItemsQuery,
  goalAt: (index: number) => Goal,
  prefix: number,
  count: number,
  { leading, filler, spare, twins }: Assigned,
): ItemsPlan => {
  const plan = { min: count, isDistinct: draft.isDistinct, twins }
  if (filler !== undefined) return { ...plan, leading, rest: filler, max: Math.min(draft.max, count + spare) }
  const negations = draft.containments.filter(({ max }) => max < Infinity).flatMap(({ negation }) => negation)
  const following = [...leading]
  const isPossible = (goal: Goal): boolean => goal.length === 0 || meets(goal).kind === 'some'
  for (let index = count; index < Math.min(prefix, draft.max); index += 1) {
    const goal = [...goalAt(index), ...negations]
    if (!isPossible(goal)) return { ...plan, leading: following, rest: undefined, max: index }
    following.push(goal)
  }
  const rest = [...goalAt(Math.max(prefix, count)), ...negations]
  return following.length < draft.max && isPossible(rest)
    ? { ...plan, leading: following, rest, max: draft.max }
    : { ...plan, leading: following, rest: undefined, max: following.length }
}
