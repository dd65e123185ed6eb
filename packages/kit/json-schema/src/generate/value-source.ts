import { Arbitrary, type Random, sample, Stream, Value } from 'fast-check'
import { remembered } from '../base/bounded-cache.ts'
import { type Json, type JsonObject, toCanonicalText } from '../base/json.ts'
import {
  arbitraryOf,
  type BoundedPlan,
  BoundedValues,
  type IsVarious,
  type PlanParts,
} from './bounded-values.ts'
import type { Draft } from './draft.ts'
import type { ItemsPlan, ItemsQuery } from './families/items-plan.ts'
import type { PropertiesPlan, PropertiesQuery } from './families/properties-plan.ts'
import { anyValues, GenerationBudget, LazyArbitrary } from './generation-budget.ts'
import { type DraftTest, GoalSolver, type Plan, planDraft, Tally } from './goal-solver.ts'
import { type Goal, keyOfGoal } from './goal.ts'
import type { Domain, Outcome } from './plan.ts'
import { spokenTypesOf, typesOfGoal } from './type-mask.ts'

/** How values are made, whatever the goal. */
interface SourceSettings {
  /** How often one goal may recur along one path. */
  readonly maxDepth: number
  /** Whether properties that no schema describes may be invented. */
  readonly inventsProperties: boolean
}

/** The number of shapes of one goal that are distinguished; of more, only some are drawn. */
const MAX_SHAPES = 64
/** Branches of one union that are drawn. */
const MAX_ROTATIONS = 400
/** Texts made up while planning are drawn from this seed, so that they depend on the schema alone. */
const TEXT_SEED = 20_260_101

/** Makes the arbitraries of goals, each once. The result for a goal does not depend on earlier calls. */
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
    // Some values of types that the schema does not mention are undescribed properties.
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
      // Selects from very many shapes some that take each alternative of each choice about equally often.
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

/** One shape of the values that meet a goal, and how often it is drawn among others. */
interface WeightedShape {
  readonly weight: number
  readonly values: Arbitrary<Json>
}

/** The known facts about a goal's values when one is drawn. */
interface Shapes {
  /** Every shape, simplest first; made on first use. */
  readonly all: () => readonly WeightedShape[]
  /** The smallest values. */
  readonly least: () => Arbitrary<Json>
  /** Whether only the smallest values are wanted now, the goal having recurred so often on the way. */
  readonly isBounded: (depth: number) => boolean
}

/** How a value was drawn. */
interface Draw {
  readonly from: Arbitrary<Json>
  readonly inner: unknown
  /** To draw one of the smallest values, once, when shrinking. */
  readonly retry: Random | undefined
}

/** Draws values of a goal: of any of its shapes, but the smallest ones where the value would grow too large. */
class ShapesArbitrary extends Arbitrary<Json> {
  readonly #shapes: Shapes
  #depth = 0

  constructor(shapes: Shapes) {
    super()
    this.#shapes = shapes
  }

  generate(random: Random, bias: number | undefined): Value<Json> {
    if (this.#shapes.isBounded(this.#depth)) {
      const from = this.#shapes.least()
      return wrap(from.generate(random, bias), from, undefined)
    }
    const shapes = this.#shapes.all()
    const from = pick(shapes, random)
    const retry = shapes.length > 1 ? random.clone() : undefined
    this.#depth += 1
    try {
      return wrap(from.generate(random, bias), from, retry)
    } finally {
      this.#depth -= 1
    }
  }

  canShrinkWithoutContext(_value: unknown): _value is Json {
    return false
  }

  shrink(value: Json, context: unknown): Stream<Value<Json>> {
    if (!isDraw(context)) return Stream.nil()
    const { from, inner, retry } = context
    const simpler = from.shrink(value, inner).map((next) => wrap(next, from, undefined))
    if (retry === undefined) return simpler
    const least = this.#shapes.least()
    return Stream.of(wrap(least.generate(retry.clone(), undefined), least, undefined)).join(simpler)
  }
}

const pick = (shapes: readonly WeightedShape[], random: Random): Arbitrary<Json> => {
  const [first, ...others] = shapes
  if (first === undefined) throw new Error('A goal that no value meets was drawn from.')
  let ticket =
    others.length === 0 ? 0 : random.nextInt(0, shapes.reduce((sum, { weight }) => sum + weight, 0) - 1)
  for (const { weight, values } of shapes) {
    if (ticket < weight) return values
    ticket -= weight
  }
  return first.values
}

const wrap = (
  { value, context }: Value<Json>,
  from: Arbitrary<Json>,
  retry: Random | undefined,
): Value<Json> => {
  const draw: Draw = { from, inner: context, retry }
  return new Value(value, draw)
}

const isDraw = (context: unknown): context is Draw =>
  typeof context === 'object' && context !== null && 'inner' in context

/** Domains of more values than this count as endless. */
const MAX_DOMAIN = 64

/** All values of a plan of every property there may be, if they are few; else undefined. */
const domainOfPlan = (plan: Plan, domainOf: Domain): readonly Json[] | undefined => {
  switch (plan.type) {
    case 'values':
      return plan.values
    case 'number':
      return plan.numbers.values
    case 'string':
      return plan.texts.domain()
    case 'array':
      return arraysOf(plan.items, domainOf)
    case 'object':
      return objectsOf(plan.properties, domainOf)
  }
}

const arraysOf = (
  { leading, rest, min, max, twins }: ItemsPlan,
  domainOf: Domain,
): readonly Json[] | undefined => {
  if (twins !== undefined || max > leading.length + 2) return undefined
  let open: readonly Json[][] = [[]]
  const arrays: Json[][] = min === 0 ? [[]] : []
  for (let index = 0; index < max; index += 1) {
    const goal = leading[index] ?? rest
    const domain = goal && domainOf(goal)
    if (domain === undefined || open.length * domain.length > MAX_DOMAIN) return undefined
    open = open.flatMap((array) => domain.map((value) => [...array, value]))
    if (index + 1 >= min) arrays.push(...open)
  }
  return arrays
}

const objectsOf = (
  { entries, isOpen, min, max, dependents }: PropertiesPlan,
  domainOf: Domain,
): readonly Json[] | undefined => {
  if (isOpen && max > entries.filter(({ role }) => role === 'needed').length) return undefined
  let objects: readonly JsonObject[] = [{}]
  for (const { name, goal, role } of entries) {
    const domain = domainOf(goal)
    if (domain === undefined || objects.length * (domain.length + 1) > MAX_DOMAIN * 4) return undefined
    objects = objects.flatMap((object) => [
      ...(role === 'needed' ? [] : [object]),
      ...domain.map((value) => ({ ...object, [name]: value })),
    ])
  }
  return objects.filter((object) => {
    const names = Object.keys(object)
    const areTogether = names.every((name) =>
      (dependents.get(name) ?? []).every((other) => Object.hasOwn(object, other)),
    )
    return areTogether && names.length >= min && names.length <= max
  })
}

/** The different ones among values. */
const distinct = (values: readonly Json[]): readonly Json[] => [
  ...new Map(values.map((value) => [toCanonicalText(value), value])).values(),
]
