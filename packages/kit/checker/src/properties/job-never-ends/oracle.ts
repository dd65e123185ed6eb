import { type Check, createFinding, defineCheck } from '../../core/check.ts'
import type { Exchange } from '../../core/exchange.ts'
import { type Json, writeJson } from '@contract-kit/json-schema/json'
import { findKeyword } from '@contract-kit/json-schema/schemas'
import { ID_WORDS, isLasting, isOver, isStateName, stageOfWord, wordsOf } from '@contract-kit/resources/words'
import { describeProperty } from '@contract-kit/json-schema/schemas'
import { describeAnswer, isDeclared } from '../../checks/exchanges/exchange-facts.ts'
import { isSameId, outcomeOf } from '../../compare/facts.ts'
import { pairThings, readShown, type Thing } from '../../compare/things.ts'

/** The progress of the thing that a response shows; undefined if it does not say so. */
export const stageOf = (exchange: Exchange): string | undefined =>
  readShown(exchange)
    .flatMap(({ value }) => Object.entries(value).flatMap(([name, is]) => (isStateName(name) ? [is] : [])))
    .map(stageOfWord)
    .find((stage) => stage !== undefined)

/** A state of one thing in two responses, in the words of one list. */
interface StatePair {
  readonly name: string
  readonly left: Json | undefined
  readonly right: Json | undefined
}

/** The states of the thing in two responses; none if it may be another thing by its ids, or shows no state. */
const pairStates = (one: Exchange, other: Exchange): readonly StatePair[] => {
  const [left, right] = pairThings(readShown(one), readShown(other)) ?? []
  if (left === undefined || right === undefined) return []
  const shared = Object.keys(left.value).filter((name) => Object.hasOwn(right.value, name))
  const ids = shared.filter((name) => ID_WORDS.includes(wordsOf(name).at(-1) ?? ''))
  if (ids.length === 0 || !ids.every((name) => isSameId(left.value[name], right.value[name]))) return []
  return shared
    .filter((name) => isStateName(name) && choiceOf(left, name) !== '[]')
    .filter((name) => choiceOf(left, name) === choiceOf(right, name))
    .map((name) => ({ name, left: left.value[name], right: right.value[name] }))
}

/** The values that the document lists for a property. */
const choiceOf = ({ schemas }: Thing, name: string): string =>
  writeJson(describeProperty(schemas, name).schemas.flatMap((node) => findKeyword(node, 'enum') ?? []))

/** A state that was final, and is no longer, or is another final one. */
export const findReopened = (before: Exchange, after: Exchange): StatePair | undefined =>
  pairStates(before, after).find(({ left, right }) => {
    const stage = stageOfWord(right)
    return isOver(left) && stage !== undefined && stage !== 'failed' && stage !== stageOfWord(left)
  })

/** A state that an action reported as final, and that is back at its earlier value. */
const findTakenBack = (before: Exchange, act: Exchange, look: Exchange): StatePair | undefined =>
  pairStates(act, look).find(
    ({ name, left, right }) =>
      (isLasting(left) || isOver(left)) &&
      left !== right &&
      pairStates(before, look).some((state) => state.name === name && state.left === right),
  )

/** A final state lasts: a done or canceled item does not run again unless a client asked for it. */
export const jobNeverEnds: Check = defineCheck({
  id: 'job-never-ends',
  title: 'Final state changes again',
  severity: 'high',
  needs: 'sequence',
  appliesTo: isDeclared,
  verify: (look) => {
    const [told, ...earlier] = outcomeOf(look) === 'done' ? stepsBefore(look) : []
    if (told?.case.step !== 'read-state' || earlier.some(isAccepted)) return []
    const found = findReopened(told, look)
    if (found === undefined) return []
    const { name, left, right } = found
    const message = `${describeAnswer(look)} shows ${name} ${writeJson(right)} after ${writeJson(left)}.`
    return [createFinding(jobNeverEnds, look, message)]
  },
})

/** The state that an action reported as reached and that the next read does not show; undefined if it may have moved on since. */
export const findUndone = (look: Exchange): string | undefined => {
  const [act, before] = stepsBefore(look)
  if (act?.case.step !== 'act' || outcomeOf(act) !== 'done') return undefined
  return (findReopened(act, look) ?? (before && findTakenBack(before, act, look)))?.name
}

/** The actions on a thing, and reads of it, between its creation and a read; newest first. */
export const stepsBefore = ({ case: { step }, history }: Exchange): readonly Exchange[] =>
  step === 'read-state'
    ? history
        .slice(history.findLastIndex((one) => one.case.step === 'create') + 1)
        .filter((one) => one.case.step === 'act' || one.case.step === 'read-state')
        .toReversed()
    : []

/** Whether an action was accepted, so that it may take effect from now on. */
export const isAccepted = ({ case: { step }, answer: { status } }: Exchange): boolean =>
  step === 'act' && status < 300
