import { toCanonicalText } from '@contract-kit/json-schema/json'
import type { Id } from '@contract-kit/resources/exchanges'
import { describeResponse, requestHeader } from '../../checks/exchanges/exchange-facts.ts'
import { createdId, isSameId, outcomeOf } from '../../compare/facts.ts'
import { showsAnother } from '../../compare/identity.ts'
import { createFinding } from '../../core/check.ts'
import { defineEvidence, judges, type PropertyRule } from '../../core/evidence.ts'
import type { Exchange } from '../../core/exchange.ts'
import { itemCreated } from '../../scenarios/evidence.ts'
import type { Property } from '../property.ts'

/** An item was created after others were deleted. */
export const createdAfterDeletion = defineEvidence<{ removals: readonly Exchange[]; create: Exchange }>(
  'item created after a deletion',
)

/**
 * An id identifies one item: a request by id returns that item, and two creations get different ids. The requested id must come from the
 * same property of an earlier response.
 */
export const identityRule: PropertyRule = {
  id: 'resource-identity',
  title: 'One id names two items',
  severity: 'critical',
  oracles: [
    judges(itemCreated, ({ earlier, create }) => {
      const message = `${describeResponse(create)} gives a new item the id of another item.`
      return earlier.some((first) => sharesId(first, create))
        ? [createFinding(identityRule, create, message, undefined, 'shared')]
        : []
    }),
  ],
  verify: (exchange) => {
    const message = `${describeResponse(exchange)} shows another item than the requested one.`
    return showsAnother(exchange) ? [createFinding(identityRule, exchange, message)] : []
  },
}

/** Two different requests got a 201 with the same id. A UUID must be globally unique. */
const sharesId = (first: Exchange, second: Exchange): boolean => {
  const { case: sent } = second
  const id = createdId(second)
  if (
    id === undefined ||
    first.case.operation !== sent.operation ||
    !isCreation(first) ||
    !isCreation(second)
  )
    return false
  if (!isSameId(createdId(first), id) || (requestHeader(sent.request, 'idempotency-key') ?? '') !== '')
    return false
  if (first.case.request.target !== sent.request.target) return UUID.test(String(id))
  const isRepetition = bodyText(first) === bodyText(second)
  return (
    [first, second].every(({ response }) => response.status === 201) && !isRepetition && !isSent(id, second)
  )
}

const isCreation = ({ case: { request }, response: { status } }: Exchange): boolean =>
  request.method === 'POST' && (status === 201 || status === 202)

const bodyText = ({ case: { values } }: Exchange): string => toCanonicalText(values?.body?.value ?? null)

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Whether the client chose the id or a part of it. */
const isSent = (id: Id, { case: { request } }: Exchange): boolean => {
  const text = String(id).toLowerCase()
  const sent = `${request.target} ${typeof request.body === 'string' ? request.body : ''}`.toLowerCase()
  return sent.includes(text) || (sent.match(/[\p{L}\p{N}]{3,}/gu) ?? []).some((word) => text.includes(word))
}

/**
 * The id of a deleted item is not reused, because a client that stored it would find another item. Numbers may be reused, for example by a
 * server that takes the lowest free one.
 */
export const reuseRule: PropertyRule = {
  id: 'id-reused',
  title: 'Id of a deleted item is reused',
  severity: 'low',
  oracles: [
    judges(createdAfterDeletion, ({ removals, create }) => {
      const id = isCreation(create) ? createdId(create) : undefined
      if (id === undefined || isSmallNumber(id) || isSent(id, create)) return []
      const isDeleted = removals
        .filter((removal) => outcomeOf(removal) === 'done')
        .some(({ case: { values } }) =>
          Object.values(values?.path ?? {}).some((value) => isSameId(value, id)),
        )
      const message = `${describeResponse(create)} gives a new item the id of a deleted item.`
      return isDeleted ? [createFinding(reuseRule, create, message)] : []
    }),
  ],
}

/** Numbers up to ten digits. */
const isSmallNumber = (id: Id): boolean => /^\d{1,10}$/.test(String(id))

/** Each id identifies one item; scenarios of other properties provide the evidence. */
export const resourceIdentity: Property = { rules: [identityRule, reuseRule] }
