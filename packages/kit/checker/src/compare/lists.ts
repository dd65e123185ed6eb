import {
  equalJson,
  isNumber,
  isObject,
  type Json,
  type JsonObject,
  writeJson,
} from '@contract-kit/json-schema/json'
import { oncePer } from '@contract-kit/json-schema/memo'
import {
  describeProperty,
  describingSchemas,
  findKeyword,
  type SchemaNode,
} from '@contract-kit/json-schema/schemas'
import type { ApiOperation, ApiParameter } from '@contract-kit/openapi'
import { buildResourceGraph, type Resource } from '@contract-kit/resources'
import { type ListedItem, readListedItems } from '@contract-kit/resources/exchanges'
import {
  addsItems,
  demandOf,
  findFilters,
  isChoice,
  isEverything,
  plainName,
  selectsByFalse,
  withoutIs,
} from '@contract-kit/resources/filters'
import {
  findListed,
  findPaging,
  isAboutPage,
  isPagingName,
  readPageMarkers,
} from '@contract-kit/resources/lists'
import { entityOf, isSameName, wordsOf } from '@contract-kit/resources/words'
import type { ReadResponse, Exchange } from '../core/exchange.ts'
import { outcomeOf } from './facts.ts'
import { agrees, isNothing } from './same-values.ts'
import { readSent } from './things.ts'

/** The resource that a response lists; undefined if it is not a list. */
export const findShownList = (exchange: Exchange): Resource | undefined => {
  const { operation } = exchange.case
  if (operation === undefined || outcomeOf(exchange) !== 'done') return undefined
  return findListed(buildResourceGraph(exchange.document), operation)
}

/** The resource that a valid request lists. An invalid number is sent as text, so its values do not show which items were requested. */
export const findRequestedList = (exchange: Exchange): Resource | undefined =>
  exchange.case.mode === 'positive' && exchange.verdict?.isValid === true
    ? findShownList(exchange)
    : undefined

/** Parameters that sort or format a list without excluding items. */
const HARMLESS =
  /^(sort|order|orderby|sortby|sortorder|direction|fields|expand|include|embed|format|locale|timezone|tz|pretty|total|withtotal)/

/** Whether a name may be a filter; names for paging, order and presentation are not. */
export const isChoosing = (name: string): boolean =>
  !HARMLESS.test(wordsOf(name).join('')) && !isPagingName(name)

/** Whether a query parameter may filter a list; those for paging, order and presentation do not. */
export const isFilter = (operation: ApiOperation, { in: location, name }: ApiParameter): boolean => {
  const paging = findPaging(operation)
  return (
    location === 'query' &&
    name !== paging?.size &&
    name !== paging?.position &&
    !HARMLESS.test(wordsOf(name).join(''))
  )
}

/** Whether a query parameter, sent or by default, may exclude items from a list. */
export const isNarrowed = ({ case: { operation, values } }: Exchange): boolean =>
  operation !== undefined &&
  operation.parameters.some((parameter) => {
    if (!isFilter(operation, parameter)) return false
    const hasDefault =
      parameter.schema !== undefined && findKeyword(parameter.schema, 'default') !== undefined
    return hasDefault || Object.hasOwn(values?.query ?? {}, parameter.name)
  })

/** Whether a filtered list is complete: it announces no more items, and is shorter than a page requested the same way. */
export const isUncut = (resource: Resource, filtered: Exchange, whole: Exchange): boolean => {
  if (outcomeOf(filtered) !== 'done' || readPageMarkers(filtered.response).hasMore === true) return false
  const isSameSize = equalJson(pageAskedFor(filtered), pageAskedFor(whole))
  const [some, all] = [filtered, whole].map((page) => readListedItems(resource, page)?.length)
  return isSameSize && some !== undefined && all !== undefined && some < all
}

const pageAskedFor = ({ case: { values } }: Exchange): Json => {
  const sent = { ...values?.query, ...(isObject(values?.body?.value) ? values.body.value : {}) }
  return Object.fromEntries(Object.entries(sent).filter(([name]) => isPagingName(name)))
}

/** Names of values that clients often filter by a minimum or maximum. */
const MEASURES = new Set([
  'rating', 'stars', 'score', 'price', 'amount', 'cost', 'age', 'size', 'distance', 'radius', 'weight', 'height', 'width', 'length', 'duration',
  'capacity', 'level', 'priority',
]) // prettier-ignore

/**
 * Whether a list item has another value than its filter requests. A text may match partially, and a date may match a time. If several
 * values are requested or stored, one match is enough, unless the document requires all.
 */
export const findMismatch = (
  resource: Resource,
  exchange: Exchange,
  criterion: Pick<ApiParameter, 'name' | 'schema' | 'description'>,
  wanted: Json,
): boolean => {
  const values = Array.isArray(wanted) ? wanted : [wanted]
  const isFixed = isChoice(criterion)
  if (values.length === 0 || values.some((value) => !isAskable(value))) return false
  if (isNumber(wanted) && wordsOf(criterion.name).some((word) => MEASURES.has(word))) return false
  // A flag that is off may exclude no items.
  if (wanted === false && !selectsByFalse(criterion.description)) return false
  if (wanted === true && addsItems(criterion.description)) return false
  if (isFixed && !values.every((value) => mayBeHeld(resource, criterion.name, value))) return false
  const isAll = demandOf(criterion.description) === 'all'
  return (readListedItems(resource, exchange) ?? []).some(({ value: item }) => {
    const held = heldBy(item, criterion.name, wanted, isFixed)
    if (held === undefined || (wanted === false && held === null)) return false
    const all = Array.isArray(held) ? held : [held]
    if (all.some(isObject)) return false
    const isHeld = (value: Json): boolean => all.some((one) => fits(value, one, isFixed))
    return Array.isArray(held) && isAll ? !values.every(isHeld) : !values.some(isHeld)
  })
}

/** Whether a property may have a value: `status=open` may stand for several, `date=today` for another format. */
const mayBeHeld = (resource: Resource, name: string, value: Json): boolean =>
  findFilters(resource).every(
    ({ parameter, member, held }) =>
      (member ?? plainName(parameter.name)) !== name ||
      held.accepts(value) ||
      held.items()?.accepts(value) === true,
  )

const isAskable = (value: Json): boolean =>
  isNumber(value) || typeof value === 'boolean' || (typeof value === 'string' && !isEverything(value))

/** `tag` filters by `tags`, several `zones` by each `zone`, and the flag `archived` by `isArchived`. */
const heldBy = (item: Json, name: string, wanted: Json, isFixed: boolean): Json | undefined => {
  const entries = isObject(item) ? Object.entries(item) : []
  const same = entries.find(([key]) => isSameName(key, name))
  if (same !== undefined) return same[1]
  return entries.find(([key, held]) =>
    typeof wanted === 'boolean'
      ? typeof held === 'boolean' && withoutIs(key) === withoutIs(name)
      : (Array.isArray(held) || (isFixed && Array.isArray(wanted))) && entityOf(key) === entityOf(name),
  )?.[1]
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

/** Whether a name is the number of items on all pages. */
export const isTotal = (key: string): boolean =>
  /^(total|total_?(count|size|items|elements|results))$/i.test(key)

/** The numbers with a name, such as `limit`, in the page metadata of a response. */
export const findPageFacts = ({ json }: ReadResponse, name: string): readonly number[] =>
  numbersAt(json, (key) => isSameName(key, name))

/** The largest total in a response, from a property such as `total` or from `X-Total-Count`; 0 if there is none. */
export const findTotal = (answer: ReadResponse): number =>
  Math.max(0, readPageMarkers(answer).counted ?? 0, ...numbersAt(answer.json, isTotal))

/** The numbers with certain names at the top level of a response or in its page metadata. */
export const numbersAt = (json: Json | undefined, isWanted: (key: string) => boolean): readonly number[] =>
  placesIn(json).flatMap((place) =>
    Object.entries(place).flatMap(([key, amount]) =>
      isWanted(key) && typeof amount === 'number' ? [amount] : [],
    ),
  )

/** A property at the top level of a response or in its page metadata. */
export interface PageEntry {
  readonly name: string
  readonly held: Json
  readonly description: string
}

/** The properties at the top level of a response and in its page metadata, with their descriptions. */
export const readPageEntries = oncePer(({ response, media }: Exchange): readonly PageEntry[] =>
  entriesOf(response.json, media?.schema ? [media.schema] : [], true),
)

const entriesOf = (
  json: Json | undefined,
  schemas: readonly SchemaNode[],
  isOuter: boolean,
): readonly PageEntry[] => {
  if (!isObject(json)) return []
  const nodes = describingSchemas(schemas, json)
  return Object.entries(json).flatMap(([name, held]) => {
    const inner = describeProperty(nodes, name).schemas
    if (isOuter && isAboutPage(name) && isObject(held)) return entriesOf(held, inner, false)
    const texts = inner.map((node) => findKeyword(node, 'description'))
    return [{ name, held, description: texts.filter((text) => typeof text === 'string').join(' ') }]
  })
}

const placesIn = (json: Json | undefined): readonly JsonObject[] =>
  isObject(json)
    ? [json, ...Object.keys(json).flatMap((key) => (isAboutPage(key) ? objectAt(json, key) : []))]
    : []

const objectAt = (json: JsonObject, key: string): readonly JsonObject[] => {
  const held = json[key]
  return isObject(held) ? [held] : []
}

/** Whether an item shows at least one text or number of the request, or the request contains none that could be shown. */
export const resembles = ({ value }: ListedItem, failed: Exchange): boolean => {
  if (!isObject(value)) return false
  const sent = readSent(failed)
  const common = sent.flatMap((thing) =>
    Object.entries(thing.value).filter(([name, held]) => isTelling(held) && Object.hasOwn(value, name)),
  )
  return common.length === 0 || common.some(([name, held]) => agrees(held, value[name] ?? null))
}

const isTelling = (value: Json): boolean => !isNothing(value) && typeof value !== 'boolean'
