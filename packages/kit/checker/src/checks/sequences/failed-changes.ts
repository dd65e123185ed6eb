import { type Check, createFinding, defineCheck } from '../../core/check.ts'
import type { Exchange } from '../../core/exchange.ts'
import { equalJson, isObject, type Json, writeJson } from '@contract-kit/json-schema/json'
import { buildResourceGraph, type Resource } from '@contract-kit/resources'
import { type ListedItem, readListedItems } from '@contract-kit/resources/exchanges'
import { isStateName, singularize, wordsOf } from '@contract-kit/resources/words'
import { describeProperty } from '@contract-kit/json-schema/schemas'
import { describeAnswer, isDeclared } from '../exchanges/exchange-facts.ts'
import { findReopened, isAccepted, stepsBefore } from './states.ts'
import { agrees, isNothing, isServerOwned, saysTheSame } from './same-values.ts'
import { findStep, isSameId, outcomeOf, readWholeList, isUsedUp } from './sequence-facts.ts'
import { pairThings, readSent, readShown } from './things.ts'

/**
 * A rejected change has no effect: no property took a rejected value, no omitted property is lost, and the item still exists. Reports the
 * rejected change.
 */
export const failedChangeSideEffects: Check = defineCheck({
  id: 'failed-change-side-effects',
  title: 'Rejected change takes effect',
  severity: 'high',
  needs: 'sequence',
  appliesTo: isDeclared,
  verify: (exchange) => {
    const [failed, before] = findAttempt(exchange)
    if (failed === undefined || before === undefined || outcomeOf(before) !== 'done') return []
    if (!isRefusal(failed) || isToldByItem(failed)) return []
    const subject = describeAnswer(failed)
    if (isUsedUp(exchange)) return []
    if (outcomeOf(exchange) === 'gone') {
      return [
        createFinding(
          failedChangeSideEffects,
          failed,
          `${subject} rejects a change, but the item is gone afterwards.`,
        ),
      ]
    }
    const names =
      outcomeOf(exchange) === 'done'
        ? new Set([...changedNames(failed, before, exchange), ...movedNames(failed, before, exchange)])
        : new Set<string>()
    if (names.size === 0) return []
    const message = `${subject} rejects a change, but the change takes effect: ${[...names].join(', ')}.`
    return [createFinding(failedChangeSideEffects, failed, message)]
  },
})

/** The rejected change and the read before it. The change was invalid, or had a stale condition and got 412. */
const findAttempt = (exchange: Exchange): readonly (Exchange | undefined)[] => {
  switch (exchange.case.step) {
    case 'read-after-failed-change':
      return [
        findStep(exchange, 'failed-change', 'change', 'failed-create'),
        findStep(exchange, 'read-before-change', 'read-after-failed-change', 'read-after-change'),
      ]
    case 'read-state': {
      const [last, ...earlier] = stepsBefore(exchange)
      return last?.case.step === 'act' && !earlier.some(isAccepted) ? [last, earlier[0]] : []
    }
    case 'condition-first': {
      const last = exchange.history.at(-1)
      return last?.case.step === 'condition-stale' && last.answer.status === 412
        ? [last, findStep(exchange, 'condition-first', 'condition-after')]
        : []
    }
    default:
      return []
  }
}

/** The response to a rejected batch may report the result of each item. */
const isToldByItem = ({ case: { values }, answer: { json } }: Exchange): boolean => {
  const [sent, told] = [values?.body?.value, json].map((body) =>
    Object.values(body ?? {}).find(Array.isArray),
  )
  return sent !== undefined && sent.length > 1 && sent.every(isObject) && sent.length === told?.length
}

/** 404 counts too: a change that does not find an item cannot change it. */
const isRefusal = (failed: Exchange): boolean =>
  outcomeOf(failed) === 'refused' || outcomeOf(failed) === 'gone'

/** Properties that took a value of a change, or that it removed. */
export const changedNames = (failed: Exchange, before: Exchange, after: Exchange): readonly string[] => {
  const [old, now] = pairThings(readShown(before), readShown(after)) ?? []
  const sent = readSent(failed)[0]
  if (old === undefined || now === undefined || sent === undefined) return []
  const [request] = pairThings(readSent(failed), [now]) ?? [sent]
  const taken = Object.entries(request.value).filter(([name, value]) => {
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
  return [...taken, ...lost].map(([name]) => name).filter((name) => !isServerOwned(name, false))
}

/**
 * Names the properties that two reads before an action show alike, and that the read after it shows differently. Considers properties set
 * at the creation, properties with a word of the action in their names, and a state that was final. All others may change by themselves.
 */
export const movedNames = (action: Exchange, before: Exchange, after: Exchange): readonly string[] => {
  const { target } = before.case.request
  const earlier = before.history.findLast(({ case: { request } }) => request.target === target)
  const created = findStep(after, 'create')
  if (
    !/^(act|stranger-change)$/.test(action.case.step ?? '') ||
    earlier === undefined ||
    created === undefined
  )
    return []
  const [first] = pairThings(readShown(earlier), readShown(after)) ?? []
  const [second, now] = pairThings(readShown(before), readShown(after)) ?? []
  const reopened = findReopened(before, after)?.name
  return Object.entries(second?.value ?? {}).flatMap(([name, was]) => {
    const [once, is] = [first, now].map((thing) => valueOf(thing?.value ?? {}, name))
    if (is === undefined || saysTheSame(was, is) || !equalJson(once, was)) return []
    const isSet =
      readSent(created).some(({ value }) => Object.hasOwn(value, name)) && !isServerOwned(name, true)
    return isSet || name === reopened || isNamedIn(action, name) ? [name] : []
  })
}

/** A counter of refusals, or a record of the last one, has the word of the action in its name, too. */
const ON_REFUSAL = /attempt|tries|fail|error|last|reject|refus|denied/i

/** Whether a request has a word of a property in its path or body: `archive` and `isArchived`, `documents` and `documentCount`. */
const isNamedIn = ({ case: { path, values } }: Exchange, name: string): boolean => {
  if (ON_REFUSAL.test(name) || isStateName(name)) return false
  const text = `${path.split('/').at(-1) ?? ''} ${writeJson(values?.body?.value ?? null)}`
  const said = wordsOf(text).map(stemOf)
  return wordsOf(name).some((word) => word.length > 3 && said.includes(stemOf(word)))
}

const stemOf = (word: string): string => singularize(word).slice(0, 5)

const valueOf = <T>(object: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined

/** A rejected creation leaves no trace: the list shows no new item that resembles the request. Reports the creation. */
export const failedCreationLeak: Check = defineCheck({
  id: 'failed-creation-leak',
  title: 'Rejected creation takes effect',
  severity: 'high',
  needs: 'sequence',
  appliesTo: isDeclared,
  verify: (exchange) => {
    if (exchange.case.step !== 'list-after-failed-create') return []
    const failed = findStep(exchange, 'failed-create')
    const before = findStep(exchange, 'list-before', 'list-after-failed-create')
    if (failed === undefined || before === undefined || outcomeOf(failed) !== 'refused') return []
    if (isToldByItem(failed)) return []
    const { resources } = buildResourceGraph(exchange.document)
    const resource =
      resources.find(({ create }) => create?.operation === failed.case.operation) ??
      resources.find(({ list }) => list?.operation === exchange.case.operation)
    const [old, now] =
      resource === undefined
        ? []
        : [readPages(resource, before, exchange.history), readWholeList(resource, exchange)]
    if (old === undefined || now === undefined) return []
    const fresh = now.filter(({ id }) => !old.some((item) => isSameId(item.id, id)))
    if (!fresh.some((item) => resembles(item, failed))) return []
    const message = `${describeAnswer(failed)} rejects a creation, but the list shows a new item afterwards.`
    return [createFinding(failedCreationLeak, failed, message)]
  },
})

/** The list that was read first, with the pages directly after it. */
export const readPages = (
  resource: Resource,
  first: Exchange,
  history: readonly Exchange[],
): readonly ListedItem[] | undefined => {
  if (first.case.step !== 'list-before') return readWholeList(resource, first)
  const after = history.slice(history.indexOf(first) + 1)
  const end = after.findIndex(({ case: { step } }) => step !== 'list-page')
  const pages = [first, ...after.slice(0, end === -1 ? after.length : end)].map((page) =>
    outcomeOf(page) === 'done' ? readListedItems(resource, page) : undefined,
  )
  return pages.some((items) => items === undefined || items.some(({ id }) => id === undefined))
    ? undefined
    : pages.flatMap((items) => items ?? [])
}

/** Whether an item shows at least one text or number that was sent, or nothing of the request could be shown. */
export const resembles = ({ value }: ListedItem, failed: Exchange): boolean => {
  if (!isObject(value)) return false
  const sent = readSent(failed)
  const common = sent.flatMap((thing) =>
    Object.entries(thing.value).filter(([name, held]) => isTelling(held) && Object.hasOwn(value, name)),
  )
  return common.length === 0 || common.some(([name, held]) => agrees(held, value[name] ?? null))
}

const isTelling = (value: Json): boolean => !isNothing(value) && typeof value !== 'boolean'
