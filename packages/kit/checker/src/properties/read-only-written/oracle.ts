import { createFinding, type Finding } from '../../core/check.ts'
import { defineEvidence, judges, type PropertyRule } from '../../core/evidence.ts'
import type { Exchange } from '../../core/exchange.ts'
import { changedItemRead } from '../../scenarios/evidence.ts'
import { equalJson, type Json, own } from '@contract-kit/json-schema/json'
import { findFlag, findKeyword } from '@contract-kit/json-schema/schemas'
import { wordsOf } from '@contract-kit/resources/words'
import { describeProperty } from '@contract-kit/json-schema/schemas'
import { describeResponse } from '../../checks/exchanges/exchange-facts.ts'
import { saysTheSame } from '../../compare/same-values.ts'
import { outcomeOf } from '../../compare/facts.ts'
import { isChoice, pairThings, readSent, readShown, type Thing } from '../../compare/things.ts'

/**
 * An item was written with read-only properties, after it was read. `control` is the same write without them, if any; `shown` is the
 * response to the write, or the next read.
 */
export const ownedWritten = defineEvidence<{
  before: Exchange
  control: Exchange | undefined
  write: Exchange
  shown: Exchange
}>('read-only properties written')

/**
 * Only the server sets a `readOnly` property (2020-12 Validation, 9.4). A request cannot set it, and a change does not alter the creation
 * time. Ignores unchanged values. Ignores enum values that may be derived from other properties, unless the same write without them gives
 * another value.
 */
export const readOnlyWrittenRule: PropertyRule = {
  id: 'read-only-written',
  title: 'Read-only property is changed by a request',
  severity: 'high',
  oracles: [
    judges(ownedWritten, ({ before, control, write, shown }) => {
      const names = takenNames(write, shown, { before, control })
      if (names.length === 0) return []
      const message = `${describeResponse(write)} changes read-only properties to the values of the request: ${names.join(', ')}.`
      return [createFinding(readOnlyWrittenRule, write, message)]
    }),
    judges(changedItemRead, ({ before, change, read }) =>
      before === undefined ? [] : judgeTimeOfCreation(before, change, read),
    ),
  ],
}

/** The item before a write, and the result of the write without read-only properties. */
interface Comparison {
  readonly before: Exchange
  readonly control: Exchange | undefined
}

const takenNames = (write: Exchange, shown: Exchange, { before, control }: Comparison): readonly string[] => {
  if (outcomeOf(write) !== 'done' || outcomeOf(shown) !== 'done') return []
  const [sent, now] = pairThings(readSent(write), readShown(shown)) ?? []
  const old = now && thingLike(now, before)
  if (sent === undefined || now === undefined || old === undefined) return []
  const usual = control && outcomeOf(control) === 'done' ? thingLike(now, control) : undefined
  const isTaken = (name: string, value: Json): boolean => {
    if (!isReadOnly(now, name) || !isSame(value, own(now.value, name)) || isSame(value, own(old.value, name)))
      return false
    return usual === undefined ? !isDerivable(now, name) : !isSame(value, own(usual.value, name))
  }
  return Object.entries(sent.value).flatMap(([name, value]) => (isTaken(name, value) ? [name] : []))
}

/** The thing in a response that is most similar to another. */
const thingLike = (thing: Thing, exchange: Exchange): Thing | undefined =>
  pairThings([thing], readShown(exchange))?.[1]

/** Whether a value is one of a few that the server may derive from the request. */
const isDerivable = ({ schemas }: Thing, name: string): boolean =>
  isChoice(describeProperty(schemas, name).schemas)

const isSame = (value: Json, shown: Json | undefined): boolean =>
  shown !== undefined && (equalJson(value, shown) || saysTheSame(value, shown))

const isReadOnly = ({ schemas }: Thing, name: string): boolean =>
  describeProperty(schemas, name).schemas.some((node) => findFlag(node, 'readOnly') !== undefined)

/** Skipped if a 201 shows that the item was recreated. */
const judgeTimeOfCreation = (before: Exchange, change: Exchange, read: Exchange): readonly Finding[] => {
  if (change.response.status === 201 || ![before, change, read].every((one) => outcomeOf(one) === 'done'))
    return []
  const [old, now] = pairThings(readShown(before), readShown(read)) ?? []
  if (old === undefined || now === undefined) return []
  const names = Object.entries(old.value).flatMap(([name, was]) => {
    const is = own(now.value, name)
    return is !== undefined && isTimeOfCreation(now, name) && !isSame(was, is) ? [name] : []
  })
  if (names.length === 0) return []
  const message = `${describeResponse(change)} changes the time at which the item was created: ${names.join(', ')}.`
  return [createFinding(readOnlyWrittenRule, change, message)]
}

const isTimeOfCreation = (thing: Thing, name: string): boolean =>
  /^creat(e|ed|ion)$/.test(wordsOf(name)[0] ?? '') &&
  isReadOnly(thing, name) &&
  describeProperty(thing.schemas, name).schemas.some((node) => findKeyword(node, 'format') === 'date-time')
