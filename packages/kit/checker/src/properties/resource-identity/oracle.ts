import { type Check, createFinding, defineCheck } from '../../core/check.ts'
import type { Exchange } from '../../core/exchange.ts'
import { oncePerName } from '@contract-kit/json-schema/memo'
import { findAt, type Json, parsePointer, toCanonicalText } from '@contract-kit/json-schema/json'
import type { ApiDocument } from '@contract-kit/openapi'
import { buildResourceGraph, type Resource } from '@contract-kit/resources'
import { findIds, type Id, idQueryOf, sketchValue } from '@contract-kit/resources/exchanges'
import { describeAnswer, isDeclared, requestHeader } from '../../checks/exchanges/exchange-facts.ts'
import { createdId, isSameId, outcomeOf } from '../../compare/facts.ts'

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
