import type { Json } from '../../schema/json.ts'
import { keywordOf, type SchemaNode } from '../../schema/schema-node.ts'
import { settleChoices, type Judgements } from './settle-choices.ts'
import { open, type Alternative, type Choice, type Step } from './choice.ts'
import { addFact, createDraft, type Draft } from './draft.ts'
import { expandLiteral } from './expand-literal.ts'
import { keyOfLiteral, type Goal } from './goal.ts'
import { typeOf, type JsonType } from './json-type.ts'
import { keepsGoal } from './keeps.ts'
import type { PropertiesDraft } from './properties-draft.ts'
import { ValuesDraft } from './values-draft.ts'

/** How a search goes, and what it came to. */
export interface SearchRun extends Judgements {
  /** Which alternative of each choice is tried first: another one with each rotation. */
  readonly rotation: number
  /** Whether discriminators are obeyed, and whether there was one to obey. */
  readonly isDiscriminating: boolean
  hasDiscriminated: boolean
  /** Steps that may still be taken; below zero the search is cut. */
  effort: number
  /** Drafts that were of use, as told by who draws them. */
  found: number
  /** The most alternatives that a choice had. */
  widest: number
  /** Why the last way led nowhere. */
  reason: string
}

interface Branch {
  readonly draft: Draft
  readonly choices: readonly Choice[]
  /** Literals taken apart already. */
  readonly taken: ReadonlySet<string>
  /** The schemas among them that must hold. */
  readonly held: readonly SchemaNode[]
}

/**
 * The drafts of values of one type that meet a goal: every way to make the choices in it, simplest first, made one by one.
 * A draft holds all that is asked of the value; what is asked of its parts is still a goal.
 */
export const draftsOf = (goal: Goal, type: JsonType, run: SearchRun): Generator<Draft> => {
  const steps = goal.map((literal) => open(literal))
  return search(goal, type, run, { draft: createDraft(type), choices: [], taken: new Set(), held: [] }, steps)
}

function* search(
  goal: Goal,
  type: JsonType,
  run: SearchRun,
  from: Branch,
  steps: readonly Step[],
): Generator<Draft> {
  run.effort -= 1
  if (run.effort < 0) return
  const settled = settle(goal, type, run, from, steps)
  if (settled === undefined) return
  const [first, ...others] = settled.choices.toSorted((a, b) => a.length - b.length)
  if (first === undefined) {
    yield settled.draft
    return
  }
  run.widest = Math.max(run.widest, first.length, ...others.map((choice) => choice.length))
  // Each run of rotations takes every alternative once, and shifts the choices against each other.
  const { rotation } = run
  const start = (rotation + others.length * Math.floor(rotation / first.length)) % first.length
  const rotated = [...first.slice(start), ...first.slice(0, start)]
  // What asks for properties that no schema describes is a last resort: such values surprise.
  for (const isFar of [false, true]) {
    const found = run.found
    for (const { steps: next } of rotated.filter((way) => isFarFetched(way, settled.draft) === isFar)) {
      yield* search(goal, type, run, { ...settled, choices: others }, next)
    }
    if (run.found > found) return
  }
}

/** Whether an alternative asks for a property that nothing known so far describes. */
const isFarFetched = ({ steps }: Alternative, draft: Draft): boolean =>
  draft.type === 'object' &&
  steps.some(
    (step) =>
      step.kind === 'someProperty' ||
      (step.kind === 'present' && !draft.layers.some(({ properties }) => properties.has(step.name))),
  )

/** Takes steps, and all that follow from them without a choice; undefined where that leads nowhere. */
const settle = (
  goal: Goal,
  type: JsonType,
  run: SearchRun,
  from: Branch,
  steps: readonly Step[],
): Branch | undefined => {
  const draft = from.draft.clone()
  const taken = new Set(from.taken)
  const held = [...from.held]
  const by = run.isDiscriminating ? { isEmpty: run.isEmpty, held: () => held } : undefined
  let choices = from.choices
  let pending: readonly Step[] = steps
  while (pending.length > 0) {
    const queue = [...pending]
    const found: Choice[] = []
    for (const step of queue) {
      if (step.kind === 'never') return dead(run, step.reason)
      // What is listed is judged value by value, against the whole goal: there is nothing left to be taken apart.
      if (step.kind === 'values') return listed(goal, type, run, step.values)
      if (step.kind === 'deferred') queue.push(...step.make())
      else if (step.kind === 'literal') {
        const key = keyOfLiteral(step.literal)
        if (step.without === undefined && taken.has(opposite(key)))
          return dead(run, 'a schema must be both kept and broken')
        const seenBy = `${key} ${step.trackers.map(({ id }) => id).join(' ')} ${step.without ?? ''}`
        if (taken.has(seenBy)) continue
        if (step.without === undefined) taken.add(key)
        taken.add(seenBy)
        if (step.literal.kind === 'holds') {
          held.push(step.literal.node)
          if (keywordOf(step.literal.node, 'discriminator') !== undefined) run.hasDiscriminated = true
        }
        const expansion = expandLiteral(step, type, by)
        queue.push(...expansion.steps)
        found.push(...expansion.choices)
      } else {
        const reason = addFact(draft, step)
        if (reason !== undefined) return dead(run, reason)
      }
    }
    if (draft.type === 'object' && !arePropertiesPossible(draft, run)) return dead(run, run.reason)
    const left = settleChoices([...choices, ...found], type, draft, run)
    if (left === undefined) return dead(run, 'none of the schemas that it may keep can be kept')
    choices = left.choices
    pending = left.steps
  }
  return { draft, choices, taken, held }
}

const dead = (run: SearchRun, reason: string): undefined => {
  run.reason = reason
  return undefined
}

const opposite = (key: string): string =>
  key.startsWith('-') ? `+ ${key.slice(1)}` : key.startsWith('+ ') ? `-${key.slice(2)}` : ''

const listed = (goal: Goal, type: JsonType, run: SearchRun, values: readonly Json[]): Branch | undefined => {
  const kept = values.filter((value) => typeOf(value) === type && keepsGoal(goal, value))
  if (kept.length === 0) return dead(run, 'none of the values listed is allowed')
  return { draft: new ValuesDraft(kept), choices: [], taken: new Set(), held: [] }
}

/** Whether each property that must be there still can; where two schemas speak of one, they may exclude each other. */
const arePropertiesPossible = (draft: PropertiesDraft, run: SearchRun): boolean => {
  for (const name of draft.present) {
    const goal = draft.goalAt(name)
    if (goal.length < 2 || !run.isEmpty(goal)) continue
    run.reason = `the schemas of the required property ${name} exclude each other`
    return false
  }
  return true
}
