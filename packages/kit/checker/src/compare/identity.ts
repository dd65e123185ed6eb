import { isObject, type Json, own, parsePointer } from '@contract-kit/json-schema/json'
import { oncePer, oncePerName } from '@contract-kit/json-schema/memo'
import type { ApiDocument } from '@contract-kit/openapi'
import { buildResourceGraph, type Resource } from '@contract-kit/resources'
import { findIds, idQueryOf, readId, sketchValue } from '@contract-kit/resources/exchanges'
import type { Exchange } from '../core/exchange.ts'
import { isSameId, outcomeOf } from './facts.ts'

/** Whether a response shows another item than requested. The id must come from the same property of an earlier response. */
export const showsAnother = oncePer((exchange: Exchange): boolean => {
  const {
    document,
    case: { operation, values, boundTo = {} },
    response: { json },
  } = exchange
  if (json === undefined || operation === undefined || outcomeOf(exchange) !== 'done') return false
  const resource = resourceShownBy(document, operation.id)
  const place = resource && idPlaceOf(resource, exchange)
  if (resource === undefined || (place?.location !== 'path' && place?.location !== 'query')) return false
  const origin = boundTo[`${place.location}.${place.name}`]
  if (origin === undefined) return false
  const query = idQueryOf(resource)
  const [pointer] = findIds(sketchValue(json), query)
  if (pointer === undefined || propertyOf(origin) !== parsePointer(pointer).at(-1)) return false
  const shown: Json | undefined = readId(json, pointer, query)
  const requested = values?.[place.location][place.name]
  if (shown === undefined || shown === null || typeof requested === 'object') return false
  return !isSameId(shown, requested) && !isRenamed(exchange, shown)
})

/**
 * Whether a change altered the item's id: the request contains a text of the id, such as a name from which it is derived. An id may
 * transliterate non-ASCII letters.
 */
const isRenamed = ({ case: { operation, values } }: Exchange, shown: Json): boolean => {
  if (operation?.method === 'GET' || typeof shown !== 'string') return false
  const id = shown.toLowerCase()
  const name = isObject(values?.body?.value) ? own(values.body.value, 'name') : undefined
  if (typeof name === 'string' && id.includes(name.toLowerCase())) return true
  return textsIn(values?.body?.value).some(
    (text) => text.length >= NAME && (id.includes(text.toLowerCase()) || /[^ -~]/.test(text)),
  )
}

/** The minimum length of a text other than a name; shorter ones may occur in an id by chance. */
const NAME = 3

const textsIn = (value: Json | undefined): readonly string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** The resource whose item an operation reads or changes. */
const resourceShownBy = oncePerName((document: ApiDocument, id: string) =>
  buildResourceGraph(document).resources.find(({ read, replace, patch }) =>
    [read, replace, patch].some((call) => call?.operation.id === id),
  ),
)

const idPlaceOf = ({ read, replace, patch }: Resource, { case: { operation } }: Exchange) =>
  [read, replace, patch].find((call) => call?.operation === operation)?.id

const propertyOf = (origin: string): string | undefined =>
  /\$response\.body#[^#]*\/([^/#]+)(?:#|$)/.exec(origin)?.[1]
