import type { Exchange } from '../core/exchange.ts'
import { equalJson, type Json, writeJson } from '@contract-kit/json-schema/json'
import { describeProperty } from '@contract-kit/json-schema/schemas'
import { isStateName, leadsTo, singularize, stageOfWord, wordsOf } from '@contract-kit/resources/words'
import { agrees, isNothing, isServerOwned, saysTheSame } from './same-values.ts'
import { findReopened } from './states.ts'
import { pairThings, readSent, readShown } from './things.ts'

/** Properties that a change sets or removes. */
export const changedNames = (change: Exchange, before: Exchange, after: Exchange): readonly string[] => {
  const [old, now] = pairThings(readShown(before), readShown(after)) ?? []
  const sent = readSent(change)[0]
  if (old === undefined || now === undefined || sent === undefined) return []
  const [request] = pairThings(readSent(change), [now]) ?? [sent]
  const applied = Object.entries(request.value).filter(([name, value]) => {
    const [was, is] = [valueOf(old.value, name), valueOf(now.value, name)]
    return (
      is !== undefined &&
      value !== null &&
      saysTheSame(value, is) &&
      !(was !== undefined && equalJson(was, is)) &&
      !(was !== undefined && agrees(value, was))
    )
  })
  const lost = Object.entries(old.value).filter(([name, was]) => {
    if (Object.hasOwn(request.value, name) || isNothing(was)) return false
    return describeProperty(request.schemas, name).schemas.length > 0 && isNothing(valueOf(now.value, name))
  })
  return [...applied, ...lost].map(([name]) => name).filter((name) => !isServerOwned(name, false))
}

/** The exchanges around an action: creation of the item, two reads before the action, and one after. */
interface SeenAround {
  readonly created: Exchange | undefined
  readonly once: Exchange | undefined
  readonly before: Exchange
  readonly after: Exchange
}

/**
 * Names the properties that two reads before an action show alike and the read after it differently. Considers properties set at creation,
 * properties whose names share a word with the action, final states, and the state to which the action leads. All others may change on
 * their own.
 */
export const movedNames = (
  action: Exchange,
  { created, once, before, after }: SeenAround,
): readonly string[] => {
  if (created === undefined || once === undefined) return []
  const [first] = pairThings(readShown(once), readShown(after)) ?? []
  const [second, now] = pairThings(readShown(before), readShown(after)) ?? []
  const reopened = findReopened(before, after)?.name
  return Object.entries(second?.value ?? {}).flatMap(([name, was]) => {
    const [then, is] = [first, now].map((thing) => valueOf(thing?.value ?? {}, name))
    if (is === undefined || saysTheSame(was, is) || !equalJson(then, was)) return []
    const isSet =
      readSent(created).some(({ value }) => Object.hasOwn(value, name)) && !isServerOwned(name, true)
    const isMoved = name === reopened || isResult(action, name, was, is)
    return isSet || isMoved || isNamedIn(action, name) ? [name] : []
  })
}

/** Whether a property moved to the state that the document names as the result of an action. A working item may get there on its own. */
const isResult = ({ case: { operation } }: Exchange, name: string, was: Json, is: Json): boolean =>
  isStateName(name) &&
  typeof is === 'string' &&
  stageOfWord(was) !== 'working' &&
  operation !== undefined &&
  leadsTo(operation, is)

/** A rejection counter or log may also share a word with the action. */
const ON_REJECTION = /attempt|tries|fail|error|last|reject|refus|denied/i

/** Whether the path or body of a request contains a word of a property: `archive` and `isArchived`, `documents` and `documentCount`. */
const isNamedIn = ({ case: { path, values } }: Exchange, name: string): boolean => {
  if (ON_REJECTION.test(name) || isStateName(name)) return false
  const text = `${path.split('/').at(-1) ?? ''} ${writeJson(values?.body?.value ?? null)}`
  const requestWords = wordsOf(text).map(stemOf)
  return wordsOf(name).some((word) => word.length > 3 && requestWords.includes(stemOf(word)))
}

const stemOf = (word: string): string => singularize(word).slice(0, 5)

const valueOf = <T>(object: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined
