import { createFinding, type Finding } from '../../core/check.ts'
import { defineEvidence, judges, type PropertyRule } from '../../core/evidence.ts'
import type { Exchange } from '../../core/exchange.ts'
import { changedItemRead, itemChanged } from '../../scenarios/evidence.ts'
import { equalJson, isNumber, type Json } from '@contract-kit/json-schema/json'
import { findFlag, findKeyword, type SchemaNode } from '@contract-kit/json-schema/schemas'
import { buildResourceGraph } from '@contract-kit/resources'
import { readListedItems } from '@contract-kit/resources/exchanges'
import { describeProperty } from '@contract-kit/json-schema/schemas'
import { describeResponse } from '../../checks/exchanges/exchange-facts.ts'
import { isNothing, isServerOwned, saysTheSame } from '../../compare/same-values.ts'
import { isSameId, outcomeOf } from '../../compare/facts.ts'
import { isPartialPut } from '@contract-kit/resources/words'
import {
  commonFields,
  pairThings,
  readSent,
  readShown,
  type Thing,
  writesAsOneThing,
} from '../../compare/things.ts'

/** A PUT was accepted and its item read; then both were repeated. */
export const putRepeated = defineEvidence<{
  first: Exchange
  then: Exchange
  again: Exchange
  now: Exchange
}>('put repeated')

/** The list was read after a repeated PUT of one of its items. */
export const listedAfterPut = defineEvidence<{ again: Exchange; list: Exchange }>('list after a repeated put')

/**
 * PUT replaces the whole item (RFC 9110, 9.3.4): an optional property that an earlier request set and this PUT omits loses its value.
 * Ignores values that a server may fill in (defaults, booleans, enums), and a PUT documented as partial. Reports the PUT.
 */
export const putReplacesRule: PropertyRule = {
  id: 'put-replaces',
  title: 'PUT does not replace the whole item',
  severity: 'medium',
  oracles: [
    judges(itemChanged, ({ earlier, before, change }) =>
      judgeReplacement(change, { earlier, before, shown: change }),
    ),
    judges(changedItemRead, ({ earlier, before, change, read }) =>
      judgeReplacement(change, { earlier, before, shown: read }),
    ),
  ],
}

/** The exchanges before a PUT, and a response that shows its result. */
interface Replacement {
  readonly earlier: readonly Exchange[]
  readonly before: Exchange | undefined
  readonly shown: Exchange
}

const judgeReplacement = (put: Exchange, { earlier, before, shown }: Replacement): readonly Finding[] => {
  const { operation, request } = put.case
  if (request.method !== 'PUT' || (operation !== undefined && isPartialPut(operation))) return []
  if (outcomeOf(put) !== 'done' || outcomeOf(shown) !== 'done') return []
  const names = writesAsOneThing(put) ? keptNames(earlier, put, shown) : keptText(before, put, shown)
  if (names.length === 0) return []
  const message = `${describeResponse(put)} keeps properties that the new representation omits: ${names.join(', ')}.`
  return [createFinding(putReplacesRule, put, message)]
}

/** Whether the old text precedes or follows its replacement. */
const keptText = (before: Exchange | undefined, put: Exchange, shown: Exchange): readonly string[] => {
  const sent = put.case.values?.body?.value
  const [old, now] = [before?.response.text.trim() ?? '', shown.response.text.trim()]
  if (typeof sent !== 'string' || sent.trim() === '' || old === '' || before === undefined) return []
  if (outcomeOf(before) !== 'done' || now.length < old.length + sent.trim().length) return []
  const isKept = [
    now.startsWith(old) && now.endsWith(sent.trim()),
    now.startsWith(sent.trim()) && now.endsWith(old),
  ]
  return isKept.includes(true) ? ['the text that was there'] : []
}

const keptNames = (earlier: readonly Exchange[], put: Exchange, shown: Exchange): readonly string[] => {
  const [sent, now] = pairThings(readSent(put), readShown(shown)) ?? []
  if (sent === undefined || now === undefined) return []
  return Object.entries(now.value)
    .filter(
      ([name, value]) =>
        !Object.hasOwn(sent.value, name) && isReplaceable(sent, name, value) && wasSet(earlier, name, value),
    )
    .map(([name]) => name)
}

/** An optional request property whose value servers do not choose on their own. */
const isReplaceable = ({ schemas }: Thing, name: string, value: Json): boolean => {
  const property = describeProperty(schemas, name)
  if (property.schemas.length === 0 || isServerOwned(name, true)) return false
  if (isNothing(value) || typeof value === 'boolean' || value === 0) return false
  return !property.schemas.some((node) => mayBeFilledIn(node, value))
}

const mayBeFilledIn = (node: SchemaNode, value: Json): boolean =>
  findFlag(node, 'readOnly') !== undefined ||
  findFlag(node, 'writeOnly') !== undefined ||
  findKeyword(node, 'enum') !== undefined ||
  findKeyword(node, 'const') !== undefined ||
  equalJson(findKeyword(node, 'default'), value)

/** Whether an earlier request set the property to this value. */
const wasSet = (earlier: readonly Exchange[], name: string, value: Json): boolean =>
  earlier
    .filter((write) => writesAsOneThing(write) && outcomeOf(write) === 'done')
    .flatMap(readSent)
    .some((thing) => Object.hasOwn(thing.value, name) && saysTheSame(thing.value[name] ?? null, value))

/**
 * Repeating a PUT has no further effect (RFC 9110, 9.2.2). Sent numbers, booleans and list lengths stay the same, and the item can still be
 * read. Reports the PUT.
 */
export const putIdempotent: PropertyRule = {
  id: 'put-idempotent',
  title: 'Repeated PUT has another effect than the first',
  severity: 'medium',
  oracles: [
    judges(putRepeated, ({ first, then, again, now }) => {
      const ofResponse = judgeRepetition(again, first, again)
      return ofResponse.length > 0 || outcomeOf(first) !== 'done'
        ? ofResponse
        : judgeRepetition(again, then, now)
    }),
    judges(listedAfterPut, ({ again, list }) => judgeList(again, list)),
  ],
}

/** Compares the results of the first and second PUT. */
const judgeRepetition = (again: Exchange, then: Exchange, now: Exchange): readonly Finding[] => {
  if (outcomeOf(then) !== 'done') return []
  const subject = describeResponse(again)
  if (outcomeOf(now) === 'gone')
    return [createFinding(putIdempotent, again, `${subject} to a repeated PUT removes the item.`)]
  if (outcomeOf(again) !== 'done' || outcomeOf(now) !== 'done') return []
  const names = writesAsOneThing(again) ? differingNames(again, then, now) : differingText(again, then, now)
  if (names.length === 0) return []
  const message = `${subject} to a repeated PUT changes properties that the first PUT set: ${names.join(', ')}.`
  return [createFinding(putIdempotent, again, message)]
}

const differingNames = (put: Exchange, then: Exchange, now: Exchange): readonly string[] => {
  const [before, after] = pairThings(readShown(then), readShown(now)) ?? []
  const [sent] = before === undefined ? [] : (pairThings(readSent(put), [before]) ?? [])
  if (sent === undefined || before === undefined || after === undefined) return []
  return commonFields(before, after, false)
    .filter(
      ({ name, left, right }) =>
        Object.hasOwn(sent.value, name) && right !== undefined && measure(left) !== measure(right),
    )
    .map(({ name }) => name)
}

/** Reports an item that was put twice under one id and is now listed twice with the same content. */
const judgeList = (put: Exchange, list: Exchange): readonly Finding[] => {
  const resource = buildResourceGraph(list.document).resources.find(
    ({ replace }) => replace !== undefined && replace.operation === put.case.operation,
  )
  const name = resource?.replace?.id?.name
  if (resource === undefined || name === undefined || outcomeOf(put) !== 'done') return []
  const listed = outcomeOf(list) === 'done' ? (readListedItems(resource, list) ?? []) : []
  const [first, second] = listed.filter(({ id }) => isSameId(id, put.case.values?.path[name]))
  if (first === undefined || second === undefined || !equalJson(first.value, second.value)) return []
  const message = `${describeResponse(put)} to a repeated PUT creates a second item.`
  return [createFinding(putIdempotent, put, message)]
}

/** Whether a text that was stored unchanged differs after it was sent again. */
const differingText = (put: Exchange, then: Exchange, now: Exchange): readonly string[] => {
  const sent = put.case.values?.body?.value
  const isKept = typeof sent === 'string' && sent.trim() !== '' && then.response.text.trim() === sent.trim()
  return isKept && now.response.text.trim() !== sent.trim() ? ['the text'] : []
}

/** PUT may reformat texts each time, so only values that can accumulate are compared. */
const measure = (value: Json): string => {
  if (Array.isArray(value)) return `${value.length} items`
  return isNumber(value) || typeof value === 'boolean' ? String(value) : ''
}

/** PUT returns 201 only if it creates an item (RFC 9110, 9.3.4), so not after the item was read or put. */
export const repeatedPutCreated: PropertyRule = {
  id: 'repeated-put-created',
  title: 'Repeated PUT returns 201',
  severity: 'medium',
  oracles: [],
  verify: (exchange) => {
    const {
      case: { request },
      response,
    } = exchange
    if (request.method !== 'PUT' || response.status !== 201 || exchange.documented === undefined) return []
    const last = lastAbout(exchange)
    if (last === undefined || last.case.request.method === 'DELETE' || outcomeOf(last) !== 'done') return []
    const message = `${describeResponse(exchange)} says that an item was created, but the item already existed.`
    return [createFinding(repeatedPutCreated, exchange, message)]
  },
}

/**
 * A PUT that creates an item returns 201 (RFC 9110, 9.3.4). Judges operations that document 201, after a read found no item. Ignores 202,
 * because the item may not exist yet.
 */
export const createdWithout201: PropertyRule = {
  id: 'created-without-201',
  title: 'PUT that creates an item does not return 201',
  severity: 'low',
  oracles: [],
  verify: (exchange) => {
    const {
      case: { request, operation },
      response,
    } = exchange
    if (request.method !== 'PUT' || operation?.responses.has('201') !== true) return []
    if (response.status === 201 || response.status === 202 || outcomeOf(exchange) !== 'done') return []
    const last = lastAbout(exchange)
    if (last?.case.request.method !== 'GET' || outcomeOf(last) !== 'gone') return []
    const message = `${describeResponse(exchange)} says that an item was replaced, but there was none.`
    return [createFinding(createdWithout201, exchange, message)]
  },
}

/** The previous exchange that shows whether the item exists. */
const lastAbout = (exchange: Exchange): Exchange | undefined =>
  exchange.history.findLast((earlier) => pathOf(earlier) === pathOf(exchange) && showsExistence(earlier))

/** Whether an earlier exchange shows that the item exists, or that it does not. */
const showsExistence = (earlier: Exchange): boolean => {
  const { method } = earlier.case.request
  if (method === 'GET') return outcomeOf(earlier) === 'done' || outcomeOf(earlier) === 'gone'
  return ['PUT', 'PATCH', 'DELETE'].includes(method) && outcomeOf(earlier) === 'done'
}

const pathOf = ({ case: { request } }: Exchange): string => request.target.split('?')[0] ?? ''
