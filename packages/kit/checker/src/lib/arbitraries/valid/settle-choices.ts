import type { Alternative, Choice, Step } from './choice.ts'
import type { Draft } from './draft.ts'
import type { Goal } from './goal.ts'
import { maskOf, type JsonType, type TypeMask } from './json-type.ts'
import { typesOf } from './type-mask.ts'

/** What the search may ask of the parts of a value. */
export interface Judgements {
  /** Whether it is proved that no value meets a goal. */
  readonly isEmpty: (goal: Goal) => boolean
}

/**
 * Drops choices that are made already, alternatives that are closed, and takes the steps of those that are left alone;
 * undefined where a choice has no alternative left.
 */
export const settleChoices = (
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
