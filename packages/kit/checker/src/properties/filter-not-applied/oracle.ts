import { createFinding, type Finding } from '../../core/check.ts'
import { defineEvidence, judges, type PropertyRule } from '../../core/evidence.ts'
import type { Exchange } from '../../core/exchange.ts'
import { isNumber, isObject, type Json } from '@contract-kit/json-schema/json'
import { describeProperty } from '@contract-kit/json-schema/schemas'
import type { ApiOperation, ApiParameter } from '@contract-kit/openapi'
import type { Resource } from '@contract-kit/resources'
import { type ListedItem, readListedItems } from '@contract-kit/resources/exchanges'
import {
  type Filter,
  findFilters,
  holdsFilters,
  isBeyondEnd,
  isChoice,
  isSurelyWanted,
  plainName,
  wantedBy,
} from '@contract-kit/resources/filters'
import { ID_WORDS, parseReferenceName, wordsOf } from '@contract-kit/resources/words'
import { describeResponse } from '../../checks/exchanges/exchange-facts.ts'
import { isSameId, outcomeOf } from '../../compare/facts.ts'
import { findMismatch, findRequestedList, isChoosing, isFilter, isUncut } from '../../compare/lists.ts'
import { isServerOwned, saysTheSame } from '../../compare/same-values.ts'
import { readSent } from '../../compare/things.ts'
import { isDisordered } from './orders.ts'

/** A list was read with a filter that matches its items. */
export const filterUsed = defineEvidence<{ list: Exchange }>('filter used')

/** A list was read completely, then with several filters (`earlier`), then completely again. */
export const listFilteredBetween = defineEvidence<{
  whole: Exchange
  earlier: readonly Exchange[]
  again: Exchange
}>('list filtered between reads of the whole')

/**
 * A list filtered by a property's value or range shows exactly the items that match. Judges only parameters with the name of a property;
 * texts may match partially. A list is also in the requested order.
 */
export const filterNotAppliedRule: PropertyRule = {
  id: 'filter-not-applied',
  title: 'Filter is not applied',
  severity: 'high',
  verify: (exchange) => {
    const { operation } = exchange.case
    const resource = findRequestedList(exchange)
    if (operation === undefined || resource === undefined) return []
    const disordered = operation.parameters.filter((parameter) => isDisordered(resource, exchange, parameter))
    return [
      ...findExcluded(resource, operation, exchange),
      ...disordered.map((criterion) => accuse(exchange, criterion, 'is not in the order that', 'requests')),
    ]
  },
  oracles: [
    judges(filterUsed, ({ list }) => {
      const resource = findRequestedList(list)
      return resource === undefined ? [] : findBeyondEnd(resource, list)
    }),
    judges(listFilteredBetween, ({ whole, earlier, again }) => findOmissions(whole, earlier, again)),
  ],
}

const accuse = (
  exchange: Exchange,
  { label, name, pointer, in: location }: Pick<Criterion, 'label' | 'name' | 'pointer' | 'in'>,
  clause: string,
  does: string,
): Finding => {
  const place = location === undefined ? 'property' : 'query parameter'
  const message = `${describeResponse(exchange)} ${clause} the ${place} ${label ?? name} ${does}.`
  return createFinding(filterNotAppliedRule, exchange, message, pointer, name)
}

/** A filter in a list request. */
interface Criterion extends Pick<ApiParameter, 'name' | 'schema' | 'description' | 'pointer'> {
  readonly in?: ApiParameter['in']
  /** The full name of the parameter: `filter[plan]`. */
  readonly label?: string
  readonly wanted: Json
}

/** The filter parameters, members of filter objects, and criteria in a search body. */
const criteriaOf = (operation: ApiOperation, exchange: Exchange): readonly Criterion[] => {
  const inQuery = operation.parameters.flatMap((parameter): readonly Criterion[] => {
    const wanted = exchange.case.values?.query[parameter.name]
    return wanted === undefined || !isFilter(operation, parameter)
      ? []
      : [{ ...parameter, name: plainName(parameter.name), label: parameter.name, wanted }]
  })
  const [sent] = readSent(exchange)
  const inBody = Object.entries(sent?.value ?? {}).flatMap(([name, wanted]): readonly Criterion[] => {
    const [schema] = sent === undefined ? [] : describeProperty(sent.schemas, name).schemas
    // A search for other texts may also find similar ones.
    if (schema === undefined || !isChoosing(name) || !(isChoice({ schema }) || typeof wanted === 'boolean'))
      return []
    return [{ name, schema, description: '', pointer: schema.pointer, wanted }]
  })
  return [...inQuery, ...inBody].flatMap((criterion) =>
    isObject(criterion.wanted) && holdsFilters(criterion.name)
      ? Object.entries(criterion.wanted).map(([name, wanted]) => ({
          ...criterion,
          name,
          label: name,
          wanted,
        }))
      : [criterion],
  )
}

/** Items with another value than requested, or outside a range. */
const findExcluded = (resource: Resource, operation: ApiOperation, exchange: Exchange): readonly Finding[] =>
  criteriaOf(operation, exchange)
    .filter(
      (criterion) =>
        findOutOfRange(resource, exchange, criterion.name, criterion.wanted) ||
        (!isOfAnother(exchange, criterion.name) &&
          !isServerOwned(criterion.name, false) &&
          findMismatch(resource, exchange, criterion, criterion.wanted)),
    )
    .map((criterion) => accuse(exchange, criterion, 'shows items that', 'excludes'))

/** Items at the end of a range that excludes its end. */
const findBeyondEnd = (resource: Resource, exchange: Exchange): readonly Finding[] => {
  const items = readListedItems(resource, exchange) ?? []
  return usedFilters(resource, exchange)
    .filter(({ filter, wanted }) => items.some(({ value }) => isBeyondEnd(resource, filter, wanted, value)))
    .map(({ filter }) => accuse(exchange, placeOfFilter(filter), 'shows items that', 'excludes'))
}

const placeOfFilter = ({ parameter, member }: Filter): Pick<Criterion, 'name' | 'pointer' | 'in'> =>
  member !== undefined && holdsFilters(parameter.name) ? { ...parameter, name: member } : parameter

const usedFilters = (resource: Resource, { case: { values } }: Exchange) =>
  findFilters(resource).flatMap((filter) => {
    const wanted = wantedBy(filter, values?.query ?? {})
    return wanted === undefined ? [] : [{ filter, wanted }]
  })

/**
 * Reports filtered lists that lack matching items. The complete list shows these items before and after with the same value, so they
 * existed all along.
 */
const findOmissions = (
  whole: Exchange,
  filtered: readonly Exchange[],
  again: Exchange,
): readonly Finding[] => {
  const { operation } = again.case
  const resource = findRequestedList(again)
  if (operation === undefined || resource === undefined || outcomeOf(whole) !== 'done') return []
  const afterwards = readListedItems(resource, again) ?? []
  const stable = (readListedItems(resource, whole) ?? []).filter((item) =>
    afterwards.some((other) => isSameId(other.id, item.id) && saysTheSame(other.value, item.value)),
  )
  const findings = filtered.flatMap((list) => {
    if (!isUncut(resource, list, whole)) return []
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
  // Several filters are judged together only if each works alone.
  const isSound = filtered.every(
    (list) => findExcluded(resource, operation, list).length + findBeyondEnd(resource, list).length === 0,
  )
  const alone = findings.filter(({ isJoint }) => !isJoint)
  return (alone.length > 0 || !isSound ? alone : findings.slice(0, 1)).map(({ finding }) => finding)
}

/**
 * Whether the filter is the id of a related item, such as an author, which items may show under another name. A name that contains "id"
 * must match.
 */
const isOfAnother = ({ case: { boundTo = {} } }: Exchange, name: string): boolean =>
  Object.keys(boundTo).some((place) => place === `query.${name}` || place.endsWith(`[${name}]`)) &&
  !ID_WORDS.includes(parseReferenceName(name).suffix)

const LOWER = new Set(['after', 'since', 'from', 'min', 'minimum', 'gte', 'gt', 'start'])
const UPPER = new Set(['before', 'until', 'till', 'to', 'max', 'maximum', 'lte', 'lt', 'end'])

/** Words that a property's name may have besides the parameter's: `created_after` bounds `created_at`. */
const TIME_WORDS = new Set(['at', 'on', 'date', 'time', 'timestamp'])

const DAY_MS = 86_400_000

/** One bound of a range parameter. */
interface Bound {
  /** Words of the property: `created`. */
  readonly property: readonly string[]
  readonly isLower: boolean
  readonly value: Json
}

/**
 * Whether a list item is outside the range of a parameter: `created_after`, `max_price`, or an object such as `published[from]`. The server
 * may include or exclude the bounds, and choose the time zone of a day.
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
