import { createFinding, type Finding } from '../../core/check.ts'
import { defineEvidence, judges, type PropertyRule } from '../../core/evidence.ts'
import type { Exchange } from '../../core/exchange.ts'
import {
  changedItemRead,
  createdItemRead,
  itemActedOn,
  itemChanged,
  itemCreated,
} from '../../scenarios/evidence.ts'
import { equalJson, isNumber, isObject, type Json, own } from '@contract-kit/json-schema/json'
import { placeOf, type SchemaNode } from '@contract-kit/json-schema/schemas'
import { describeProperty } from '@contract-kit/json-schema/schemas'
import { describeResponse } from '../../checks/exchanges/exchange-facts.ts'
import { showsAnother } from '../../compare/identity.ts'
import { agrees, isNothing, isServerOwned, losesFraction, saysTheSame } from '../../compare/same-values.ts'
import { findUndone } from '../../compare/states.ts'
import { accuseBoth, outcomeOf } from '../../compare/facts.ts'
import {
  commonFields,
  fieldAgrees,
  pairThings,
  readSent,
  readShown,
  type Thing,
  writesAsOneThing,
} from '../../compare/things.ts'

/** The singleton of one parent was written and read (`before`); then that of another parent (`others`); then the first was read again. */
export const writtenUnderOther = defineEvidence<{
  write: Exchange
  before: Exchange
  other: Exchange
  others: Exchange
  after: Exchange
}>('singleton read after that of another parent')

/**
 * A read returns the written value: the response to a write matches the request, and a later read matches both. Normalized values match.
 * Read-only and server-set properties are not judged.
 */
export const readYourWriteRule: PropertyRule = {
  id: 'read-your-write',
  title: 'Value that is read differs from the written one',
  severity: 'high',
  oracles: [
    judges(itemCreated, ({ create }) => judgeWrite({ write: create, isNew: true })),
    judges(itemChanged, ({ change }) => judgeWrite({ write: change, isNew: false })),
    judges(createdItemRead, ({ create, read }) => judgeRead(read, { write: create, isNew: true })),
    judges(changedItemRead, ({ change, read }) => judgeRead(read, { write: change, isNew: false })),
    judges(writtenUnderOther, ({ write, before, other, others, after }) => {
      if (![write, before, other, others, after].every(isJudged)) return []
      const names = overwritten(write, before, others, after)
      const message = `${describeResponse(after)} shows what ${other.case.operation?.id ?? 'PUT'} wrote under another parent: ${names.join(', ')}.`
      return names.length === 0 ? [] : accuseBoth(readYourWriteRule, [other, after], message)
    }),
    judges(itemActedOn, ({ before, act, after }) => judgeAction(before, act, after)),
  ],
}

/** A write, and whether it creates the item. */
interface Written {
  readonly write: Exchange
  readonly isNew: boolean
}

/** Whether a response shows a state to judge. */
const isJudged = (exchange: Exchange): boolean =>
  outcomeOf(exchange) === 'done' && exchange.bodyFailures.length === 0

/**
 * Names of properties that were stored unchanged and now have the values of the other parent's singleton. None unless all of them changed
 * in this way.
 */
const overwritten = (
  write: Exchange,
  before: Exchange,
  others: Exchange,
  after: Exchange,
): readonly string[] => {
  const found = readSent(write).map((sent) => {
    const [shown, theirs, now] = [before, others, after].map(
      (read) => pairThings([sent], readShown(read))?.[1],
    )
    if (shown === undefined || theirs === undefined || now === undefined) return []
    const differing = commonFields(sent, shown, false).filter((field) => {
      const other = own(theirs.value, field.name)
      const isKept = equalJson(field.left, field.right ?? null)
      return isKept && other !== undefined && !equalJson(field.left, other)
    })
    const isTaken = differing.every(({ name }) =>
      equalJson(theirs.value[name] ?? null, now.value[name] ?? null),
    )
    return isTaken ? differing.map(({ name }) => name) : []
  })
  return found.find((names) => names.length > 0) ?? []
}

/** Whether the response to an action contradicts the item's state, or the item shows another value than the action set. */
const judgeAction = (before: Exchange | undefined, act: Exchange, after: Exchange): readonly Finding[] => {
  if (!isJudged(after)) return []
  const name = findUndone(before, act, after)
  const id = act.case.operation?.id ?? 'POST'
  const lost = name === undefined && before !== undefined ? differingInputs(before, act, after) : []
  if (name === undefined && lost.length === 0) return []
  const message =
    name === undefined
      ? `${describeResponse(after)} differs from the values that ${id} wrote: ${lost.join(', ')}.`
      : `${describeResponse(after)} does not show the ${name} that ${id} returned.`
  return accuseBoth(readYourWriteRule, [act, after], message)
}

/**
 * Names of action inputs that the item shows with another value, and did not show before. A property that existed before may be another
 * value of the same name, such as the amounts of a payment and of its invoice.
 */
const differingInputs = (before: Exchange, act: Exchange, after: Exchange): readonly string[] => {
  if (outcomeOf(act) !== 'done' || outcomeOf(before) !== 'done') return []
  const [sent, now] = pairThings(readSent(act), readShown(after)) ?? []
  const was = now && pairThings([now], readShown(before))?.[1]
  if (sent === undefined || now === undefined || was === undefined) return []
  return Object.entries(sent.value).flatMap(([name, left]) => {
    const right = own(now.value, name)
    const [one, other] = [sent, now].map((thing) => describeProperty(thing.schemas, name).schemas)
    const isKnown = one !== undefined && other !== undefined && one.length > 0 && other.length > 0
    const isNew = right !== undefined && isNothing(own(was.value, name))
    if (!isKnown || !isNew || isNothing(left) || isNothing(right) || isServerOwned(name, true)) return []
    return fieldAgrees({ name, left, right, schemas: [...one, ...other] }) ? [] : [name]
  })
}

/** Whether the response to the write contradicts the request. */
const judgeWrite = ({ write, isNew }: Written): readonly Finding[] => {
  const names = isJudged(write) ? disagreeing(write, { write, isNew }) : []
  if (names.length === 0) return []
  return [
    createFinding(
      readYourWriteRule,
      write,
      `${describeResponse(write)} differs from the request: ${names.join(', ')}.`,
    ),
  ]
}

const judgeRead = (read: Exchange, written: Written): readonly Finding[] => {
  const { write } = written
  // Another item differs in all values.
  if (!isJudged(read) || outcomeOf(write) !== 'done' || showsAnother(read)) return []
  const echoed = contradicting(read, written)
  const lost = disagreeing(read, written).filter((name) => !shows(write, name))
  const names = [...new Set([...echoed, ...lost, ...differingAmounts(read, write)])]
  if (names.length === 0) return judgeSilence(read, written)
  const writer = write.case.operation?.id ?? 'the previous write'
  return accuseBoth(
    readYourWriteRule,
    [write, read],
    `${describeResponse(read)} differs from the values that ${writer} wrote: ${names.join(', ')}.`,
  )
}

/** Whether the response to the write shows most of the request but omits a part that was stored unchanged. */
const judgeSilence = (read: Exchange, { write, isNew }: Written): readonly Finding[] => {
  const [sent, result] = pairThings(readSent(write), readShown(write)) ?? []
  const [, shown] = sent === undefined ? [] : (pairThings([sent], readShown(read)) ?? [])
  if (sent === undefined || result === undefined || shown === undefined || write.bodyFailures.length > 0)
    return []
  const omitted = commonFields(sent, result, isNew).filter(({ right }) => right === undefined)
  const kept = commonFields(sent, shown, isNew).filter(
    (field) => field.right !== undefined && field.left !== null && fieldAgrees(field),
  )
  const names = omitted
    .map(({ name }) => name)
    .filter((name) => kept.some((field) => field.name === name) && isOneProperty(result, shown, name))
  if (names.length === 0 || omitted.length * 2 > Object.keys(sent.value).length) return []
  return [
    createFinding(
      readYourWriteRule,
      write,
      `${describeResponse(write)} omits properties that were sent and stored: ${names.join(', ')}.`,
    ),
  ]
}

const isOneProperty = (result: Thing, shown: Thing, name: string): boolean =>
  isOneSchema([
    ...describeProperty(result.schemas, name).schemas,
    ...describeProperty(shown.schemas, name).schemas,
  ])

/** Names of sent properties that the response shows with another value. */
const disagreeing = (shown: Exchange, { write, isNew }: Written): readonly string[] => {
  if (!writesAsOneThing(write)) return []
  const [sent, answered] = pairThings(readSent(write), readShown(shown)) ?? []
  if (sent === undefined || answered === undefined) return []
  return (
    commonFields(sent, answered, isNew)
      // Servers show null in many forms, but never as the text "null".
      .filter(
        (field) =>
          ((field.left !== null || field.right === 'null') && !fieldAgrees(field)) ||
          (losesFraction(field.left, field.right) && losesFractions(shown, field.right)),
      )
      .map(({ name }) => name)
  )
}

/**
 * Whether a lost fraction of a second is a fault. Some servers return whole seconds, or store them and append zeros. The loss counts only
 * if another time in the response has a fraction, which must not be zero if the affected time has zeros.
 */
const losesFractions = ({ response: { text } }: Exchange, lossy: Json | undefined): boolean =>
  (typeof lossy === 'string' && lossy.includes('.') ? /T[\d:]{8}\.\d*[1-9]/ : /T[\d:]{8}\.\d/).test(text)

/** Names of sent properties on which the responses disagree, or that only the read omits. */
const contradicting = (read: Exchange, { write, isNew }: Written): readonly string[] => {
  if (!writesAsOneThing(write) || write.bodyFailures.length > 0) return []
  const [result, shown] = pairThings(readShown(write), readShown(read)) ?? []
  if (result === undefined || shown === undefined) return []
  const [sent] = pairThings(readSent(write), [result]) ?? []
  return commonFields(result, shown, isNew)
    .filter(({ name, left, right, schemas }) => {
      const wanted = sent !== undefined && Object.hasOwn(sent.value, name) ? sent.value[name] : undefined
      if (wanted === undefined) return false
      if (right === undefined) return isOneSchema(schemas) && left !== null
      // Servers change lists and objects in many ways, so only their sent properties count.
      return typeof left === 'object' && left !== null ? !agrees(wanted, right) : !saysTheSame(left, right)
    })
    .map(({ name }) => name)
}

/**
 * Names amounts that differ between responses with the same strong entity tag. Such responses must be identical (RFC 9110, 8.8.1), so this
 * includes computed totals.
 */
const differingAmounts = (read: Exchange, write: Exchange): readonly string[] => {
  const tag = write.response.header('etag')
  if (tag === undefined || tag.startsWith('W/') || tag !== read.response.header('etag')) return []
  const [result, shown] = pairThings(readShown(write), readShown(read)) ?? []
  if (result === undefined || shown === undefined) return []
  return Object.entries(result.value).flatMap(([name, value]) => {
    const other = own(shown.value, name)
    const isSame = other === undefined || saysTheSame(value, other) || !isOneProperty(result, shown, name)
    return isSame || !isAmount(value) || !isAmount(other) ? [] : [name]
  })
}

/** Whether a value is a number, also as text or with a currency. */
const isAmount = (value: Json): boolean => {
  if (isObject(value)) return Object.values(value).some(isAmount)
  return isNumber(value) || (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value))
}

/** Whether both responses describe the property by the same schema. */
const isOneSchema = (schemas: readonly SchemaNode[]): boolean =>
  new Set(schemas.map(placeOf)).size * 2 === schemas.length

const shows = (write: Exchange, name: string): boolean =>
  readShown(write).some(({ value }) => Object.hasOwn(value, name))
