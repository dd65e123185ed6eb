import type { Exchange } from '../../core/exchange.ts'
import { isNumber, isObject, type Json, own } from '@contract-kit/json-schema/json'
import { findKeyword } from '@contract-kit/json-schema/schemas'
import type { ApiParameter } from '@contract-kit/openapi'
import { type Resource } from '@contract-kit/resources'
import { readListedItems } from '@contract-kit/resources/exchanges'
import { ordersOf, readOrder } from '@contract-kit/resources/lists'
import { wordsOf } from '@contract-kit/resources/words'

/** Words in a parameter name that indicate a sort direction. */
const DIRECTION = /direction|order|descending|ascending|reverse/

/**
 * Whether a list contradicts the requested order, or the default one. Compares only numbers and times in UTC, because text order depends on
 * the language. Items without a value may be anywhere.
 */
export const isDisordered = (resource: Resource, exchange: Exchange, parameter: ApiParameter): boolean => {
  const query = exchange.case.values?.query ?? {}
  const wanted = own(query, parameter.name) ?? defaultOrder(resource, exchange, parameter)
  if (typeof wanted !== 'string' || !ordersOf(parameter).includes(wanted)) return false
  if (Object.keys(query).some((name) => name !== parameter.name && isDirection(name))) return false
  const { property, isDown } = readOrder(wanted)
  const held = (readListedItems(resource, exchange) ?? []).flatMap(({ value }) =>
    isObject(value) ? (own(value, property) ?? []) : [],
  )
  const ranks = held.filter((value) => value !== null).map(rankOf)
  if (ranks.some(Number.isNaN)) return false
  return ranks.some((rank, index) => {
    const before = ranks[index - 1] ?? rank
    return isDown ? before < rank : before > rank
  })
}

const isDirection = (name: string): boolean => DIRECTION.test(wordsOf(name).join(''))

/** The order of a request for nothing but a page size: a search, a cursor or a followed link may bring its own. */
const defaultOrder = (
  { list }: Resource,
  { case: { operation, request } }: Exchange,
  { name, schema }: ApiParameter,
): Json | undefined => {
  const sent = [...new URLSearchParams(request.target.split('?')[1]).keys()]
  const isPlain =
    sent.every((other) => other === list?.paging?.size) &&
    operation?.parameters.every((other) => other.name === name || !isDirection(other.name)) === true
  return isPlain && schema !== undefined ? findKeyword(schema, 'default') : undefined
}

/** A number, or the moment of a time in UTC; NaN for any other value. */
const rankOf = (value: Json): number => {
  if (isNumber(value)) return Number(value)
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value)
    ? Date.parse(value)
    : NaN
}
