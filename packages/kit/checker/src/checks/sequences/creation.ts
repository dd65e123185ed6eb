import { type Check, createFinding, defineCheck } from '../../core/check.ts'
import type { Exchange } from '../../core/exchange.ts'
import { findAt, type Json, parsePointer, toCanonicalText } from '../../json-schema/base/json.ts'
import { buildResourceGraph } from '../../resources/build-resource-graph.ts'
import { findIds } from '../../resources/find-id.ts'
import { idQueryOf } from '../../resources/finish-resources.ts'
import type { Resource } from '../../resources/resource-graph.ts'
import { sketchValue } from '../../resources/sketch.ts'
import { describeAnswer, isDeclared, requestHeader } from '../exchanges/exchange-facts.ts'
import { becameDeleted } from './same-values.ts'
import {
  accuseBoth,
  type Created,
  findSource,
  findStep,
  hasFittingIds,
  isSameId,
  outcomeOf,
  readCreated,
} from './sequence-facts.ts'
import { commonFields, fieldAgrees, pairThings, readSent, readShown } from './things.ts'

/** Steps that only look at a thing or take it away, so that nothing but the thing itself can be missing. */
const NEEDS_THING = new Set([
  'read-created',
  'read-other',
  'read-before-change',
  'read-after-change',
  'delete',
  'read-listed',
])

/**
 * What was created, or listed, a moment ago and not deleted since is there. Silent where the id was guessed from a property
 * that need not be the one the path asks for, and where a query could be the reason.
 */
export const createdResourceUnavailable: Check = defineCheck({
  id: 'created-resource-unavailable',
  title: 'Created item cannot be read',
  severity: 'high',
  appliesTo: isDeclared,
  verify: (exchange) => {
    const {
      case: { step = '', values, boundTo = {} },
    } = exchange
    if (!NEEDS_THING.has(step) || outcomeOf(exchange) !== 'gone') return []
    if (!Object.keys(values?.query ?? {}).every((name) => Object.hasOwn(boundTo, `query.${name}`))) return []
    if (!hasFittingIds(exchange)) return []
    const source = findSource(exchange)
    if (source === undefined || outcomeOf(source) !== 'done' || wasDenied(exchange, source)) return []
    const removed = findStep(exchange, 'delete')
    if (removed?.case.request.target === exchange.case.request.target) return []
    const origin = source.case.operation?.id ?? 'an earlier request'
    if (step === 'read-listed') {
      const message = `${describeAnswer(exchange)} denies an item that ${origin} listed.`
      return [createFinding(createdResourceUnavailable, exchange, message)]
    }
    const wasRead = since(exchange, source).some(
      (earlier) => isRead(earlier.case.step) && outcomeOf(earlier) === 'done',
    )
    const message = `${describeAnswer(exchange)} denies what ${origin} said it created.`
    return accuseBoth(createdResourceUnavailable, wasRead ? [exchange] : [source, exchange], message)
  },
})

/** The thing was missed before, and that was told then. */
const wasDenied = (exchange: Exchange, source: Exchange): boolean =>
  since(exchange, source).some((earlier) => isRead(earlier.case.step) && outcomeOf(earlier) === 'gone')

const since = ({ history }: Exchange, source: Exchange): readonly Exchange[] =>
  history.slice(history.indexOf(source))

const isRead = (step: string | undefined): boolean => step === 'read-created' || step === 'read-before-change'

/**
 * An id names one thing: what is asked for by its id is what is shown, and two creations give two ids. The id asked for must
 * have come from the same property of an earlier answer.
 */
export const resourceIdentity: Check = defineCheck({
  id: 'resource-identity',
  title: 'One id names two items',
  severity: 'critical',
  appliesTo: isDeclared,
  verify: (exchange) => {
    if (outcomeOf(exchange) !== 'done') return []
    if (sharesId(exchange)) {
      const message = `${describeAnswer(exchange)} gives a new thing the id of another.`
      return [createFinding(resourceIdentity, exchange, message, undefined, 'shared')]
    }
    if (!showsAnother(exchange)) return []
    return [
      createFinding(
        resourceIdentity,
        exchange,
        `${describeAnswer(exchange)} shows another thing than the one asked for.`,
      ),
    ]
  },
})

/** Two different requests, neither a repetition of the other, were both answered 201 with one id. */
const sharesId = (exchange: Exchange): boolean => {
  const {
    case: { step, request, operation, values },
    answer,
  } = exchange
  if (step !== 'create-second' || request.method !== 'POST' || answer.status !== 201) return false
  const first = findStep(exchange, 'create')
  if (first?.case.operation !== operation || first?.answer.status !== 201) return false
  const isRepetition =
    toCanonicalText(first.case.values?.body?.value ?? null) ===
      toCanonicalText(values?.body?.value ?? null) || (requestHeader(request, 'idempotency-key') ?? '') !== ''
  return (
    !isRepetition &&
    request.target === first.case.request.target &&
    isSameId(readCreated(first)?.id, readCreated(exchange)?.id)
  )
}

const showsAnother = (exchange: Exchange): boolean => {
  const {
    document,
    case: { operation, values, boundTo = {} },
    answer: { json },
  } = exchange
  const resource = buildResourceGraph(document).resources.find(({ read, replace, patch }) =>
    [read, replace, patch].some((call) => call?.operation === operation),
  )
  const place = resource && idPlaceOf(resource, exchange)
  if (
    resource === undefined ||
    json === undefined ||
    (place?.location !== 'path' && place?.location !== 'query')
  )
    return false
  const origin = boundTo[`${place.location}.${place.name}`]
  const [pointer] = findIds(sketchValue(json), idQueryOf(resource))
  if (origin === undefined || pointer === undefined || propertyOf(origin) !== parsePointer(pointer).at(-1))
    return false
  const shown: Json | undefined = findAt(json, pointer)
  const asked = values?.[place.location][place.name]
  if (shown === undefined || shown === null || typeof asked === 'object') return false
  return !isSameId(shown, asked)
}

const idPlaceOf = ({ read, replace, patch }: Resource, { case: { operation } }: Exchange) =>
  [read, replace, patch].find((call) => call?.operation === operation)?.id

const propertyOf = (origin: string): string | undefined => /\$response\.body#.*\/([^/]+)$/.exec(origin)?.[1]

/**
 * A child is found under its own parent only. Where ids are counted anew under each parent, the answer must also show what
 * was sent, or it may be another child of the same number.
 */
export const childUnderWrongParent: Check = defineCheck({
  id: 'child-under-wrong-parent',
  title: 'Item is found under another parent',
  severity: 'high',
  appliesTo: isDeclared,
  verify: (exchange) => {
    if (exchange.case.step !== 'wrong-parent' || outcomeOf(exchange) !== 'done') return []
    const step = findStep(exchange, 'create')
    const created = step && readCreated(step)
    if (created === undefined || (!isUnique(created) && !showsWhatWasSent(exchange, created.exchange)))
      return []
    const message = `${describeAnswer(exchange)} shows a thing under a parent that it does not belong to.`
    return [createFinding(childUnderWrongParent, exchange, message)]
  },
})

/** A number, or a short text, may exist under every parent. */
const isUnique = ({ id }: Created): boolean => typeof id === 'string' && id.length >= 12

const showsWhatWasSent = (shown: Exchange, write: Exchange): boolean => {
  const [sent, answered] = pairThings(readSent(write), readShown(shown)) ?? []
  if (sent === undefined || answered === undefined) return false
  const fields = commonFields(sent, answered, true).filter(
    ({ left, right }) => right !== undefined && typeof left !== 'boolean',
  )
  return fields.length > 0 && fields.every(fieldAgrees)
}

/**
 * Nothing is left below what was deleted, and nothing new is put there. Silent where the parent can still be read: then it was not
 * deleted, but marked.
 */
export const childOutlivesParent: Check = defineCheck({
  id: 'child-outlives-parent',
  title: 'What stands below a deleted item is still there',
  severity: 'high',
  appliesTo: isDeclared,
  verify: (exchange) => {
    const { step } = exchange.case
    if ((step !== 'read-orphan' && step !== 'create-orphan') || outcomeOf(exchange) !== 'done') return []
    const removed = findStep(exchange, 'delete-parent')
    const parent = findStep(exchange, 'read-parent-gone')
    if (removed === undefined || (parent !== undefined && parent.answer.status < 400)) return []
    const before = findStep(exchange, 'read-created')
    if (step === 'read-orphan' && becameDeleted(exchange.answer.json, before?.answer.json)) return []
    const what = step === 'read-orphan' ? 'still shows what stood' : 'makes something'
    const message = `${describeAnswer(exchange)} ${what} below what ${removed.case.operation?.id ?? 'DELETE'} deleted.`
    return accuseBoth(childOutlivesParent, [removed, exchange], message)
  },
})
