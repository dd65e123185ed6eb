import type { Goal } from '../goal.ts'
import { canBeDistinct, type Domain, type Outcome, refuse, type Refused, type Witness } from '../plan.ts'
import { type ItemDemand, itemDemandsOf, itemLayersOf, type ItemsDraft } from './items-draft.ts'

/** The items of an array. */
export interface ItemsPlan {
  /** The goals of the leading items. */
  readonly leading: readonly Goal[]
  /** The goal of every item after them; undefined if none may follow. */
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

/** Items to be given to an array of a fixed length. */
interface Assignment {
  readonly draft: ItemsDraft
  readonly demands: readonly ItemDemand[]
  readonly goalAt: (index: number) => Goal
  /** The length of the array. */
  readonly count: number
  /** The number of items that are distinguished; those after them are all alike. */
  readonly special: number
  readonly query: ItemsQuery
}

/** The goals of the special items and of those after them; undefined if there are none. */
interface Assigned {
  readonly leading: readonly Goal[]
  readonly filler: Goal | undefined
  /** How many more like them there may be. */
  readonly spare: number
  readonly twins: readonly [number, number] | undefined
}

/** A task that one item must take: those of one group are taken by different items, in their order. */
interface Task {
  readonly group: number
  readonly from: number
  readonly goal: Goal
}

/** Ways that are tried before the search is given up. */
const MAX_TRIES = 400

/** Gives every demand of an array to one of its items. */
const assignItems = (assignment: Assignment): Outcome<Assigned> => {
  const { draft, demands, special } = assignment
  const search = new ItemSearch(assignment)
  const tasks: Task[] = [
    ...demands.map(({ from, goal }, group): Task => ({
      group: group + draft.containments.length,
      from,
      goal,
    })),
    ...draft.containments.flatMap(({ goal, min }, group) =>
      Array.from({ length: min }, (): Task => ({ group, from: 0, goal })),
    ),
  ]
  const pairs = draft.hasTwins
    ? Array.from({ length: special }, (_, j) =>
        Array.from({ length: j }, (_unused, i) => [i, j] as const),
      ).flat()
    : [undefined]
  for (const twins of pairs) {
    const found = search.assign(tasks, twins)
    if (found !== undefined) return { kind: 'some', found }
  }
  return search.refused()
}

class ItemSearch {
  readonly #assignment: Assignment
  #triesLeft = MAX_TRIES
  #isProved = true
  #refusal: Refused = refuse('none', 'its items cannot be what they must be')

  constructor(assignment: Assignment) {
    this.#assignment = assignment
  }

  assign(tasks: readonly Task[], twins: readonly [number, number] | undefined): Assigned | undefined {
    const { special, goalAt } = this.#assignment
    const goals = Array.from({ length: special }, (_, index) => goalAt(index))
    if (twins !== undefined) {
      const [first, second] = twins
      goals[first] = [...(goals[first] ?? []), ...(goals[second] ?? [])]
      goals[second] = goals[first]
    }
    return this.#place(tasks, 0, goals, [], twins)
  }

  refused(): Refused {
    return this.#isProved ? this.#refusal : { kind: 'unknown', refusal: this.#refusal.refusal }
  }

  /** Gives the tasks from one on to items; `takers` holds the item of each task before. */
  #place(
    tasks: readonly Task[],
    at: number,
    goals: readonly Goal[],
    takers: readonly number[],
    twins: readonly [number, number] | undefined,
  ): Assigned | undefined {
    const task = tasks[at]
    if (task === undefined) return this.#close(tasks, goals, takers, twins)
    const before = tasks[at - 1]?.group === task.group ? (takers[at - 1] ?? -1) : -1
    for (let index = Math.max(task.from, before + 1); index < goals.length; index += 1) {
      if (this.#triesLeft <= 0) {
        this.#isProved = false
        return undefined
      }
      this.#triesLeft -= 1
      const goal = [...(goals[index] ?? []), ...task.goal]
      if (!this.#isPossible(goal)) continue
      const next = goals.with(index, goal)
      const partner = twins?.[0] === index ? twins[1] : twins?.[1] === index ? twins[0] : undefined
      const found = this.#place(
        tasks,
        at + 1,
        partner === undefined ? next : next.with(partner, goal),
        [...takers, index],
        twins,
      )
      if (found !== undefined) return found
    }
    return undefined
  }

  /** Keeps to as many contained items as there may be, and to items that can exist and be distinct. */
  #close(
    tasks: readonly Task[],
    placed: readonly Goal[],
    takers: readonly number[],
    twins: readonly [number, number] | undefined,
  ): Assigned | undefined {
    const { draft, count, special, goalAt, query } = this.#assignment
    let goals = placed
    let filler = count > special ? goalAt(special) : undefined
    let spare = Infinity
    for (const [group, { goal, negation, min, max }] of draft.containments.entries()) {
      if (max === Infinity) continue
      let contained = min
      let isFillerContained = false
      const contain = (base: Goal, weight: number): Goal => {
        if (this.#isPossible([...base, ...negation])) return [...base, ...negation]
        contained += weight
        return [...base, ...goal]
      }
      const taken = new Set(takers.filter((_, at) => tasks[at]?.group === group))
      goals = goals.map((base, index) => (taken.has(index) ? base : contain(base, 1)))
      if (filler !== undefined) {
        const before = contained
        filler = contain(filler, count - special)
        isFillerContained = contained > before
      }
      if (contained > max) return undefined
      if (isFillerContained) spare = Math.min(spare, max - contained)
    }
    if (!goals.every((goal) => this.#isPossible(goal)) || (filler && !this.#isPossible(filler)))
      return undefined
    if (draft.isDistinct && !canBeDistinct(goals, filler, count - special, query.domainOf)) {
      this.#refusal = refuse('none', 'there are too few different items')
      return undefined
    }
    const groups = [
      ...goals.map((goal) => ({ goal, times: 1 })),
      ...(filler ? [{ goal: filler, times: count - special }] : []),
    ]
    if (draft.isDistinct && count > 1 && !query.isVarious(groups)) {
      this.#isProved = false
      return undefined
    }
    return { leading: goals, filler, spare, twins }
  }

  #isPossible(goal: Goal): boolean {
    if (goal.length === 0) return true
    const outcome = this.#assignment.query.meets(goal)
    if (outcome.kind === 'some') return true
    this.#refusal = outcome
    if (outcome.kind === 'unknown') this.#isProved = false
    return false
  }
}

/** The context of a plan of items. */
export interface ItemsQuery {
  readonly meets: Witness
  /** All values that meet a goal, if they are few. */
  readonly domainOf: Domain
  /** Whether items that must differ are various enough to be drawn. */
  readonly isVarious: (groups: readonly { readonly goal: Goal; readonly times: number }[]) => boolean
}
