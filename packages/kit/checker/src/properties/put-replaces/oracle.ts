import { type Check, createFinding, defineCheck, type Finding } from '../../core/check.ts'
import type { Exchange } from '../../core/exchange.ts'
import { equalJson, isNumber, isObject, type Json, own } from '@contract-kit/json-schema/json'
import { findFlag, findKeyword, placeOf, type SchemaNode } from '@contract-kit/json-schema/schemas'
import { essenceOf } from '@contract-kit/openapi'
import { buildResourceGraph } from '@contract-kit/resources'
import { readListedItems } from '@contract-kit/resources/exchanges'
import { describeProperty, describingSchemas } from '@contract-kit/json-schema/schemas'
import { describeAnswer, isDeclared } from '../../checks/exchanges/exchange-facts.ts'
import { isNothing, isServerOwned, saysTheSame } from '../../compare/same-values.ts'
import { findStep, isSameId, outcomeOf } from '../../compare/facts.ts'
import {
  commonFields,
  pairThings,
  readSent,
  readShown,
  type Thing,
  writesAsOneThing,
} from '../../compare/things.ts'

/**
 * PUT replaces the whole item (RFC 9110, 9.3.4). An optional property that an earlier request set and this PUT omits does not keep its
 * value. Keeps silent about values that a server may fill in: defaults, booleans, fixed choices. Reports the PUT.
 */
export const putReplaces: Check = defineCheck({
  id: 'put-replaces',
  title: 'PUT does not replace the whole item',
  severity: 'medium',
  needs: 'sequence',
  appliesTo: isDeclared,
  verify: (exchange) => {
    if (exchange.case.step !== 'change' && exchange.case.step !== 'read-after-change') return []
    const put = exchange.case.step === 'change' ? exchange : findStep(exchange, 'change')
    if (put?.case.request.method !== 'PUT' || outcomeOf(put) !== 'done' || outcomeOf(exchange) !== 'done')
      return []
    const names = writesAsOneThing(put) ? keptNames(put, exchange) : keptText(put, exchange)
    if (names.length === 0) return []
    const message = `${describeAnswer(put)} keeps properties that the new representation omits: ${names.join(', ')}.`
    return [createFinding(putReplaces, put, message)]
  },
})

/** Whether the old text comes before, or after, the one that replaces it. */
const keptText = (put: Exchange, shown: Exchange): readonly string[] => {
  const sent = put.case.values?.body?.value
  const before = findStep(put, 'read-before-change', 'read-after-change')
  const [old, now] = [before?.answer.text.trim() ?? '', shown.answer.text.trim()]
  if (typeof sent !== 'string' || sent.trim() === '' || old === '' || before === undefined) return []
  if (outcomeOf(before) !== 'done' || now.length < old.length + sent.trim().length) return []
  const isKept = [
    now.startsWith(old) && now.endsWith(sent.trim()),
    now.startsWith(sent.trim()) && now.endsWith(old),
  ]
  return isKept.includes(true) ? ['the text that was there'] : []
}

const keptNames = (put: Exchange, shown: Exchange): readonly string[] => {
  const [sent, now] = pairThings(readSent(put), readShown(shown)) ?? []
  if (sent === undefined || now === undefined) return []
  return Object.entries(now.value)
    .filter(
      ([name, value]) =>
        !Object.hasOwn(sent.value, name) && isReplaceable(sent, name, value) && wasSet(put, name, value),
    )
    .map(([name]) => name)
}

/** An optional property of the request whose value no server would choose by itself. */
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

/** Whether an earlier request of the scenario set the property to this very value. */
const wasSet = (put: Exchange, name: string, value: Json): boolean =>
  put.history
    .filter((earlier) => writesAsOneThing(earlier) && outcomeOf(earlier) === 'done')
    .flatMap(readSent)
    .some((thing) => Object.hasOwn(thing.value, name) && saysTheSame(thing.value[name] ?? null, value))

/** For each step that shows the state after the second PUT, the step that shows it after the first. */
const FIRST: Readonly<Record<string, string>> = {
  'put-again': 'change',
  'read-after-put-again': 'read-after-change',
}

/**
 * The same PUT twice has the effect of one (RFC 9110, 9.2.2). Numbers, booleans and list lengths that were sent stay the same, and the item
 * can still be read. Reports the PUT.
 */
export const putIdempotent: Check = defineCheck({
  id: 'put-idempotent',
  title: 'Repeated PUT has another effect than the first',
  severity: 'medium',
  needs: 'sequence',
  appliesTo: isDeclared,
  verify: (exchange) => {
    if (exchange.case.step === 'list-after-put') return judgeList(exchange)
    const again = exchange.case.step === 'put-again' ? exchange : findStep(exchange, 'put-again')
    const first = again && findStep(again, 'change')
    const then = findStep(exchange, FIRST[exchange.case.step ?? ''] ?? '')
    if (again === undefined || first === undefined || then === undefined) return []
    if (again.case.request.method !== 'PUT' || outcomeOf(first) !== 'done' || outcomeOf(then) !== 'done')
      return []
    const subject = describeAnswer(again)
    if (outcomeOf(exchange) === 'gone') {
      return [createFinding(putIdempotent, again, `${subject}, to the same PUT again, removes the item.`)]
    }
    if (outcomeOf(again) !== 'done' || outcomeOf(exchange) !== 'done') return []
    const names = writesAsOneThing(again)
      ? differingNames(again, then, exchange)
      : differingText(again, then, exchange)
    if (names.length === 0) return []
    const message = `${subject}, to the same PUT again, changes properties that the first PUT set: ${names.join(', ')}.`
    return [createFinding(putIdempotent, again, message)]
  },
})

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

/** Reports an item that was put twice under one id and is listed twice with the same content. */
const judgeList = (list: Exchange): readonly Finding[] => {
  const put = findStep(list, 'put-again')
  const resource = buildResourceGraph(list.document).resources.find(
    ({ replace }) => replace !== undefined && replace.operation === put?.case.operation,
  )
  const name = resource?.replace?.id?.name
  if (put === undefined || resource === undefined || name === undefined || outcomeOf(put) !== 'done')
    return []
  const listed = outcomeOf(list) === 'done' ? (readListedItems(resource, list) ?? []) : []
  const [first, second] = listed.filter(({ id }) => isSameId(id, put.case.values?.path[name]))
  if (first === undefined || second === undefined || !equalJson(first.value, second.value)) return []
  const message = `${describeAnswer(put)}, to the same PUT again, creates a second item.`
  return [createFinding(putIdempotent, put, message)]
}

/** Whether a text that was stored as it was sent differs after it was sent again. */
const differingText = (put: Exchange, then: Exchange, now: Exchange): readonly string[] => {
  const sent = put.case.values?.body?.value
  const isKept = typeof sent === 'string' && sent.trim() !== '' && then.answer.text.trim() === sent.trim()
  return isKept && now.answer.text.trim() !== sent.trim() ? ['the text'] : []
}

const wasSent = (name: string, value: Json, patch: Exchange): boolean => {
  const create = findStep(patch, 'create')
  return create !== undefined && readSent(create).some((thing) => equalJson(own(thing.value, name), value))
}

/** Whether the description of a sent property mentions the other one, for example as emptied by it. */
const isTied = (name: string, sent: Thing): boolean =>
  Object.keys(sent.value).some((other) =>
    describeProperty(sent.schemas, other).schemas.some((node) => {
      const description = findKeyword(node, 'description')
      return typeof description === 'string' && description.split(/\W+/).includes(name)
    }),
  )

/** Each PUT may write texts differently, so only values that can add up are compared. */
const measure = (value: Json): string => {
  if (Array.isArray(value)) return `${value.length} items`
  return isNumber(value) || typeof value === 'boolean' ? String(value) : ''
}

/** PUT returns 201 only if nothing was before (RFC 9110, 9.3.4): not after the same was read, or put there. */
export const repeatedPutCreated: Check = defineCheck({
  id: 'repeated-put-created',
  title: 'Repeated PUT returns 201',
  severity: 'medium',
  needs: 'sequence',
  appliesTo: isDeclared,
  verify: (exchange) => {
    const {
      case: { request },
      answer,
      history,
    } = exchange
    if (request.method !== 'PUT' || answer.status !== 201 || exchange.response === undefined) return []
    const last = history.findLast((earlier) => pathOf(earlier) === pathOf(exchange) && tells(earlier))
    if (last === undefined || last.case.request.method === 'DELETE' || outcomeOf(last) !== 'done') return []
    const message = `${describeAnswer(exchange)} says that an item was created, but the item already existed.`
    return [createFinding(repeatedPutCreated, exchange, message)]
  },
})

/** Whether an earlier exchange says that the thing exists, or that it does not. */
const tells = (earlier: Exchange): boolean => {
  const { method } = earlier.case.request
  if (method === 'GET') return outcomeOf(earlier) === 'done' || outcomeOf(earlier) === 'gone'
  return ['PUT', 'PATCH', 'DELETE'].includes(method) && outcomeOf(earlier) === 'done'
}

const pathOf = ({ case: { request } }: Exchange): string => request.target.split('?')[0] ?? ''

/**
 * PATCH leaves unnamed properties alone (RFC 5789, 2; RFC 7396): none of them is emptied or reset to its default. In a merge patch, null
 * removes a property. Reports the PATCH.
 */
export const patchMerges: Check = defineCheck({
  id: 'patch-merges',
  title: 'PATCH changes other properties than it names',
  severity: 'medium',
  needs: 'sequence',
  appliesTo: isDeclared,
  verify: (exchange) => {
    if (exchange.case.step !== 'read-after-change' || outcomeOf(exchange) !== 'done') return []
    const patch = findStep(exchange, 'change')
    const before = patch && findStep(patch, 'read-before-change', 'read-after-change', 'read-created')
    if (patch?.case.request.method !== 'PATCH' || outcomeOf(patch) !== 'done') return []
    if (before === undefined || outcomeOf(before) !== 'done' || !writesAsOneThing(patch)) return []
    const names = wipedNames(before, patch, exchange)
    if (names.length === 0) return []
    const message = `${describeAnswer(patch)} changes properties that the patch does not name, or keeps ones that it removes: ${names.join(', ')}.`
    return [createFinding(patchMerges, patch, message)]
  },
})

const wipedNames = (before: Exchange, patch: Exchange, after: Exchange): readonly string[] => {
  const [old, now] = pairThings(readShown(before), readShown(after)) ?? []
  if (old === undefined || now === undefined || !isOneKind(old, now)) return []
  const [sent] = pairThings(readSent(patch), [old]) ?? readSent(patch)
  if (sent === undefined) return []
  const isMergePatch =
    essenceOf(patch.case.values?.body?.contentType ?? '') === 'application/merge-patch+json'
  return Object.entries(old.value).flatMap(([name, was]) => {
    const schemas = describeProperty(sent.schemas, name).schemas
    if (isNothing(was) || isServerOwned(name, true)) return []
    if (schemas.some((node) => findFlag(node, 'readOnly') !== undefined)) return []
    const is = Object.hasOwn(now.value, name) ? now.value[name] : undefined
    // A property that a patch cannot name belongs to the client only if the creation sent it.
    if (schemas.length === 0)
      return isNothing(is) && !isTied(name, sent) && wasSent(name, was, patch) ? [name] : []
    const shown = describeProperty(old.schemas, name).schemas
    const isDefault = (value: Json): boolean =>
      [...schemas, ...shown].some((node) => equalJson(findKeyword(node, 'default'), value))
    if (!Object.hasOwn(sent.value, name))
      return !isTied(name, sent) &&
        (isWiped(was, is) || (is !== undefined && isDefault(is) && !isDefault(was)))
        ? [name]
        : []
    if (!isMergePatch) return []
    const part = sent.value[name] ?? null
    if (part === null) return equalJson(was, is) && !isDefault(was) ? [name] : []
    const within = [...schemas, ...shown].flatMap((node) => describingSchemas(node, was, 'response'))
    return wipedParts(was, part, is)
      .filter((inner) => !isDefaultOf(within, inner, was))
      .map((inner) => `${name}/${inner}`)
  })
}

/** A removed property has its default again. */
const isDefaultOf = (within: readonly SchemaNode[], name: string, was: Json): boolean =>
  describeProperty(within, name).schemas.some((node) =>
    equalJson(findKeyword(node, 'default'), (isObject(was) ? own(was, name) : undefined) ?? null),
  )

const isWiped = (was: Json, is: Json | undefined): boolean =>
  isNothing(is) || (was === true && is === false) || (typeof was === 'number' && was !== 0 && is === 0)

/** A merge patch also merges nested objects (RFC 7396, 2). */
const wipedParts = (was: Json, part: Json, is: Json | undefined): readonly string[] => {
  if (!isObject(was) || !isObject(part) || !isObject(is)) return []
  return Object.keys(was).filter((name) => {
    if (isNothing(was[name])) return false
    return Object.hasOwn(part, name)
      ? part[name] === null && equalJson(was[name] ?? null, is[name] ?? null)
      : isNothing(is[name])
  })
}

/** A thing that became another kind may have other properties. */
const isOneKind = (old: Thing, now: Thing): boolean => {
  const places = new Set(now.schemas.map(placeOf))
  return old.schemas.every((node) => places.has(placeOf(node)))
}
