import { type Json, type JsonType, jsonTypeOf } from '../base/json.ts'
import type { Draft } from './draft.ts'
import { type ItemsPlan, type ItemsQuery, planItems } from './families/items-plan.ts'
import { type NumberPlan, planNumber } from './families/numbers.ts'
import { planProperties, type PropertiesPlan, type PropertiesQuery } from './families/properties-plan.ts'
import { planText, type TextPlan } from './families/strings.ts'
import { type Goal, keepsGoal, keyOfGoal, maskOf, type TypeMask, typesIn } from './goal.ts'
import { type Outcome, type Refusal, refuse, type Refused } from './plan.ts'
import { draftsOf, type SearchRun } from './search.ts'
import { valuesListedIn } from './type-mask.ts'

/** Goals that hold each other, deeper than this, are not followed to the end. */
const MAX_ACTIVE = 120
/** Listed values are tried one by one up to this many. */
const MAX_LISTED = 20
/** Steps after which the search for one goal and type is cut. */
const EFFORT = 2_000

/** Whether the values of a draft exist; it asks `meets` for its parts. */
export type DraftTest = (draft: Draft, meets: (goal: Goal) => Outcome<unknown>) => Outcome<unknown>

/** A refusal that holds while the goals it was found below are thought to be empty. */
interface Provisional {
  readonly outcome: Outcome<unknown>
  readonly lowest: number
}

interface Frame {
  readonly index: number
  readonly provisional: string[]
}

/**
 * Decides whether any value meets a goal. No value meets a goal that needs itself without end: where it recurs below itself, it counts as
 * empty (a least fixpoint). A refusal that rests on this assumption is kept only as long as the goal is open.
 */
export class GoalSolver {
  readonly #test: DraftTest
  readonly #typesOf: (goal: Goal) => TypeMask
  readonly #proofs: GoalSolver
  readonly #known = new Map<string, Outcome<unknown>>()
  readonly #provisional = new Map<string, Provisional>()
  readonly #active = new Map<string, Frame>()
  /** The outermost open goal that the current one came back to. */
  #lowest = Infinity

  /** Looks for values among the types of `typesOf`. If these omit some types, `proofs` tells which goals are truly empty. */
  constructor(test: DraftTest, typesOf: (goal: Goal) => TypeMask, proofs?: GoalSolver) {
    this.#test = test
    this.#typesOf = typesOf
    this.#proofs = proofs ?? this
  }

  /** Whether some value meets a goal, and if not, why. */
  readonly meets = (goal: Goal): Outcome<unknown> => {
    if (goal.length === 0) return met
    const listed = valuesListedIn(goal)
    if (listed !== undefined && listed.length <= MAX_LISTED) {
      const isMet = listed.some((value) => this.#isSought(goal, value) && keepsGoal(goal, value))
      return isMet
        ? met
        : { kind: 'none', refusal: locate({ reason: 'none of the values listed is allowed' }, goal) }
    }
    const key = keyOfGoal(goal)
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const active = this.#active.get(key)
    if (active !== undefined)
      return this.#rest({ outcome: refuse('none', 'it must hold itself without end'), lowest: active.index })
    const provisional = this.#provisional.get(key)
    if (provisional !== undefined) return this.#rest(provisional)
    if (this.#active.size >= MAX_ACTIVE) return refuse('unknown', 'it is nested too deeply')
    return this.#solve(goal, key)
  }

  /** Whether it is proved, whatever is still open, that no value meets a goal. */
  readonly isEmpty = (goal: Goal): boolean => {
    const outer = this.#lowest
    this.#lowest = Infinity
    const outcome = this.meets(goal)
    const isFinal = this.#lowest === Infinity
    this.#lowest = outer
    return outcome.kind === 'none' && isFinal
  }

  /** The types of the values that are looked for, simplest first. */
  typesOf(goal: Goal): readonly JsonType[] {
    return typesIn(this.#typesOf(goal))
  }

  /**
   * Yields the plans for the drafts of a goal's values of one type, one by one. Follows discriminators, unless these leave no plan. The
   * tally records why drafts were rejected, and whether the search was cut.
   */
  *accepted<Found>(
    goal: Goal,
    type: JsonType,
    plan: (draft: Draft) => Outcome<Found>,
    tally: Tally = new Tally(),
    rotation = 0,
  ): Generator<Found> {
    for (const isDiscriminating of [true, false]) {
      const run: SearchRun = {
        isEmpty: this.#proofs.isEmpty,
        rotation,
        isDiscriminating,
        hasDiscriminated: false,
        effort: EFFORT,
        found: 0,
        widest: 1,
        reason: 'nothing is allowed',
      }
      let count = 0
      for (const draft of draftsOf(goal, type, run)) {
        count += 1
        tally.widest = Math.max(tally.widest, run.widest)
        const outcome = plan(draft)
        if (outcome.kind !== 'some') tally.refuse(outcome)
        else {
          run.found += 1
          yield outcome.found
        }
      }
      if (run.effort < 0) tally.isProved = false
      if (count === 0) tally.refuse(refuse('none', run.reason))
      if (run.found > 0 || !run.hasDiscriminated) return
    }
  }

  #isSought(goal: Goal, value: Json): boolean {
    return (this.#typesOf(goal) & maskOf(jsonTypeOf(value))) !== 0
  }

  #solve(goal: Goal, key: string): Outcome<unknown> {
    const frame: Frame = { index: this.#active.size, provisional: [] }
    const outer = this.#lowest
    const parent = [...this.#active.values()].at(-1)
    this.#lowest = Infinity
    this.#active.set(key, frame)
    const outcome = this.#search(goal)
    this.#active.delete(key)
    const lowest = this.#lowest
    this.#lowest = outer
    if (outcome.kind === 'some' || lowest >= frame.index) {
      for (const stale of frame.provisional) this.#provisional.delete(stale)
      this.#known.set(key, outcome)
      return outcome
    }
    this.#provisional.set(key, { outcome, lowest })
    parent?.provisional.push(key, ...frame.provisional)
    return this.#rest({ outcome, lowest })
  }

  #search(goal: Goal): Outcome<unknown> {
    const tally = new Tally()
    const plan = (draft: Draft): Outcome<unknown> => this.#test(draft, this.meets)
    for (const type of this.typesOf(goal)) {
      if (this.accepted(goal, type, plan, tally).next().done !== true) return met
    }
    return { kind: tally.isProved ? 'none' : 'unknown', refusal: locate(tally.refusal, goal) }
  }

  #rest({ outcome, lowest }: Provisional): Outcome<unknown> {
    this.#lowest = Math.min(this.#lowest, lowest)
    return outcome
  }
}

const met: Outcome<unknown> = { kind: 'some', found: undefined }

const locate = (refusal: Refusal, goal: Goal): Refusal => {
  const first = goal.find((literal) => literal.kind === 'holds')
  return refusal.node !== undefined || first === undefined ? refusal : { ...refusal, node: first.node }
}

/** How the values of a draft are made; what their parts must be are goals. */
export type Plan =
  | { readonly type: 'values'; readonly values: readonly Json[] }
  | { readonly type: 'number'; readonly numbers: NumberPlan }
  | { readonly type: 'string'; readonly texts: TextPlan }
  | { readonly type: 'array'; readonly items: ItemsPlan }
  | { readonly type: 'object'; readonly properties: PropertiesPlan }

/** Plans the values of a draft, or tells why there are none. */
export const planDraft = (draft: Draft, query: ItemsQuery & PropertiesQuery): Outcome<Plan> => {
  switch (draft.type) {
    case 'values':
      return { kind: 'some', found: { type: 'values', values: draft.values } }
    case 'number':
      return map(planNumber(draft), (numbers) => ({ type: 'number', numbers }))
    case 'string':
      return map(planText(draft), (texts) => ({ type: 'string', texts }))
    case 'array':
      return map(planItems(draft, query), (items) => ({ type: 'array', items }))
    case 'object':
      return map(planProperties(draft, query), (properties) => ({ type: 'object', properties }))
  }
}

const map = <Found>(outcome: Outcome<Found>, toPlan: (found: Found) => Plan): Outcome<Plan> =>
  outcome.kind === 'some' ? { kind: 'some', found: toPlan(outcome.found) } : outcome

/** Gathers why a search found nothing. */
export class Tally {
  /** Whether nothing was cut: what was not found does not exist. */
  isProved = true
  /** The most alternatives that a choice had. */
  widest = 1
  /** The clearest reason: one that names a place, else the last one. */
  refusal: Refusal = { reason: 'the types it allows exclude each other' }

  refuse({ kind, refusal }: Refused): void {
    if (kind === 'unknown') this.isProved = false
    if (this.refusal.node === undefined || refusal.node !== undefined) this.refusal = refusal
  }
}
