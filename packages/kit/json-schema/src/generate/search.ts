import { isNumber, isObject, type Json, type JsonType, jsonTypeOf, own } from '../base/json.ts'
import { keywordOf, type SchemaNode } from '../base/schema-set.ts'
import { discriminate, type Discrimination, failApplicators, holdApplicators } from './branches.ts'
import {
  addFact,
  type Alternative,
  type Choice,
  createDraft,
  differ,
  type Draft,
  type Expansion,
  type Failing,
  type Holding,
  just,
  open,
  type OpenLiteral,
  type Step,
  ValuesDraft,
} from './draft.ts'
import { failItems, holdItems } from './families/items.ts'
import { failNumber, holdNumber } from './families/numbers.ts'
import type { PropertiesDraft } from './families/properties-draft.ts'
import { failProperties, holdProperties } from './families/properties.ts'
import { failText, holdText } from './families/strings.ts'
import { type Goal, keepsGoal, keyOfLiteral, maskOf, type TypeMask } from './goal.ts'
import { declaredTypes, typesOf, valuesListedBy } from './type-mask.ts'

/** How a search goes, and what it came to. */
export interface SearchRun extends Judgements {
  /** Which alternative of each choice is tried first: another one with each rotation. */
  readonly rotation: number
  /** Whether discriminators are obeyed, and whether there was one to obey. */
  readonly isDiscriminating: boolean
  hasDiscriminated: boolean
  /** Steps that may still be taken; below zero the search is cut. */
  effort: number
  /** Drafts that the caller reported as useful. */
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
 * The drafts of values of one type that meet a goal: every way to make the choices in it, simplest first, made one by one. A draft holds
 * all requirements for the value; the requirements for its parts are still goals.
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
  // Properties that no schema describes are a last resort, because such values surprise.
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

/** Takes steps, and all that follow from them without a choice; undefined if that leads nowhere. */
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
      // Listed values are judged one by one against the whole goal, so there is nothing left to split.
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
  const kept = values.filter((value) => jsonTypeOf(value) === type && keepsGoal(goal, value))
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

/** The questions that a search may ask about the parts of a value. */
interface Judgements {
  /** Whether it is proved that no value meets a goal. */
  readonly isEmpty: (goal: Goal) => boolean
}

/**
 * Drops choices that are already made and alternatives that are closed. If one alternative is left, takes its steps. Undefined if a choice
 * has no alternative left.
 */
const settleChoices = (
  choices: readonly Choice[],
  type: JsonType,
  draft: Draft,
  judgements: Judgements,
): { readonly choices: readonly Choice[]; readonly steps: readonly Step[] } | undefined => {
  const mask = maskOf(type)
  const left: Choice[] = []
  const steps: Step[] = []
  for (const choice of choices) {
    if (choice.some((alternative) => isMade(alternative, mask, draft, judgements))) continue
    const openOnes = choice.filter(
      (alternative) => !alternative.steps.some((step) => isClosed(step, mask, draft)),
    )
    const [only] = openOnes
    if (only === undefined) return undefined
    if (openOnes.length === 1) steps.push(...only.steps)
    else left.push(openOnes)
  }
  return { choices: left, steps }
}

/** Whether an alternative is true of everything that the draft describes. */
const isMade = (
  { steps, unless }: Alternative,
  mask: TypeMask,
  draft: Draft,
  { isEmpty }: Judgements,
): boolean => {
  if (draft.type === 'object' && unless !== undefined && draft.present.has(unless.name)) {
    const goal = draft.goalAt(unless.name)
    return goal.length > 0 && isEmpty([...goal, ...unless.goal])
  }
  return steps.every((step) => {
    if (step.kind === 'absent') return draft.type === 'object' && draft.absent.has(step.name)
    return (
      step.kind === 'literal' && step.literal.kind === 'fails' && (typesOf(step.literal.node) & mask) === 0
    )
  })
}

/** Whether a step contradicts the draft at first sight. */
const isClosed = (step: Step, mask: TypeMask, draft: Draft): boolean => {
  if (step.kind === 'literal')
    return step.literal.kind === 'holds' && (typesOf(step.literal.node) & mask) === 0
  if (draft.type !== 'object') return false
  return (
    (step.kind === 'absent' && draft.present.has(step.name)) ||
    (step.kind === 'present' && draft.absent.has(step.name))
  )
}

/** The meaning of a literal for values of one type: facts, further literals, and choices. Follows discriminators if `by` is given. */
const expandLiteral = (
  { literal, trackers, entry, without }: OpenLiteral,
  type: JsonType,
  by?: Discrimination,
): Expansion => {
  switch (literal.kind) {
    case 'holds': {
      const { node, scope, direction } = literal
      if (node.schema === true) return nothingMore
      if (node.schema === false) return never('the schema is false')
      const holding = { node, schema: node.schema, scope, direction, entry: entry ?? node, outer: trackers }
      return expandHolding(without === undefined ? holding : { ...holding, without }, type, by)
    }
    case 'fails': {
      const { node, scope } = literal
      if (node.schema === true) return never('a schema that is always kept must be broken')
      if (node.schema === false) return nothingMore
      return expandFailing({ node, schema: node.schema, scope }, type)
    }
    case 'any':
      return choose(literal.of.map((goal: Goal) => just(...goal.map((each) => open(each)))))
    case 'values':
      return { steps: [{ kind: 'values', values: literal.values }], choices: [] }
    case 'type':
      return (literal.mask & maskOf(type)) === 0 ? never('it is of no type that is allowed') : nothingMore
    case 'differs':
      return expandDifference(literal.value, type)
    case 'property':
      return type === 'object'
        ? { steps: presence(literal.name, literal.goal), choices: [] }
        : never('it is not an object')
    case 'text':
      return type === 'string'
        ? {
            steps: [
              { kind: 'text', constraints: literal.constraints },
              { kind: 'notTexts', texts: literal.excluded },
            ],
            choices: [],
          }
        : never('it is not a text')
  }
}

const nothingMore: Expansion = { steps: [], choices: [] }

const never = (reason: string): Expansion => ({ steps: [{ kind: 'never', reason }], choices: [] })

const presence = (name: string, goal: Goal): Step[] => [
  { kind: 'present', name },
  {
    kind: 'propertyLayer',
    properties: new Map([[name, goal]]),
    patterns: [],
    rest: [],
    describesRest: false,
  },
]

const choose = (choice: Choice): Expansion =>
  choice.some(({ steps }) => steps.length === 0) ? nothingMore : { steps: [], choices: [choice] }

const expandHolding = (holding: Holding, type: JsonType, by: Discrimination | undefined): Expansion => {
  const { schema } = holding
  if ((declaredTypes(schema) & maskOf(type)) === 0) return never('it is of no type that is allowed')
  const values = valuesListedBy(schema)
  const { steps, choices } = holdApplicators(holding, type)
  const first: Step[] = values === undefined ? [] : [{ kind: 'values', values }]
  const expansion = { steps: [...first, ...factsOf(holding, type), ...steps], choices }
  return by === undefined || type !== 'object' ? expansion : discriminate(holding, expansion, by)
}

const factsOf = (holding: Holding, type: JsonType): readonly Step[] => {
  switch (type) {
    case 'null':
    case 'boolean':
      return []
    case 'number':
      return holdNumber(holding.schema)
    case 'string':
      return holdText(holding.schema)
    case 'array':
      return holdItems(holding)
    case 'object':
      return holdProperties(holding)
  }
}

const expandFailing = (failing: Failing, type: JsonType): Expansion => {
  const { schema } = failing
  if ((declaredTypes(schema) & maskOf(type)) === 0) return nothingMore
  const different: Alternative[] = []
  for (const values of [
    own(schema, 'enum'),
    Object.hasOwn(schema, 'const') ? [schema['const'] ?? null] : undefined,
  ]) {
    if (Array.isArray(values))
      different.push(just(...values.map((value) => open({ kind: 'differs', value }))))
  }
  return choose([...different, ...breaksOf(failing, type), ...failApplicators(failing, type)])
}

const breaksOf = (failing: Failing, type: JsonType): readonly Alternative[] => {
  switch (type) {
    case 'null':
    case 'boolean':
      return []
    case 'number':
      return failNumber(failing.schema)
    case 'string':
      return failText(failing.schema)
    case 'array':
      return failItems(failing)
    case 'object':
      return failProperties(failing)
  }
}

const expandDifference = (value: Json, type: JsonType): Expansion => {
  if (jsonTypeOf(value) !== type) return nothingMore
  if (isNumber(value)) return { steps: [{ kind: 'notNumber', value: Number(value) }], choices: [] }
  if (typeof value === 'string') return { steps: [{ kind: 'notTexts', texts: [value] }], choices: [] }
  if (Array.isArray(value) || isObject(value)) return choose(differ(value))
  return { steps: [{ kind: 'notValue', value }], choices: [] }
}
