import { type Check, createFinding, defineCheck, type Finding } from '../../core/check.ts'
import type { Exchange } from '../../core/exchange.ts'
import { equalJson, isNumber, isObject, type Json, writeJson } from '@contract-kit/json-schema/json'
import { findKeyword } from '@contract-kit/json-schema/schemas'
import type { ApiOperation, ApiParameter } from '@contract-kit/openapi'
import { buildResourceGraph, type Resource } from '@contract-kit/resources'
import { type ListedItem, readListedItems } from '@contract-kit/resources/exchanges'
import {
  addsItems,
  demandOf,
  type Filter,
  findFilters,
  holdsFilters,
  isBeyondEnd,
  isChoice,
  isEverything,
  isSurelyWanted,
  plainName,
  wantedBy,
  withoutIs,
} from '@contract-kit/resources/filters'
import { findListed, findPaging, isPagingName, readPageMarkers } from '@contract-kit/resources/lists'
import { entityOf, ID_WORDS, isSameName, parseReferenceName, wordsOf } from '@contract-kit/resources/words'
import { describeProperty } from '@contract-kit/json-schema/schemas'
import { describeAnswer, isDeclared } from '../../checks/exchanges/exchange-facts.ts'
import { isDisordered } from './orders.ts'
import { isServerOwned, saysTheSame } from '../../compare/same-values.ts'
import { isSameId, outcomeOf } from '../../compare/facts.ts'
import { readSent } from '../../compare/things.ts'

/**
 * A list filtered by a property's value, or by a range of it, shows every item that certainly has the value, and no other item. Only a
 * parameter with the name of the property is judged; its text may be a part of the item's text. A list is also in the requested order.
 */
export const filterNotApplied: Check = defineCheck({
  id: 'filter-not-applied',
  title: 'Filter is not applied',
  severity: 'high',
  needs: 'sequence',
  appliesTo: isDeclared,
  verify: (exchange) => {
    const {
      document,
      case: { operation, mode, step },
      verdict,
    } = exchange
    if (operation === undefined) return []
    const resource = findListed(buildResourceGraph(document), operation)
    if (resource === undefined || verdict?.isValid !== true) return []
    // A number in place of a text is sent as a text, so the original value does not tell what was requested.
    if (outcomeOf(exchange) !== 'done' || mode !== 'positive') return []
    const disordered = operation.parameters.filter((parameter) => isDisordered(resource, exchange, parameter))
    return [
      ...findExcluded(resource, operation, exchange),
      ...disordered.map((asked) => accuse(exchange, asked, 'is not in the order that', 'requests')),
      ...(step === 'list-again' ? findOmissions(resource, operation, exchange) : []),
    ]
  },
})

const accuse = (
  exchange: Exchange,
  { label, name, pointer, in: location }: Pick<Asked, 'label' | 'name' | 'pointer' | 'in'>,
  clause: string,
  does: string,
): Finding => {
  const place = location === undefined ? 'property' : 'query parameter'
  const message = `${describeAnswer(exchange)} ${clause} the ${place} ${label ?? name} ${does}.`
  return createFinding(filterNotApplied, exchange, message, pointer, name)
}

/** A criterion of a request for the items of a list. */
interface Asked extends Pick<ApiParameter, 'name' | 'schema' | 'description' | 'pointer'> {
  readonly in?: ApiParameter['in']
  /** The whole name of the parameter: `filter[plan]`. */
  readonly label?: string
  readonly wanted: Json
}

/** The parameters that select items, the members of objects that hold filters, and the criteria in the body of a search. */
const asksOf = (operation: ApiOperation, exchange: Exchange): readonly Asked[] => {
  const inQuery = operation.parameters.flatMap((parameter): readonly Asked[] => {
    const wanted = exchange.case.values?.query[parameter.name]
    return wanted === undefined || !isFilter(operation, parameter)
      ? []
      : [{ ...parameter, name: plainName(parameter.name), label: parameter.name, wanted }]
  })
  const [sent] = readSent(exchange)
  const inBody = Object.entries(sent?.value ?? {}).flatMap(([name, wanted]): readonly Asked[] => {
    const [schema] = sent === undefined ? [] : describeProperty(sent.schemas, name).schemas
    // A search for any other text may also find similar ones.
    if (schema === undefined || !isChoosing(name) || !(isChoice({ schema }) || typeof wanted === 'boolean'))
      return []
    return [{ name, schema, description: '', pointer: schema.pointer, wanted }]
  })
  return [...inQuery, ...inBody].flatMap((asked) =>
    isObject(asked.wanted) && holdsFilters(asked.name)
      ? Object.entries(asked.wanted).map(([name, wanted]) => ({ ...asked, name, label: name, wanted }))
      : [asked],
  )
}

/** Shown items with another value than the requested one, or outside a range. */
const findExcluded = (
  resource: Resource,
  operation: ApiOperation,
  exchange: Exchange,
): readonly Finding[] => {
  const ignored = asksOf(operation, exchange).filter(
    (asked) =>
      findOutOfRange(resource, exchange, asked.name, asked.wanted) ||
      (!isOfAnother(exchange, asked.name) &&
        !isServerOwned(asked.name, false) &&
        findMismatch(resource, exchange, asked, asked.wanted)),
  )
  return [
    ...ignored.map((asked) => accuse(exchange, asked, 'shows items that', 'excludes')),
    ...(exchange.case.step === 'filter' ? findBeyondEnd(resource, exchange) : []),
  ]
}

/** Finds items at the very end of a range that excludes its end. */
const findBeyondEnd = (resource: Resource, exchange: Exchange): readonly Finding[] => {
  const items = readListedItems(resource, exchange) ?? []
  return usedFilters(resource, exchange)
    .filter(({ filter, wanted }) => items.some(({ value }) => isBeyondEnd(resource, filter, wanted, value)))
    .map(({ filter }) => accuse(exchange, placeOfFilter(filter), 'shows items that', 'excludes'))
}

const placeOfFilter = ({ parameter, member }: Filter): Pick<Asked, 'name' | 'pointer' | 'in'> =>
  member !== undefined && holdsFilters(parameter.name) ? { ...parameter, name: member } : parameter

const usedFilters = (resource: Resource, { case: { values } }: Exchange) =>
  findFilters(resource).flatMap((filter) => {
    const wanted = wantedBy(filter, values?.query ?? {})
    return wanted === undefined ? [] : [{ filter, wanted }]
  })

/**
 * Reports filtered lists that lack matching items. The whole list shows these items before and afterwards, with the same value, so they
 * existed all the time.
 */
const findOmissions = (resource: Resource, operation: ApiOperation, again: Exchange): readonly Finding[] => {
  const start = again.history.findLastIndex(({ case: { step } }) => step === 'list-page')
  const before = again.history[start]
  if (before === undefined || outcomeOf(before) !== 'done') return []
  const afterwards = readListedItems(resource, again) ?? []
  const stable = (readListedItems(resource, before) ?? []).filter((item) =>
    afterwards.some((other) => isSameId(other.id, item.id) && saysTheSame(other.value, item.value)),
  )
  const filtered = again.history.slice(start + 1).filter(({ case: { step } }) => step === 'filter')
  const findings = filtered.flatMap((list) => {
    if (!isUncut(resource, list, before)) return []
    const shown = readListedItems(resource, list) ?? []
    const used = usedFilters(resource, list)
    const isWanted = ({ value }: ListedItem): boolean =>
      used.length > 0 &&
      used.every(
        ({ filter, wanted }) =>
          (filter.bound !== undefined || !isServerOwned(filter.property, false)) &&
          isSurelyWanted(resource, filter, wanted, value),
      )
    const isOmitted = stable.some((item) => isWanted(item) && !shown.some(({ id }) => isSameId(id, item.id)))
    return isOmitted
      ? used.map(({ filter }) => ({
          isJoint: used.length > 1,
          finding: accuse(list, placeOfFilter(filter), 'omits items that', 'selects'),
        }))
      : []
  })
  // Several filters together are judged if each works by itself.
  const isSound = filtered.every((list) => findExcluded(resource, operation, list).length === 0)
  const alone = findings.filter(({ isJoint }) => !isJoint)
  return (alone.length > 0 || !isSound ? alone : findings.slice(0, 1)).map(({ finding }) => finding)
}

/** Whether a filtered list is complete: it announces no further items, and holds fewer than a page that was requested in the same way. */
export const isUncut = (resource: Resource, filtered: Exchange, whole: Exchange): boolean => {
  if (outcomeOf(filtered) !== 'done' || readPageMarkers(filtered.answer).hasMore === true) return false
  const isSameSize = equalJson(pageAskedFor(filtered), pageAskedFor(whole))
  const [some, all] = [filtered, whole].map((page) => readListedItems(resource, page)?.length)
  return isSameSize && some !== undefined && all !== undefined && some < all
}

const pageAskedFor = ({ case: { values } }: Exchange): Json => {
  const asked = { ...values?.query, ...(isObject(values?.body?.value) ? values.body.value : {}) }
  return Object.fromEntries(Object.entries(asked).filter(([name]) => isPagingName(name)))
}

/**
 * Whether the filter names the id of something else, such as an author, which items need not show by that name. If the name says id, they
 * do.
 */
const isOfAnother = ({ case: { boundTo = {} } }: Exchange, name: string): boolean =>
  Object.keys(boundTo).some((place) => place === `query.${name}` || place.endsWith(`[${name}]`)) &&
  !ID_WORDS.includes(parseReferenceName(name).suffix)

/** Names of values that clients often request as "at least" or "at most". */
const MEASURES = new Set([
  'rating', 'stars', 'score', 'price', 'amount', 'cost', 'age', 'size', 'distance', 'radius', 'weight', 'height', 'width', 'length', 'duration',
  'capacity', 'level', 'priority',
]) // prettier-ignore

/**
 * Whether an item of a list has another value than the request asks for under the same name. A text may be a part of the item's text, and a
 * date a part of its time. If several values are requested or held, one match is enough, unless the document requires all of them.
 */
export const findMismatch = (
  resource: Resource,
  exchange: Exchange,
  asked: Pick<Asked, 'name' | 'schema' | 'description'>,
  wanted: Json,
): boolean => {
  const values = Array.isArray(wanted) ? wanted : [wanted]
  const isFixed = isChoice(asked)
  if (values.length === 0 || values.some((value) => !isAskable(value))) return false
  if (isNumber(wanted) && wordsOf(asked.name).some((word) => MEASURES.has(word))) return false
  // A flag that is off may exclude nothing.
  if (wanted === false || (wanted === true && addsItems(asked.description))) return false
  if (isFixed && !values.every((value) => mayBeHeld(resource, asked.name, value))) return false
  const isAll = demandOf(asked.description) === 'all'
  return (readListedItems(resource, exchange) ?? []).some(({ value: item }) => {
    const held = heldBy(item, asked.name, wanted, isFixed)
    if (held === undefined) return false
    const all = Array.isArray(held) ? held : [held]
    if (all.some(isObject)) return false
    const isHeld = (value: Json): boolean => all.some((one) => fits(value, one, isFixed))
    return Array.isArray(held) && isAll ? !values.every(isHeld) : !values.some(isHeld)
  })
}

/** Whether a property may have a value at all: `status=open` may mean several of them, `date=today` one of another form. */
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

const LOWER = new Set(['after', 'since', 'from', 'min', 'minimum', 'gte', 'gt', 'start'])
const UPPER = new Set(['before', 'until', 'till', 'to', 'max', 'maximum', 'lte', 'lt', 'end'])

/** Words that a property's name may have in addition to the parameter's: `created_after` bounds `created_at`. */
const TIME_WORDS = new Set(['at', 'on', 'date', 'time', 'timestamp'])

const DAY_MS = 86_400_000

/** One end of a range in a parameter. */
interface Bound {
  /** Words of the property: `created`. */
  readonly property: readonly string[]
  readonly isLower: boolean
  readonly value: Json
}

/**
 * Whether an item of a list lies outside the range of a parameter: `created_after`, `max_price`, or an object such as `published[from]`.
 * The server decides whether the ends belong to it, and which time zone a day is in.
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

/** Parameters that order or describe a list without excluding anything. */
const HARMLESS =
  /^(sort|order|orderby|sortby|sortorder|direction|fields|expand|include|embed|format|locale|timezone|tz|pretty|total|withtotal)/

/** Whether a name may select items of a list; names of order and presentation cannot. */
const isChoosing = (name: string): boolean => !HARMLESS.test(wordsOf(name).join('')) && !isPagingName(name)

/** Whether a query parameter may select items of a list; those of paging, order and presentation cannot. */
export const isFilter = (operation: ApiOperation, { in: location, name }: ApiParameter): boolean => {
  const paging = findPaging(operation)
  return (
    location === 'query' &&
    name !== paging?.size &&
    name !== paging?.position &&
    !HARMLESS.test(wordsOf(name).join(''))
  )
}

/** Whether a query parameter, sent or by its default, may exclude items from a list. */
export const isNarrowed = ({ case: { operation, values } }: Exchange): boolean =>
  operation !== undefined &&
  operation.parameters.some((parameter) => {
    if (!isFilter(operation, parameter)) return false
    const hasDefault =
      parameter.schema !== undefined && findKeyword(parameter.schema, 'default') !== undefined
    return hasDefault || Object.hasOwn(values?.query ?? {}, parameter.name)
  })
