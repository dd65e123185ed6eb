import { constantFrom, type Arbitrary } from 'fast-check'
import type { Json } from '../../schema/json.ts'
import type { Plan } from './draft-plan.ts'
import type { GenerationBudget } from './generation-budget.ts'
import type { Goal } from './goal.ts'
import { ItemsArbitrary } from './items-arbitrary.ts'
import type { ItemsPlan } from './items-plan.ts'
import { numbersOf, variedNumbersOf } from './number-arbitrary.ts'
import { PropertiesArbitrary } from './properties-arbitrary.ts'

/** Where the parts of a plan come from, and how much of them there is. */
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

/** The values of a plan. */
export const arbitraryOf = (plan: Plan, parts: PlanParts): Arbitrary<Json> => {
  switch (plan.type) {
    case 'values':
      return constantFrom(...plan.values)
    case 'number':
      return (parts.isVaried ? variedNumbersOf : numbersOf)(plan.numbers)
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
