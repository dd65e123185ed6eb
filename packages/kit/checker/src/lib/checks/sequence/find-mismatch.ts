import type { ApiParameter } from '../../document/api-document.ts'
import { findKeyword } from '../../resources/find-keyword.ts'
import { readListedItems } from '../../resources/listed-items.ts'
import { entityOf } from '../../resources/reference-name.ts'
import type { Resource } from '../../resources/resource-graph.ts'
import { isSameName, wordsOf } from '../../resources/words-of.ts'
import type { Exchange } from '../../run/exchange.ts'
import { isObject, type Json } from '../../schema/json.ts'

/** Words that ask for everything. */
const EVERYTHING = /^(all|any|both|either|everything|none|\*|mine|me)?$/i

/** Names of what is often asked for as "at least" or "at most". */
const MEASURES = new Set([
  'rating', 'stars', 'score', 'price', 'amount', 'cost', 'age', 'size', 'distance', 'radius', 'weight', 'height', 'width', 'length', 'duration',
  'capacity', 'level', 'priority',
]) // prettier-ignore

/**
 * Whether an item of a list has another value than the one that the parameter of the same name asks for. A text may be a
 * part of the item's, a date a part of its time; of several values wanted or held, one is enough.
 */
export const findMismatch = (
  resource: Resource,
  exchange: Exchange,
  parameter: ApiParameter,
  wanted: Json,
): boolean => {
  const values = Array.isArray(wanted) ? wanted : [wanted]
  const isFixed = hasFixedValues(parameter)
  if (values.length === 0 || values.some((value) => !isAskable(value))) return false
  if (typeof wanted === 'number' && wordsOf(parameter.name).some((word) => MEASURES.has(word))) return false
  return (readListedItems(resource, exchange) ?? []).some(({ value: item }) => {
    const held = heldBy(item, parameter.name)
    if (held === undefined) return false
    const all = Array.isArray(held) ? held : [held]
    return !all.some((one) => isObject(one) || values.some((value) => fits(value, one, isFixed)))
  })
}

const isAskable = (value: Json): boolean =>
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  (typeof value === 'string' && !EVERYTHING.test(value))

/** `tag` asks for what `tags` holds. */
const heldBy = (item: Json, name: string): Json | undefined => {
  const entries = isObject(item) ? Object.entries(item) : []
  const same = entries.find(([key]) => isSameName(key, name))
  return (same ?? entries.find(([key, held]) => Array.isArray(held) && entityOf(key) === entityOf(name)))?.[1]
}

const fits = (wanted: Json, held: Json, isFixed: boolean): boolean => {
  if (held === null) return false
  const [one, other] = [asText(wanted).trim(), asText(held)]
  return (
    one === other ||
    (!isFixed && typeof wanted === 'string' && typeof held === 'string' && other.includes(one))
  )
}

const asText = (value: Json): string =>
  (typeof value === 'string' ? value : JSON.stringify(value)).toLowerCase()

const hasFixedValues = ({ schema }: ApiParameter): boolean => {
  if (schema === undefined) return false
  const items = findKeyword(schema, 'items')
  return findKeyword(schema, 'enum') !== undefined || (isObject(items) && items['enum'] !== undefined)
}
