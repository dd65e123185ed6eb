import { type Check, createFinding, type Finding } from '../core/check.ts'
import type { Exchange } from '../core/exchange.ts'
import { isObject, type Json, parsePointer, writeJson } from '@contract-kit/json-schema/json'
import { oncePer } from '@contract-kit/json-schema/memo'
import type { ApiDocument } from '@contract-kit/openapi'
import { buildResourceGraph, type Resource } from '@contract-kit/resources'
import {
  findCreatedId,
  type FoundId,
  type Id,
  type ListedItem,
  readListedItems,
} from '@contract-kit/resources/exchanges'
import { ID_WORDS, parseReferenceName, wordsOf } from '@contract-kit/resources/words'

/** The outcome that a response claims: `done`, `refused`, `gone` (no such item), or `unknown`. */
type Outcome = 'done' | 'refused' | 'gone' | 'unknown'

/**
 * Determines the outcome from the status. A 202 only promises a later change (RFC 9110, 15.3.3). A cached response may be outdated (RFC
 * 9111, 4.2).
 */
export const outcomeOf = ({ response }: Exchange): Outcome => {
  const { status } = response
  if (status === 404 || status === 410) return 'gone'
  if (status >= 400 && status < 500) return 'refused'
  if (Number(response.header('age') ?? 0) > 0) return 'unknown'
  return status >= 200 && status < 300 && status !== 202 ? 'done' : 'unknown'
}

/** Whether the document explains that an item is gone: a 410 allows single-use and expiring items (RFC 9110, 15.5.11). */
export const isUsedUp = ({ response, documented }: Exchange): boolean =>
  response.status === 410 && documented !== undefined

/** An item created earlier in the scenario. */
export interface Created {
  readonly exchange: Exchange
  readonly resource: Resource
  readonly id: FoundId['value']
}

/** The item that an exchange created; undefined if it created none or does not return its id. */
export const readCreated = (exchange: Exchange): Created | undefined =>
  outcomeOf(exchange) === 'done' ? findCreated(exchange) : undefined

/** The id of the item that an exchange created, including later creation (202). */
export const createdId = (exchange: Exchange): Id | undefined => findCreated(exchange)?.id

const findCreated = oncePer((exchange: Exchange): Created | undefined => {
  const { resources } = buildResourceGraph(exchange.document)
  const resource = resources.find(({ create }) => create?.operation === exchange.case.operation)
  const found = resource && findCreatedId(resource, exchange)
  return resource && found && { exchange, resource, id: found.value }
})

/**
 * Reports that two responses contradict each other. Either the write or the later read may be wrong, so one fault names both operations.
 */
export const accuseBoth = (
  check: Pick<Check, 'id'>,
  exchanges: readonly Exchange[],
  message: string,
): readonly Finding[] => {
  const byOperation = new Map(exchanges.map((exchange) => [exchange.case.operation?.id, exchange]))
  return [...byOperation.values()].map((exchange) => ({
    ...createFinding(check, exchange, message),
    cause: message,
  }))
}

/** Whether two ids are equal. A number equals its text; UUIDs ignore case. */
export const isSameId = (left: Json | undefined, right: Json | undefined): boolean =>
  left !== undefined && right !== undefined && (left === right || asText(left) === asText(right))

const asText = (id: Json): string => (typeof id === 'string' ? id : writeJson(id)).toLowerCase()

/**
 * Whether the ids in path and query are surely correct: from a `Location`, a request, or a property that fits the parameter name.
 * `/pets/{slug}` filled with an `id` is not certain.
 */
export const hasFittingIds = ({ document, case: { boundTo = {} } }: Exchange): boolean =>
  Object.entries(boundTo).every(([place, origin]) => {
    const parameter = /^(?:path|query)\.(.+)$/.exec(place)?.[1]
    const property = /\$response\.body#.*\/([^/]+)$/.exec(origin)?.[1] ?? listedProperty(document, origin)
    return parameter === undefined || property === undefined || fitsParameter(parameter, property)
  })

/** The id property in list items: `listPets list`. */
const listedProperty = (document: ApiDocument, origin: string): string | undefined => {
  const id = /^(.+) list$/.exec(origin)?.[1]
  const list = buildResourceGraph(document).resources.find(
    (resource) => resource.list?.operation.id === id,
  )?.list
  return list?.idPointer === undefined ? undefined : parsePointer(list.idPointer).at(-1)
}

/** Whether a property surely holds the value of a path parameter, by name: `petId` and `id`, but not `slug` and `id`. */
export const fitsParameter = (parameter: string, property: string): boolean => {
  const [wanted, given] = [wordsOf(parameter).join(''), wordsOf(property).join('')]
  if (wanted === given || wanted.endsWith(given) || given.endsWith(wanted)) return true
  const { suffix } = parseReferenceName(parameter)
  return (
    (suffix === '' || ID_WORDS.includes(suffix)) && ID_WORDS.includes(parseReferenceName(property).suffix)
  )
}

/** The items on the pages of a list; undefined if a page is not a list, or its items have no ids. */
export const itemsOnPages = (
  resource: Resource,
  pages: readonly Exchange[],
): readonly ListedItem[] | undefined => {
  const items = pages.map((page) =>
    outcomeOf(page) === 'done' ? readListedItems(resource, page) : undefined,
  )
  return items.some((some) => some === undefined || some.some(({ id }) => id === undefined))
    ? undefined
    : items.flatMap((some) => some ?? [])
}

/** Whether the response to a rejected batch may report a result per item. */
export const reportsPerItem = ({ case: { values }, response: { json } }: Exchange): boolean => {
  const [sent, results] = [values?.body?.value, json].map((body) =>
    Object.values(body ?? {}).find(Array.isArray),
  )
  return sent !== undefined && sent.length > 1 && sent.every(isObject) && sent.length === results?.length
}
