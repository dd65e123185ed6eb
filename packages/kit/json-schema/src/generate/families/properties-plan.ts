import { type Goal, keepsGoal } from '../goal.ts'
import { type Outcome, refuse, type Refused, type Witness } from '../plan.ts'
import {
  demandsOf,
  goalForName,
  layersOf,
  type PropertiesDraft,
  type PropertyLayer,
} from './properties-draft.ts'

/** A property that may be in the object. */
interface PropertyEntry {
  readonly name: string
  readonly goal: Goal
  /** `needed` is in every object, `filler` in the smallest one, to make up the least number. */
  readonly role: 'needed' | 'filler' | 'optional'
}

/** The properties of an object, in the order in which they are written. */
export interface PropertiesPlan {
  readonly entries: readonly PropertyEntry[]
  readonly min: number
  readonly max: number
  /** Whether properties of other names may be there; said of rich plans only. */
  readonly isOpen: boolean
  /** The properties that each property needs beside it. */
  readonly dependents: ReadonlyMap<string, readonly string[]>
}

/** How many names are made up for a class of undescribed names. */
const INVENTED = 2

/** Plans the properties of an object. */
export const planProperties = (draft: PropertiesDraft, query: PropertiesQuery): Outcome<PropertiesPlan> => {
  const planner = new PropertiesPlanner(draft, query)
  const refused = planner.need(draft.present) ?? planner.demand() ?? planner.fill()
  return refused ?? { kind: 'some', found: planner.finish() }
}

class PropertiesPlanner {
  readonly #draft: PropertiesDraft
  readonly #query: PropertiesQuery
  readonly #layers: readonly PropertyLayer[]
  readonly #declared: readonly string[]
  readonly #dependents = new Map<string, readonly string[]>()
  readonly #extra = new Map<string, Goal>()
  readonly #needed = new Set<string>()
  readonly #fillers = new Set<string>()

  constructor(draft: PropertiesDraft, query: PropertiesQuery) {
    this.#draft = draft
    this.#query = query
    this.#layers = layersOf(draft)
    this.#declared = [
      ...new Set([
        ...this.#layers.flatMap(({ properties }) => [...properties.keys()]),
        ...draft.present,
        ...draft.absent,
        ...draft.dependents.flatMap(({ name, names }) => [name, ...names]),
      ]),
    ]
    for (const { name, names } of draft.dependents) {
      this.#dependents.set(name, [...(this.#dependents.get(name) ?? []), ...names])
    }
  }

  /** Puts properties, and all that they need beside them, into every object. */
  need(names: Iterable<string>): Refused | undefined {
    for (const name of withDependents(names, this.#dependents)) {
      const refusal = this.#refusalOf(name)
      if (refusal !== undefined) return refusal
      this.#needed.add(name)
    }
    return this.#needed.size > this.#draft.max
      ? refuse('none', 'it requires more properties than it allows')
      : undefined
  }

  /** Finds a property for each demand that there be some property of a kind. */
  demand(): Refused | undefined {
    for (const demand of demandsOf(this.#draft)) {
      if (demand === undefined) return refuse('none', 'every property it may have is evaluated')
      const { isComplete, names } = this.#candidates(demand.name)
      let isProved = isComplete
      const found = names.find((name) => {
        const merged = [...(this.#extra.get(name) ?? []), ...demand.value]
        const refusal = this.#refusalOf(name, merged)
        if (refusal?.kind === 'unknown') isProved = false
        if (refusal !== undefined) return false
        if (!this.#needed.has(name) && this.#needed.size >= this.#draft.max) return false
        this.#extra.set(name, merged)
        return true
      })
      if (found === undefined)
        return refuse(isProved ? 'none' : 'unknown', 'no property of the kind it must have is allowed')
      const refused = this.need([found])
      if (refused !== undefined) return refused
    }
    return undefined
  }

  /** Finds properties up to the least number. */
  fill(): Refused | undefined {
    const { min, max } = this.#draft
    let isProved = true
    const count = (): number => this.#needed.size + this.#fillers.size
    const take = (name: string): void => {
      if (count() >= min) return
      const group = withDependents([name], this.#dependents).filter(
        (one) => !this.#needed.has(one) && !this.#fillers.has(one),
      )
      const refusals = group.map((one) => this.#refusalOf(one))
      if (refusals.some((refusal) => refusal?.kind === 'unknown')) isProved = false
      if (refusals.some((refusal) => refusal !== undefined) || count() + group.length > max) return
      for (const one of group) this.#fillers.add(one)
    }
    if (count() >= min) return undefined
    for (const name of this.#declared) if (!this.#draft.unsent.has(name)) take(name)
    const { classes, isComplete } = this.#classes()
    for (const { goal } of classes) {
      if (count() >= min) break
      for (const name of freshNames(goal, min - count(), this.#query.texts)) take(name)
    }
    if (count() >= min) return undefined
    return refuse(
      isProved && isComplete ? 'none' : 'unknown',
      'too few properties are allowed to make up the least number',
    )
  }

  finish(): PropertiesPlan {
    const isBare = this.#query.isLeast || this.#needed.size >= this.#draft.max
    const names = new Set([...this.#declared, ...this.#needed, ...this.#fillers])
    if (!isBare) for (const name of this.#invented()) names.add(name)
    const entries = [...names].flatMap((name): PropertyEntry[] => {
      const goal = this.#goalAt(name)
      if (this.#needed.has(name)) return [{ name, goal, role: 'needed' }]
      if (this.#fillers.has(name)) return [{ name, goal, role: 'filler' }]
      return isBare || !this.#isOffered(name) ? [] : [{ name, goal, role: 'optional' }]
    })
    return {
      entries,
      min: this.#draft.min,
      max: this.#draft.max,
      dependents: this.#dependents,
      isOpen: this.#isOpen(),
    }
  }

  #isOffered(name: string): boolean {
    if (this.#draft.unsent.has(name)) return false
    return withDependents([name], this.#dependents).every(
      (one) => this.#needed.has(one) || this.#refusalOf(one) === undefined,
    )
  }

  /** Names for what patterns and `additionalProperties` describe, and for nothing described where that is wanted. */
  #invented(): readonly string[] {
    const describesRest = this.#query.inventsProperties || this.#layers.some((layer) => layer.describesRest)
    const { classes } = this.#classes()
    return classes
      .filter(({ isMatched }) => isMatched || describesRest)
      .flatMap(({ goal }) => freshNames(goal, INVENTED, this.#query.texts))
  }

  /** The classes of names that are not in use yet. */
  #classes(): ReturnType<typeof nameClassesOf> {
    const used = new Set([...this.#declared, ...this.#needed, ...this.#fillers])
    return nameClassesOf(this.#layers, this.#draft.names, [...used])
  }

  #isOpen(): boolean {
    if (this.#query.isLeast) return true
    const { classes, isComplete } = this.#classes()
    const isAllowed = (name: string): boolean => this.#refusalOf(name) === undefined
    return !isComplete || classes.some(({ goal }) => freshNames(goal, 1, this.#query.texts).some(isAllowed))
  }

  #candidates(nameGoal: Goal): { readonly names: readonly string[]; readonly isComplete: boolean } {
    const { classes, isComplete } = this.#classes()
    const known = [...this.#needed, ...this.#declared].filter((name) => keepsGoal(nameGoal, name))
    const fresh = classes.flatMap(({ goal }) =>
      freshNames([...goal, ...nameGoal], INVENTED, this.#query.texts),
    )
    return { names: [...new Set([...known, ...fresh])], isComplete }
  }

  #goalAt(name: string, extra: Goal = this.#extra.get(name) ?? []): Goal {
    return [...this.#layers.flatMap((layer) => goalForName(layer, name)), ...extra]
  }

  #refusalOf(name: string, extra?: Goal): Refused | undefined {
    if (this.#draft.absent.has(name))
      return refuse('none', `the property ${name} is both required and forbidden`)
    if (!keepsGoal(this.#draft.names, name))
      return refuse('none', `the required property ${name} has a forbidden name`)
    const goal = this.#goalAt(name, extra)
    if (goal.length === 0) return undefined
    const outcome = this.#query.meets(goal)
    return outcome.kind === 'some' ? undefined : outcome
  }
}

/** The context of a plan of properties, and how rich the plan is. */
export interface PropertiesQuery {
  readonly meets: Witness
  readonly texts: TextSource
  /** Only what every object has, and what fills it up to the least number. */
  readonly isLeast: boolean
  /** Whether properties may be invented that no schema describes. */
  readonly inventsProperties: boolean
}

/** Makes texts that meet a goal, different ones, up to a count; fewer if there are no more. */
type TextSource = (goal: Goal, count: number) => readonly string[]

/** Names that no schema lists, all of which match the same patterns, so that their values have the same goal. */
interface NameClass {
  readonly goal: Goal
  /** Whether a pattern describes them. */
  readonly isMatched: boolean
}

/** With more patterns than this, not every combination of them is tried. */
const MAX_PATTERNS = 4

/** Plain names, tried before any other. */
const plainNames = ['extra', 'note', 'label']

/**
 * The classes of undeclared names that layers tell apart, those that no pattern matches first. `isComplete` says whether
 * they are all there are.
 */
const nameClassesOf = (
  layers: readonly PropertyLayer[],
  names: Goal,
  declared: readonly string[],
): { readonly classes: readonly NameClass[]; readonly isComplete: boolean } => {
  const patterns = [...new Set(layers.flatMap((layer) => layer.patterns.map(([pattern]) => pattern)))]
  const isComplete = patterns.length <= MAX_PATTERNS
  const sets = isComplete ? 2 ** patterns.length : 0
  const matched = isComplete
    ? Array.from({ length: sets }, (_, bits) => patterns.filter((_unused, at) => (bits & (1 << at)) !== 0))
    : [[], ...patterns.map((pattern) => [pattern])]
  const classes = matched.map((some): NameClass => {
    const notPatterns =
      isComplete || some.length === 0 ? patterns.filter((pattern) => !some.includes(pattern)) : []
    const constraints = {
      ...(some.length > 0 && { patterns: some }),
      ...(notPatterns.length > 0 && { notPatterns }),
    }
    return { goal: [...names, { kind: 'text', constraints, excluded: declared }], isMatched: some.length > 0 }
  })
  return { classes, isComplete }
}

/** Different names of a class that meet a further goal: plain ones where they do, else made ones. */
const freshNames = (goal: Goal, count: number, texts: TextSource): readonly string[] => {
  const plain = Array.from(
    { length: count },
    (_, at) => `${plainNames[at % 3]}${at < 3 ? '' : Math.floor(at / 3) + 1}`,
  )
  const kept = plain.filter((name) => keepsGoal(goal, name))
  return kept.length === count ? kept : [...new Set([...kept, ...texts(goal, count)])].slice(0, count)
}

/** Property names, and all those that these need beside them, directly or not. */
export const withDependents = (
  names: Iterable<string>,
  dependents: ReadonlyMap<string, readonly string[]>,
): readonly string[] => {
  const all = new Set(names)
  // A Set hands out what is added to it while it is read.
  for (const name of all) for (const other of dependents.get(name) ?? []) all.add(other)
  return [...all]
}
