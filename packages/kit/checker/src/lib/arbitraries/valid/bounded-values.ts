import { integer, oneof, type Arbitrary } from 'fast-check'
import type { Json } from '../../schema/json.ts'
import { anyValues } from './any-values.ts'
import type { Plan } from './draft-plan.ts'
import type { Draft } from './draft.ts'
import type { GenerationBudget } from './generation-budget.ts'
import { keyOfGoal, type Goal } from './goal.ts'
import type { GoalSolver } from './goal-solver.ts'
import { LazyArbitrary } from '../lazy-arbitrary.ts'
import { arbitraryOf } from './plan-arbitrary.ts'
import { refuse, type Outcome, type Witness } from './plan.ts'
import { remembered } from './remembered.ts'
import { areVarious, varietyOf, type CountOf } from './variety.ts'

/** Values nested deeper than this are not looked for. */
const MAX_HEIGHT = 200
/** How deep values may be nested for the sake of being different. */
const MAX_VARIED_HEIGHT = 8
/** Shapes of one goal that are told apart in values made to differ. */
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
 * Makes values by how deeply they are nested, so that each comes to an end: the least nested ones of a goal, and those
 * that are nested up to a limit. Depends on the goal alone, not on what was asked before.
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

  /** Values of a goal, nested as little as possible, of which there are at least so many; undefined where none are found. */
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
