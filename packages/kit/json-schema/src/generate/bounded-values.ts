import { type Arbitrary, constantFrom, integer, oneof } from 'fast-check'
import { remembered } from '../base/bounded-cache.ts'
import { type Json, type JsonType, jsonTypeOf, parseJson, toCanonicalText } from '../base/json.ts'
import type { Draft } from './draft.ts'
import { ItemsArbitrary, SURPLUS } from './families/items-arbitrary.ts'
import type { ItemsPlan } from './families/items-plan.ts'
import { numbersOf, variedNumbersOf } from './families/numbers.ts'
import { PropertiesArbitrary } from './families/properties-arbitrary.ts'
import type { PropertiesPlan } from './families/properties-plan.ts'
import { anyValues, type GenerationBudget, LazyArbitrary } from './generation-budget.ts'
import type { GoalSolver, Plan } from './goal-solver.ts'
import { type Goal, keyOfGoal } from './goal.ts'
import { type Outcome, refuse, type Witness } from './plan.ts'

/** Values nested deeper than this are not looked for. */
const MAX_HEIGHT = 200
/** How deep values may be nested for the sake of being different. */
const MAX_VARIED_HEIGHT = 8
/** The number of shapes of one goal that are distinguished in values that must differ. */
const MAX_SHAPES = 16

/** Plans a draft: sparely or richly, its parts and the variety among them being limited. */
export type BoundedPlan = (
  draft: Draft,
  isLeast: boolean,
  meets: Witness,
  isVarious: IsVarious,
) => Outcome<Plan>

/** Whether parts that must differ can be different enough. */
export type IsVarious = (groups: readonly { readonly goal: Goal; readonly times: number }[]) => boolean

interface Height {
  /** No plan is nested less than this. */
  least: number
  plan?: Plan
}

/**
 * Makes values by their depth of nesting, so that each of them ends. Makes the least nested values of a goal, and values nested up to a
 * limit. The result depends on the goal alone, not on earlier calls.
 */
export class BoundedValues {
  readonly #solver: GoalSolver
  readonly #plan: BoundedPlan
  readonly #budget: GenerationBudget
  readonly #heights = new Map<string, Height>()
  readonly #least = new Map<string, Arbitrary<Json>>()
  readonly #rich = new Map<string, Arbitrary<Json>>()
  readonly #plans = new Map<string, readonly Plan[]>()
  readonly #counts = new Map<string, number>()

  constructor(solver: GoalSolver, plan: BoundedPlan, budget: GenerationBudget) {
    this.#solver = solver
    this.#plan = plan
    this.#budget = budget
  }

  /** The least nested values of a goal that some value meets; `sparesFor` gives others to those that must differ. */
  leastOf(goal: Goal, sparesFor: (goal: Goal, count: number) => Arbitrary<Json>): Arbitrary<Json> {
    if (goal.length === 0) return anyValues
    return remembered(this.#least, keyOfGoal(goal), () => {
      const partsOf = (part: Goal) => new LazyArbitrary(() => this.leastOf(part, sparesFor))
      return arbitraryOf(this.#leastPlan(goal), {
        partsOf,
        sparesFor,
        budget: this.#budget,
        isLeast: true,
        isVaried: false,
      })
    })
  }

  /** Values of a goal, nested as little as possible, of which there are at least so many; undefined if none are found. */
  findVaried(goal: Goal, count: number): Arbitrary<Json> | undefined {
    if (goal.length === 0) return numerals
    for (let height = 0; height <= MAX_VARIED_HEIGHT; height += 1) {
      if (this.#countWithin(height)(goal) >= count) return this.#richOf(goal, height)
    }
    return undefined
  }

  /** Whether parts that must differ can be drawn so: nested not too deeply, there are enough different ones of each. */
  readonly isVarious: IsVarious = (groups) => areVarious(groups, this.#countWithin(MAX_VARIED_HEIGHT))

  #leastPlan(goal: Goal): Plan {
    for (let height = 0; height < MAX_HEIGHT; height += 1) {
      const plan = this.#isWithin(goal, height) ? this.#heights.get(keyOfGoal(goal))?.plan : undefined
      if (plan !== undefined) return plan
    }
    throw new Error('A goal that some value meets has no least value.')
  }

  #isWithin(goal: Goal, height: number): boolean {
    if (height < 0) return false
    const known = remembered(this.#heights, keyOfGoal(goal), (): Height => ({ least: 0 }))
    while (known.plan === undefined && known.least <= height) {
      const plan = this.#accepted(goal, known.least, true, 1)[0]
      if (plan === undefined) known.least += 1
      else known.plan = plan
    }
    return known.plan !== undefined && known.least <= height
  }

  #accepted(goal: Goal, height: number, isLeast: boolean, most: number): readonly Plan[] {
    const meets: Witness = (part) =>
      this.#isWithin(part, height - 1) ? met : refuse('none', 'it is nested more deeply')
    const isVarious: IsVarious = (groups) =>
      height > MAX_VARIED_HEIGHT || areVarious(groups, this.#countWithin(height - 1))
    const plan = (draft: Draft): Outcome<Plan> => this.#plan(draft, isLeast, meets, isVarious)
    return this.#solver.typesOf(goal).flatMap((type, _, types) => {
      const share = isLeast ? most : Math.ceil(most / types.length)
      return Iterator.from(this.#solver.accepted(goal, type, plan))
        .take(share)
        .toArray()
    })
  }

  #plansWithin(goal: Goal, height: number): readonly Plan[] {
    const key = `${height} ${keyOfGoal(goal)}`
    return remembered(this.#plans, key, () => this.#accepted(goal, height, false, MAX_SHAPES))
  }

  #countWithin(height: number): CountOf {
    return (goal) => {
      if (goal.length === 0) return Infinity
      if (height < 0) return 0
      return remembered(this.#counts, `${height} ${keyOfGoal(goal)}`, () =>
        varietyOf(this.#plansWithin(goal, height), this.#countWithin(height - 1)),
      )
    }
  }

  #richOf(goal: Goal, height: number): Arbitrary<Json> {
    if (goal.length === 0) return numerals
    return remembered(this.#rich, `${height} ${keyOfGoal(goal)}`, () => {
      const partsOf = (part: Goal) => new LazyArbitrary(() => this.#richOf(part, height - 1))
      const made = { partsOf, sparesFor: partsOf, budget: this.#budget, isLeast: false, isVaried: true }
      return oneof(...this.#plansWithin(goal, height).map((plan) => arbitraryOf(plan, made)))
    })
  }
}

const met: Outcome<unknown> = { kind: 'some', found: undefined }

/** Values that are seldom the same, for places that the schema says nothing of. */
const numerals: Arbitrary<Json> = integer({ min: 0, max: 1_000_000_000 })

/** A number of different values, by goal. */
type CountOf = (goal: Goal) => number

/** More different values than this are as good as endless. */
const PLENTY = 1e9

/**
 * At least so many different values the plans of one goal have, going by those of their parts; free texts and numbers are
 * endless. Plans of one type may have values in common, so only the richest counts.
 */
const varietyOf = (plans: readonly Plan[], countOf: CountOf): number => {
  const listed = new Set<string>()
  const richest = new Map<JsonType, number>()
  for (const plan of plans) {
    if (plan.type === 'values') for (const value of plan.values) listed.add(toCanonicalText(value))
    else richest.set(plan.type, Math.max(richest.get(plan.type) ?? 0, varietyOfPlan(plan, countOf)))
  }
  // Listed values may be among those of a plan of their type.
  const apart = [...listed].filter((text) => !richest.has(jsonTypeOf(parseJson(text))))
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
  // If only a few more are allowed, each alone makes a difference; otherwise any set of them does.
  const isTight = needed.length + others.length > max
  return others.reduce(
    (all, { goal }) => (isTight ? all + count * countOf(goal) : all * (1 + countOf(goal))),
    count,
  )
}

/** Whether values can all differ: sorted by how many there are of each, no goal has fewer than stand before it. */
const areVarious = (
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

/** The sources of the parts of a plan, and their counts. */
export interface PlanParts {
  readonly partsOf: (goal: Goal) => Arbitrary<Json>
  /** Values of a goal, at least so many, for items that must differ where the usual ones are too few. */
  readonly sparesFor: (goal: Goal, count: number) => Arbitrary<Json>
  readonly budget: GenerationBudget
  /** Whether no part is there that need not be. */
  readonly isLeast: boolean
  /** Whether values should seldom be the same. */
  readonly isVaried: boolean
}

/** A whole number beyond 2^53 by its exact digits, which JSON would write rounded. */
const asWritten = (value: number): number | bigint =>
  Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) < 1e21 ? BigInt(value) : value

/** The values of a plan. */
export const arbitraryOf = (plan: Plan, parts: PlanParts): Arbitrary<Json> => {
  switch (plan.type) {
    case 'values':
      return constantFrom(...plan.values)
    case 'number':
      return (parts.isVaried ? variedNumbersOf : numbersOf)(plan.numbers).map(asWritten)
    case 'string':
      return plan.texts.texts()
    case 'array':
      return arraysOf(plan.items, parts)
    case 'object': {
      const { entries, min, max, dependents } = plan.properties
      const arbitraries = entries.map(({ name, goal, role }) => ({ name, role, values: parts.partsOf(goal) }))
      return new PropertiesArbitrary({ entries: arbitraries, min, max, dependents }, parts.budget)
    }
  }
}

const arraysOf = (
  { leading, rest, min, max, isDistinct, twins }: ItemsPlan,
  { partsOf, sparesFor, budget, isLeast }: PlanParts,
): Arbitrary<Json> => {
  const most = isLeast ? min : max
  const spares = isDistinct
    ? (index: number): Arbitrary<Json> => sparesFor(leading[index] ?? rest ?? [], Math.max(2, min))
    : undefined
  const items = { leading: leading.map(partsOf), rest: rest && partsOf(rest), min, max: most, spares, twins }
  return new ItemsArbitrary(items, budget)
}
