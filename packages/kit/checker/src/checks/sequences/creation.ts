import { type Check, createFinding, defineCheck, type Finding } from '../../core/check.ts'
import type { Exchange } from '../../core/exchange.ts'
import { oncePerName } from '@contract-kit/json-schema/memo'
import { findAt, type Json, parsePointer, toCanonicalText } from '@contract-kit/json-schema/json'
import type { ApiDocument } from '@contract-kit/openapi'
import { buildResourceGraph, type Resource } from '@contract-kit/resources'
import { findCreatedId, findIds, type Id, idQueryOf, sketchValue } from '@contract-kit/resources/exchanges'
import { describeAnswer, isDeclared, requestHeader } from '../exchanges/exchange-facts.ts'
import { becameDeleted } from './same-values.ts'
import {
  accuseBoth,
  findSource,
  findStep,
  hasFittingIds,
  isSameId,
  isUsedUp,
  outcomeOf,
} from './sequence-facts.ts'
import { commonFields, fieldAgrees, pairThings, readSent, readShown } from './things.ts'

/** Steps that only read or delete a thing, so that nothing but the thing itself can be missing. */
const NEEDS_THING = new Set([
  'read-created',
  'read-other',
  'read-before-change',
  'read-after-change',
  'delete',
  'read-listed',
])

/**
 * An item that was just created or listed, and not deleted since, can be read. Keeps silent if the id comes from a property that may not
 * suit the path, or if a query may be the reason.
 */
export const createdResourceUnavailable: Check = defineCheck({
  id: 'created-resource-unavailable',
  title: 'Created item cannot be read',
  severity: 'high',
  needs: 'sequence',
  appliesTo: isDeclared,
  verify: (exchange) => {
    const {
      case: { step = '', values, boundTo = {} },
    } = exchange
    if (!NEEDS_THING.has(step) || outcomeOf(exchange) !== 'gone' || isUsedUp(exchange)) return []
    if (!Object.keys(values?.query ?? {}).every((name) => Object.hasOwn(boundTo, `query.${name}`))) return []
    if (!hasFittingIds(exchange)) return []
    const source = findSource(exchange)
    if (source === undefined || outcomeOf(source) !== 'done' || wasDenied(exchange, source)) return []
    const removed = findStep(exchange, 'delete')
    if (removed?.case.request.target === exchange.case.request.target) return []
    const origin = source.case.operation?.id ?? 'an earlier request'
    if (step === 'read-listed') {
      const message = `${describeAnswer(exchange)} says that an item does not exist, but ${origin} listed it.`
      return [createFinding(createdResourceUnavailable, exchange, message)]
    }
    const wasRead = since(exchange, source).some(
      (earlier) => isRead(earlier.case.step) && outcomeOf(earlier) === 'done',
    )
    const message = `${describeAnswer(exchange)} says that the item does not exist, but ${origin} created it.`
    return accuseBoth(createdResourceUnavailable, wasRead ? [exchange] : [source, exchange], message)
  },
})

/** The item was missing before, and an earlier finding reports that. */
const wasDenied = (exchange: Exchange, source: Exchange): boolean =>
  since(exchange, source).some((earlier) => isRead(earlier.case.step) && outcomeOf(earlier) === 'gone')

const since = ({ history }: Exchange, source: Exchange): readonly Exchange[] =>
  history.slice(history.indexOf(source))

const isRead = (step: string | undefined): boolean => step === 'read-created' || step === 'read-before-change'

/**
 * An id names one item: a request by an id returns that item, and two creations give two ids. The requested id must come from the same
 * property of an earlier response.
 */
export const resourceIdentity: Check = defineCheck({
  id: 'resource-identity',
  title: 'One id names two items',
  severity: 'critical',
  needs: 'sequence',
  appliesTo: isDeclared,
  verify: (exchange) => {
    if (sharesId(exchange)) {
      const message = `${describeAnswer(exchange)} gives a new item the id of another item.`
      return [createFinding(resourceIdentity, exchange, message, undefined, 'shared')]
    }
    if (outcomeOf(exchange) !== 'done' || !showsAnother(exchange)) return []
    return [
      createFinding(
        resourceIdentity,
        exchange,
        `${describeAnswer(exchange)} shows another item than the requested one.`,
      ),
    ]
  },
})

/** Two different requests, neither a repetition of the other, both got 201 with one id. A UUID must be unique everywhere. */
const sharesId = (exchange: Exchange): boolean => {
  const { case: sent, answer, history } = exchange
  const id = isCreation(exchange) && !history.some(isDeletion) ? createdId(exchange) : undefined
  if (id === undefined || (requestHeader(sent.request, 'idempotency-key') ?? '') !== '') return false
  return history.filter(isCreation).some((first) => {
    if (first.case.operation !== sent.operation || !isSameId(createdId(first), id)) return false
    if (first.case.request.target !== sent.request.target) return UUID.test(String(id))
    const isRepetition = bodyText(first) === bodyText(exchange)
    return answer.status === 201 && first.answer.status === 201 && !isRepetition && !isSent(id, exchange)
  })
}

const isCreation = ({ case: { request, step = '' }, answer: { status } }: Exchange): boolean =>
  request.method === 'POST' && /^create(-second|-after-delete)?$/.test(step) && [201, 202].includes(status)

const createdId = (exchange: Exchange): Id | undefined => {
  const { resources } = buildResourceGraph(exchange.document)
  const resource = resources.find(({ create }) => create?.operation === exchange.case.operation)
  return resource && findCreatedId(resource, exchange)?.value
}

const isDeletion = (exchange: Exchange): boolean =>
  exchange.case.request.method === 'DELETE' && outcomeOf(exchange) === 'done'

const bodyText = ({ case: { values } }: Exchange): string => toCanonicalText(values?.body?.value ?? null)

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Whether the client chose the id, or a part of it. */
const isSent = (id: Id, { case: { request } }: Exchange): boolean => {
  const text = String(id).toLowerCase()
  const sent = `${request.target} ${typeof request.body === 'string' ? request.body : ''}`.toLowerCase()
  return sent.includes(text) || (sent.match(/[\p{L}\p{N}]{3,}/gu) ?? []).some((word) => text.includes(word))
}

/**
 * The id of a deleted item is not given again, since a client that kept it would find another item. Numbers may be reused, for example by a
 * server that takes the lowest free one.
 */
export const idReused: Check = defineCheck({
  id: 'id-reused',
  title: 'Id of a deleted item is reused',
  severity: 'low',
  needs: 'sequence',
  appliesTo: isDeclared,
  verify: (exchange) => {
    if (exchange.case.step !== 'create-after-delete' || !isCreation(exchange)) return []
    const id = createdId(exchange)
    if (id === undefined || isSmallNumber(id) || isSent(id, exchange)) return []
    const isDeleted = exchange.history
      .filter(isDeletion)
      .some(({ case: { values } }) => Object.values(values?.path ?? {}).some((value) => isSameId(value, id)))
    const message = `${describeAnswer(exchange)} gives a new item the id of a deleted item.`
    return isDeleted ? [createFinding(idReused, exchange, message)] : []
  },
})

/** Numbers up to ten digits. */
const isSmallNumber = (id: Id): boolean => /^\d{1,10}$/.test(String(id))

const showsAnother = (exchange: Exchange): boolean => {
  const {
    document,
    case: { operation, values, boundTo = {} },
    answer: { json },
  } = exchange
  if (json === undefined || operation === undefined) return false
  const resource = resourceShownBy(document, operation.id)
  const place = resource && idPlaceOf(resource, exchange)
  if (resource === undefined || (place?.location !== 'path' && place?.location !== 'query')) return false
  const origin = boundTo[`${place.location}.${place.name}`]
  if (origin === undefined) return false
  const [pointer] = findIds(sketchValue(json), idQueryOf(resource))
  if (pointer === undefined || propertyOf(origin) !== parsePointer(pointer).at(-1)) return false
  const shown: Json | undefined = findAt(json, pointer)
  const asked = values?.[place.location][place.name]
  if (shown === undefined || shown === null || typeof asked === 'object') return false
  return !isSameId(shown, asked)
}

/** The resource of which an operation reads or changes one item. */
const resourceShownBy = oncePerName((document: ApiDocument, id: string) =>
  buildResourceGraph(document).resources.find(({ read, replace, patch }) =>
    [read, replace, patch].some((call) => call?.operation.id === id),
  ),
)

const idPlaceOf = ({ read, replace, patch }: Resource, { case: { operation } }: Exchange) =>
  [read, replace, patch].find((call) => call?.operation === operation)?.id

const propertyOf = (origin: string): string | undefined => /\$response\.body#.*\/([^/]+)$/.exec(origin)?.[1]

/**
 * A child is found and deleted only under its own parent. If each parent counts its ids from 1, the response must also show what was sent:
 * otherwise it may be another child. Nothing exists below a missing parent, where 404 is documented.
 */
export const childUnderWrongParent: Check = defineCheck({
  id: 'child-under-wrong-parent',
  title: 'Item is found under another parent',
  severity: 'high',
  needs: 'sequence',
  appliesTo: isDeclared,
  verify: (exchange) => {
    const accuse = (text: string, subject = exchange): readonly Finding[] => [
      createFinding(childUnderWrongParent, subject, `${describeAnswer(subject)} ${text}.`),
    ]
    const outcome = outcomeOf(exchange)
    const [step, last, created] = [exchange.case.step, exchange.history.at(-1), findStep(exchange, 'create')]
    if (step === 'wrong-parent' && outcome === 'done' && created !== undefined)
      return isUnique(createdId(created)) || showsWhatWasSent(exchange, created)
        ? accuse('shows an item under a parent that it does not belong to')
        : []
    if (step === 'list-missing' && outcome === 'done')
      return accuse('lists items below a parent that does not exist')
    if (outcome !== 'gone' || last === undefined || outcomeOf(last) !== 'done') return []
    if (step === 'read-elsewhere' && last.case.step === 'delete-elsewhere')
      return accuse('deletes an item through a parent that it does not belong to', last)
    return step === 'read-missing' && last.case.step === 'create-missing'
      ? accuse('creates an item below a parent that does not exist', last)
      : []
  },
})

/** A number, or a short text, may exist under every parent. */
const isUnique = (id: Json | undefined): boolean => typeof id === 'string' && id.length >= 12

const showsWhatWasSent = (shown: Exchange, write: Exchange): boolean => {
  const [sent, answered] = pairThings(readSent(write), readShown(shown)) ?? []
  if (sent === undefined || answered === undefined) return false
  const fields = commonFields(sent, answered, true).filter(
    ({ left, right }) => right !== undefined && typeof left !== 'boolean',
  )
  return fields.length > 0 && fields.every(fieldAgrees)
}

const LEFT_BELOW: Readonly<Record<string, string>> = {
  'read-orphan': 'still shows an item',
  'list-orphans': 'still lists items',
  'create-orphan': 'creates an item',
}

/**
 * Nothing is left below a deleted item, and nothing new can be created there. A list is judged where it documents 404. Keeps silent if the
 * parent can still be read: then it was marked as deleted, not removed.
 */
export const childOutlivesParent: Check = defineCheck({
  id: 'child-outlives-parent',
  title: 'Children of a deleted item still exist',
  severity: 'high',
  needs: 'sequence',
  appliesTo: isDeclared,
  verify: (exchange) => {
    const { step = '', operation } = exchange.case
    const what = LEFT_BELOW[step]
    if (what === undefined || outcomeOf(exchange) !== 'done') return []
    const removed = findStep(exchange, 'delete-parent')
    const parent = findStep(exchange, 'read-parent-gone')
    if (removed === undefined || (parent !== undefined && parent.answer.status < 400)) return []
    if (step === 'list-orphans' && (parent === undefined || operation?.responses.has('404') !== true))
      return []
    const before = findStep(exchange, 'read-created')
    if (step === 'read-orphan' && becameDeleted(exchange.answer.json, before?.answer.json)) return []
    const message = `${describeAnswer(exchange)} ${what} below the parent that ${removed.case.operation?.id ?? 'DELETE'} deleted.`
    return accuseBoth(childOutlivesParent, [removed, exchange], message)
  },
})
