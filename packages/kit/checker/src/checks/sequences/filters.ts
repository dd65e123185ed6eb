import { type Check, createFinding, defineCheck } from '../../core/check.ts'
import type { Exchange } from '../../core/exchange.ts'
import { isObject, type Json, writeJson, isNumber } from '../../json-schema/base/json.ts'
import { findKeyword } from '../../json-schema/base/subschemas.ts'
import type { ApiOperation, ApiParameter } from '../../openapi/api-document.ts'
import { buildResourceGraph } from '../../resources/build-resource-graph.ts'
import { findPaging } from '../../resources/lists.ts'
import { entityOf, ID_WORDS, isSameName, parseReferenceName, wordsOf } from '../../resources/names.ts'
import type { Resource } from '../../resources/resource-graph.ts'
import { readListedItems } from '../../resources/response-items.ts'
import { describeAnswer, isDeclared } from '../exchanges/exchange-facts.ts'
import { isDisordered } from './orders.ts'
import { isServerOwned } from './same-values.ts'
import { outcomeOf } from './sequence-facts.ts'

/**
 * A list that is asked for by a property's value, or a range of it, shows no item with another. Only parameters that bear
 * the name of the property are judged; a text may be a part of the item's. A list is in the order asked for, too.
 */
export const filterNotApplied: Check = defineCheck({
  id: 'filter-not-applied',
  title: 'Filter is not applied',
  severity: 'high',
  appliesTo: isDeclared,
  verify: (exchange) => {
    const {
      document,
      case: { operation, values, mode },
      verdict,
    } = exchange
    const resource = buildResourceGraph(document).resources.find(({ list }) => list?.operation === operation)
    if (operation === undefined || resource === undefined || verdict?.isValid !== true) return []
    // A number sent where a text is due travels as a text: what it was made of does not tell what was asked for.
    if (outcomeOf(exchange) !== 'done' || mode !== 'positive') return []
    const ignored = operation.parameters.filter((parameter) => {
      const wanted = values?.query[parameter.name]
      if (wanted === undefined || !isFilter(operation, parameter)) return false
      if (findOutOfRange(resource, exchange, parameter.name, wanted)) return true
      return (
        !isOfAnother(exchange, parameter.name) &&
        !isServerOwned(parameter.name, false) &&
        findMismatch(resource, exchange, parameter, wanted)
      )
    })
    const disordered = operation.parameters.filter((parameter) => isDisordered(resource, exchange, parameter))
    return [
      ...ignored.map((parameter) => ({ ...parameter, clause: 'shows items that', does: 'excludes' })),
      ...disordered.map((parameter) => ({
        ...parameter,
        clause: 'is not in the order that',
        does: 'asks for',
      })),
    ].map(({ name, pointer, clause, does }) => {
      const message = `${describeAnswer(exchange)} ${clause} the query parameter ${name} ${does}.`
      return createFinding(filterNotApplied, exchange, message, pointer, name)
    })
  },
})

/** An id of something else, such as an author's, need not be what items show by that name; where the name says id, it is. */
const isOfAnother = ({ case: { boundTo = {} } }: Exchange, name: string): boolean =>
  Object.hasOwn(boundTo, `query.${name}`) && !ID_WORDS.includes(parseReferenceName(name).suffix)

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
  if (isNumber(wanted) && wordsOf(parameter.name).some((word) => MEASURES.has(word))) return false
  return (readListedItems(resource, exchange) ?? []).some(({ value: item }) => {
    const held = heldBy(item, parameter.name)
    if (held === undefined) return false
    const all = Array.isArray(held) ? held : [held]
    return !all.some((one) => isObject(one) || values.some((value) => fits(value, one, isFixed)))
  })
}

const isAskable = (value: Json): boolean =>
  isNumber(value) || typeof value === 'boolean' || (typeof value === 'string' && !EVERYTHING.test(value))

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

const asText = (value: Json): string => (typeof value === 'string' ? value : writeJson(value)).toLowerCase()

const hasFixedValues = ({ schema }: ApiParameter): boolean => {
  if (schema === undefined) return false
  const items = findKeyword(schema, 'items')
  return findKeyword(schema, 'enum') !== undefined || (isObject(items) && items['enum'] !== undefined)
}

const LOWER = new Set(['after', 'since', 'from', 'min', 'minimum', 'gte', 'gt', 'start'])
const UPPER = new Set(['before', 'until', 'till', 'to', 'max', 'maximum', 'lte', 'lt', 'end'])

/** Words that a property's name may have more than the parameter's: `created_after` bounds `created_at`. */
const TIME_WORDS = new Set(['at', 'on', 'date', 'time', 'timestamp'])

const DAY_MS = 86_400_000

/** One end of a range that a parameter asks for. */
interface Bound {
  /** Words of the property: `created`. */
  readonly property: readonly string[]
  readonly isLower: boolean
  readonly value: Json
}

/**
 * Whether an item of a list lies outside a range that a parameter asks for: `created_after`, `max_price`, or an object
 * such as `published[from]`. Whether the ends belong to it, and which zone a day is in, is the server's affair.
 */
const findOutOfRange = (resource: Resource, exchange: Exchange, name: string, wanted: Json): boolean => {
  const bounds = isObject(wanted)
    ? Object.entries(wanted).flatMap(([key, value]) => toBound(`${name}_${key}`, value))
    : toBound(name, wanted)
  if (bounds.length === 0) return false
  const items = (readListedItems(resource, exchange) ?? []).map(({ value }) => value)
  return bounds.some((bound) => items.some((item) => isOutside(item, bound)))
}

const toBound = (name: string, value: Json): readonly Bound[] => {
  const words = wordsOf(name)
  const at = words.findIndex(
    (word, index) => (index === 0 || index === words.length - 1) && (LOWER.has(word) || UPPER.has(word)),
  )
  const word = words[at]
  const property = words.filter((_word, index) => index !== at)
  return word === undefined || property.length === 0 ? [] : [{ property, isLower: LOWER.has(word), value }]
}

const isOutside = (item: Json, { property, isLower, value }: Bound): boolean => {
  const held = isObject(item)
    ? Object.entries(item).find(([key]) => isMeant(wordsOf(key), property))?.[1]
    : undefined
  const [one, limit] = [toMeasure(held), toMeasure(value)]
  if (one === undefined || limit === undefined || one.isTime !== limit.isTime) return false
  const slack = Math.max(one.slack, limit.slack)
  return isLower ? one.value < limit.value - slack : one.value > limit.value + slack
}

const isMeant = (words: readonly string[], property: readonly string[]): boolean => {
  return bare(words) !== '' && bare(words) === bare(property)
}

const bare = (words: readonly string[]): string => words.filter((word) => !TIME_WORDS.has(word)).join('')

const toMeasure = (
  value: Json | undefined,
): { readonly value: number; readonly slack: number; readonly isTime: boolean } | undefined => {
  if (isNumber(value)) return { value: Number(value), slack: 0, isTime: false }
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}(T|$)/i.test(value)) return undefined
  const time = Date.parse(value)
  return Number.isNaN(time)
    ? undefined
    : { value: time, slack: value.length > 10 ? 1000 : 2 * DAY_MS, isTime: true }
}

/** Parameters that order or describe a list without leaving anything out. */
const HARMLESS =
  /^(sort|order|orderby|sortby|sortorder|direction|fields|expand|include|embed|format|locale|timezone|tz|pretty|total|withtotal)/

/** Whether a query parameter may choose among the items of a list; those of paging, order and presentation cannot. */
export const isFilter = (operation: ApiOperation, { in: location, name }: ApiParameter): boolean => {
  const paging = findPaging(operation)
  return (
    location === 'query' &&
    name !== paging?.size &&
    name !== paging?.position &&
    !HARMLESS.test(wordsOf(name).join(''))
  )
}

/** Whether a query parameter, sent or by its default, may keep items out of a list. */
export const isNarrowed = ({ case: { operation, values } }: Exchange): boolean =>
  operation !== undefined &&
  operation.parameters.some((parameter) => {
    if (!isFilter(operation, parameter)) return false
    const hasDefault =
      parameter.schema !== undefined && findKeyword(parameter.schema, 'default') !== undefined
    return hasDefault || Object.hasOwn(values?.query ?? {}, parameter.name)
  })
