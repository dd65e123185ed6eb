import type { Exchange } from '../core/exchange.ts'
import { equalJson, type Json } from '@contract-kit/json-schema/json'
import { describeProperty, findKeyword } from '@contract-kit/json-schema/schemas'
import { ID_WORDS, isLasting, isOver, isStateName, stageOfWord, wordsOf } from '@contract-kit/resources/words'
import { isSameId, outcomeOf } from './facts.ts'
import { pairThings, readShown, type Thing } from './things.ts'

/** The state of the item in a response; undefined if there is none. */
export const stageOf = (exchange: Exchange): string | undefined =>
  readShown(exchange)
    .flatMap(({ value }) => Object.entries(value).flatMap(([name, is]) => (isStateName(name) ? [is] : [])))
    .map(stageOfWord)
    .find((stage) => stage !== undefined)

/** The states in a response, each with the enum of its property. */
export const statesOf = (
  exchange: Exchange,
): readonly { readonly name: string; readonly is: string; readonly choice: readonly Json[] }[] =>
  readShown(exchange).flatMap((thing) =>
    Object.entries(thing.value).flatMap(([name, is]) => {
      const choice = choiceOf(thing, name)
      return isStateName(name) && typeof is === 'string' && choice.includes(is) ? [{ name, is, choice }] : []
    }),
  )

/** Two states of one item, with their enum. */
interface StatePair {
  readonly name: string
  /** The enum values. */
  readonly choice: readonly Json[]
  readonly left: Json | undefined
  readonly right: Json | undefined
}

/** The states of the item in two responses. None if the ids differ or no state is shown. */
const pairStates = (one: Exchange, other: Exchange): readonly StatePair[] => {
  const [left, right] = pairThings(readShown(one), readShown(other)) ?? []
  if (left === undefined || right === undefined) return []
  const shared = Object.keys(left.value).filter((name) => Object.hasOwn(right.value, name))
  const hasIds = commonIds(left, right).length > 0
  const [thing, same] = hasIds ? [left, right] : [holderOf(left, one), holderOf(right, other)]
  if (thing === undefined || same === undefined || !isSameThing(thing, same)) return []
  return shared
    .filter((name) => isStateName(name) && choiceOf(left, name).length > 0)
    .filter((name) => equalJson([...choiceOf(left, name)], [...choiceOf(right, name)]))
    .map((name) => ({
      name,
      choice: choiceOf(left, name),
      left: left.value[name],
      right: right.value[name],
    }))
}

const commonIds = (left: Thing, right: Thing): readonly string[] =>
  Object.keys(left.value).filter(
    (name) => Object.hasOwn(right.value, name) && ID_WORDS.includes(wordsOf(name).at(-1) ?? ''),
  )

/** Whether two things share at least one id, and all shared ids are equal. */
const isSameThing = (left: Thing, right: Thing): boolean => {
  const ids = commonIds(left, right)
  return ids.length > 0 && ids.every((name) => isSameId(left.value[name], right.value[name]))
}

/** The object around a thing, such as the resource object around its attributes. */
const holderOf = ({ value }: Thing, exchange: Exchange): Thing | undefined =>
  readShown(exchange).find((holder) => Object.values(holder.value).includes(value))

/** The enum values of a property. */
const choiceOf = ({ schemas }: Thing, name: string): readonly Json[] =>
  describeProperty(schemas, name).schemas.flatMap((node) => findKeyword(node, 'enum') ?? [])

/** A final state that changed. */
export const findReopened = (before: Exchange, after: Exchange): StatePair | undefined =>
  pairStates(before, after).find(({ left, right }) => {
    const stage = stageOfWord(right)
    return isOver(left) && stage !== undefined && stage !== 'failed' && stage !== stageOfWord(left)
  })

/** A final state that progressed, or reverted to an earlier value. */
export const findRevived = (
  earlier: readonly Exchange[],
  before: Exchange,
  after: Exchange,
): StatePair | undefined =>
  findReopened(before, after) ??
  pairStates(before, after).find(
    ({ name, left, right }) =>
      isOver(left) &&
      left !== right &&
      earlier.some((read) =>
        pairStates(read, after).some((state) => state.name === name && state.left === right),
      ),
  )

/** A final state that an action reported, and that reverted to its earlier value. */
const findTakenBack = (before: Exchange, act: Exchange, after: Exchange): StatePair | undefined =>
  pairStates(act, after).find(
    ({ name, left, right }) =>
      (isLasting(left) || isOver(left)) &&
      left !== right &&
      pairStates(before, after).some((state) => state.name === name && state.left === right),
  )

/** A state that an action reported and the next read does not show; undefined if it may have progressed since. */
export const findUndone = (
  before: Exchange | undefined,
  act: Exchange,
  after: Exchange,
): string | undefined =>
  outcomeOf(act) === 'done'
    ? (findReopened(act, after) ?? (before && findTakenBack(before, act, after)))?.name
    : undefined
