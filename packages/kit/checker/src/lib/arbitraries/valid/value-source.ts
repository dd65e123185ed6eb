import { sample, type Arbitrary } from 'fast-check'
import type { Json } from '../../schema/json.ts'
import { anyValues } from './any-values.ts'
import { BoundedValues, type BoundedPlan, type IsVarious } from './bounded-values.ts'
import { distinct, domainOfPlan, MAX_DOMAIN } from './domain-of.ts'
import { planDraft, type Plan } from './draft-plan.ts'
import type { Draft } from './draft.ts'
import { GenerationBudget } from './generation-budget.ts'
import { GoalSolver, type DraftTest } from './goal-solver.ts'
import { keyOfGoal, type Goal } from './goal.ts'
import { LazyArbitrary } from '../lazy-arbitrary.ts'
import type { ItemsQuery } from './items-query.ts'
import { arbitraryOf, type PlanParts } from './plan-arbitrary.ts'
import type { PropertiesQuery } from './properties-query.ts'
import { remembered } from './remembered.ts'
import type { Outcome } from './plan.ts'
import { ShapesArbitrary, type WeightedShape } from './shapes-arbitrary.ts'
import { Tally } from './tally.ts'
import { spokenTypesOf } from './type-hints.ts'
import { typesOfGoal } from './type-mask.ts'

/** How values are made, whatever the goal. */
export interface SourceSettings {
  /** How often one goal may recur along one path. */
  readonly maxDepth: number
  /** Whether properties that no schema describes may be invented. */
  readonly inventsProperties: boolean
}

/** Shapes of one goal that are told apart; of more, only some are drawn. */
const MAX_SHAPES = 64
/** Branches of one union that are drawn. */
const MAX_ROTATIONS = 400
/** Texts made up while planning are drawn from this seed, so that they depend on the schema alone. */
const TEXT_SEED = 20_260_101

/** Makes the arbitraries of goals, each once. What it makes of a goal depends on nothing that it was asked before. */
export class ValueSource {
  readonly budget = new GenerationBudget()
  readonly #settings: SourceSettings
  readonly #solver: GoalSolver
  /** Looks only for values of the types that goals speak of; parts too. */
  readonly #spoken: GoalSolver
  readonly #bounded: BoundedValues
  readonly #boundedSpoken: BoundedValues
  readonly #values = new Map<string, Arbitrary<Json>>()
  readonly #domains = new Map<string, readonly Json[] | undefined>()

  constructor(settings: SourceSettings) {
    this.#settings = settings
    const { inventsProperties } = settings
    const test: DraftTest = (draft, meets) => this.#plan(draft, { meets, isLeast: true, inventsProperties })
    this.#solver = new GoalSolver(test, typesOfGoal)
    this.#spoken = new GoalSolver(test, spokenTypesOf, this.#solver)
    this.#boundedSpoken = this.#boundedBy(this.#spoken, inventsProperties)
    // Of values that the schema does not speak of, some are undescribed properties.
    this.#bounded = this.#boundedBy(this.#solver, true)
  }

  /** Whether some value meets a goal, and if not, why. */
  meets(goal: Goal): Outcome<unknown> {
    return this.#solver.meets(goal)
  }

  /** The values of a goal that some value meets. */
  readonly valuesOf = (goal: Goal): Arbitrary<Json> => {
    if (goal.length === 0) return anyValues
    return remembered(this.#values, keyOfGoal(goal), () => {
      let shapes: readonly WeightedShape[] | undefined
      return new ShapesArbitrary({
        all: () => (shapes ??= this.#shapesOf(goal)),
        least: () => this.#boundedFor(goal).leastOf(goal, this.#sparesFor),
        isBounded: (depth) => (depth > 0 && depth >= this.#settings.maxDepth) || this.budget.isSpent,
      })
    })
  }

  readonly #sparesFor = (goal: Goal, count: number): Arbitrary<Json> =>
    this.#boundedSpoken.findVaried(goal, count) ??
    this.#bounded.findVaried(goal, count) ??
    this.valuesOf(goal)

  #boundedBy(solver: GoalSolver, inventsProperties: boolean): BoundedValues {
    const plan: BoundedPlan = (draft, isLeast, meets, isVarious) =>
      this.#plan(draft, { meets, isLeast, isVarious, inventsProperties })
    return new BoundedValues(solver, plan, this.budget)
  }

  #boundedFor(goal: Goal): BoundedValues {
    return this.#isSpoken(goal) ? this.#boundedSpoken : this.#bounded
  }

  /** Whether some value is of the types that the goal and its parts speak of. */
  #isSpoken(goal: Goal): boolean {
    return this.#spoken.meets(goal).kind === 'some'
  }

  #shapesOf(goal: Goal): readonly WeightedShape[] {
    const solver = this.#isSpoken(goal) ? this.#spoken : this.#solver
    const various = this.#plansFor(goal, solver, this.#bounded.isVarious)
    const plans = various.length > 0 ? various : this.#plansFor(goal, solver, () => true)
    return plans.map((plan) => ({
      weight: plan.type === 'values' && plan.values[0] === null ? 1 : 4,
      values: new LazyArbitrary(() => arbitraryOf(plan, this.#parts)),
    }))
  }

  #plansFor(goal: Goal, solver: GoalSolver, isVarious: IsVarious): readonly Plan[] {
    const plan = (draft: Draft): Outcome<Plan> => this.#planRichly(draft, isVarious)
    return solver.typesOf(goal).flatMap((type): Plan[] => {
      const tally = new Tally()
      const plans = this.#plansOf(solver.accepted(goal, type, plan, tally), MAX_SHAPES)
      if (plans.length < MAX_SHAPES) return plans
      // Of very many shapes, some that take each alternative of each choice about equally often.
      const rotations = Math.min(MAX_ROTATIONS, Math.max(MAX_SHAPES, tally.widest))
      return Array.from({ length: rotations }, (_, rotation) => rotation).flatMap((rotation) =>
        this.#plansOf(solver.accepted(goal, type, plan, tally, rotation), 1),
      )
    })
  }

  #plansOf(plans: Iterator<Plan>, count: number): Plan[] {
    return Iterator.from(plans).take(count).toArray()
  }

  get #parts(): PlanParts {
    return {
      partsOf: this.valuesOf,
      sparesFor: this.#sparesFor,
      budget: this.budget,
      isLeast: false,
      isVaried: false,
    }
  }

  #planRichly(draft: Draft, isVarious: IsVarious): Outcome<Plan> {
    const { inventsProperties } = this.#settings
    return this.#plan(draft, { meets: this.#solver.meets, isLeast: false, inventsProperties, isVarious })
  }

  #plan(
    draft: Draft,
    query: Pick<PropertiesQuery, 'meets' | 'isLeast' | 'inventsProperties'> & Partial<ItemsQuery>,
  ): Outcome<Plan> {
    return planDraft(draft, { isVarious: () => true, texts: this.#texts, domainOf: this.#domainOf, ...query })
  }

  readonly #texts = (goal: Goal, count: number): readonly string[] => {
    for (const plan of this.#solver.accepted(goal, 'string', (draft) =>
      this.#planRichly(draft, () => true),
    )) {
      const texts = arbitraryOf(plan, this.#parts)
      const drawn = sample(texts, { seed: TEXT_SEED, numRuns: count * 3 }).filter(
        (text) => typeof text === 'string',
      )
      return [...new Set(drawn)].slice(0, count)
    }
    return []
  }

  readonly #domainOf = (goal: Goal): readonly Json[] | undefined => {
    if (goal.length === 0) return undefined
    const key = keyOfGoal(goal)
    if (this.#domains.has(key)) return this.#domains.get(key)
    // A goal that comes back below itself counts as endless on the way.
    this.#domains.set(key, undefined)
    const domain = this.#findDomain(goal)
    this.#domains.set(key, domain)
    return domain
  }

  #findDomain(goal: Goal): readonly Json[] | undefined {
    const values: Json[] = []
    for (const type of this.#solver.typesOf(goal)) {
      const tally = new Tally()
      for (const plan of this.#solver.accepted(
        goal,
        type,
        (draft) => this.#planRichly(draft, () => true),
        tally,
      )) {
        const found = domainOfPlan(plan, this.#domainOf)
        if (found === undefined || values.length + found.length > MAX_DOMAIN) return undefined
        values.push(...found)
      }
      if (!tally.isProved) return undefined
    }
    return distinct(values)
  }
}
