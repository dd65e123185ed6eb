import type { Exchange } from '../../core/exchange.ts'
import { isNumber, isObject, own } from '@contract-kit/json-schema/json'
import type { ApiParameter } from '@contract-kit/openapi'
import { type Resource } from '@contract-kit/resources'
import { readListedItems } from '@contract-kit/resources/exchanges'
import { ordersOf } from '@contract-kit/resources/lists'
import { wordsOf } from '@contract-kit/resources/words'

/** Words in a parameter name that indicate a sort direction. */
const DIRECTION = /direction|order|descending|ascending|reverse/

/**
 * Whether a list contradicts the requested order. Compares only numbers, because text order depends on the language. Items without a value
 * may be anywhere.
 */
export const isDisordered = (resource: Resource, exchange: Exchange, parameter: ApiParameter): boolean => {
  const query = exchange.case.values?.query ?? {}
  const wanted = query[parameter.name]
  if (typeof wanted !== 'string' || !ordersOf(parameter).includes(wanted)) return false
  if (Object.keys(query).some((name) => name !== parameter.name && DIRECTION.test(wordsOf(name).join(''))))
    return false
  const isDown = wanted.startsWith('-')
  const property = isDown ? wanted.slice(1) : wanted
  const held = (readListedItems(resource, exchange) ?? []).flatMap(({ value }) =>
    isObject(value) ? (own(value, property) ?? []) : [],
  )
  const shown = held.filter((value) => value !== null)
  if (!shown.every(isNumber)) return false
  return shown.some((value, index) => {
    const before = Number(shown[index - 1] ?? value)
    return isDown ? before < Number(value) : before > Number(value)
  })
}
