import type { RequestValues } from '@contract-kit/openapi/wire'
import { isObject, type Json, type JsonObject, own, writeJson } from '@contract-kit/json-schema/json'
import { findKeyword, isValid } from '@contract-kit/json-schema/schemas'
import type { ApiOperation, ApiParameter } from '@contract-kit/openapi'
import { type Resource, type ResourceGraph } from '@contract-kit/resources'
import { readListedItems } from '@contract-kit/resources/exchanges'
import {
  type Filter,
  findFilters,
  isChoice,
  isSurelyWanted,
  membersOf,
  wantedBy,
} from '@contract-kit/resources/filters'
import { findListed, isSizeName } from '@contract-kit/resources/lists'
import { entityOf, type RangeName } from '@contract-kit/resources/words'
import { isNothing } from '../../compare/same-values.ts'
import { forEachItem } from '../../phases/work-item.ts'
import { completeBody, findObjectBody, thinBody, withObject } from '../../scenarios/bodies.ts'
import { createItem, makeAnother, makeItem, provideInputs } from '../../scenarios/items.ts'
import { findWholeList, largestPage, sizeOverride, walkPages } from '../../scenarios/pages.ts'
import type { ValueOverride } from '../../scenarios/port.ts'
import { defineScenario, type Scenario } from '../../scenarios/scenario.ts'
import { isDone, type Walk } from '../../scenarios/walk.ts'

/** A list that is filtered by a property shows just the items with the requested value. */
export const planFilters = (resource: Resource): readonly Scenario[] => {
  const { list } = resource
  if (list === undefined || findWholeList(resource) === undefined) return []
  const filters = findFilters(resource)
  if (filters.length === 0) return []
  const { operation } = list
  const title = `the list of ${resource.name} applies its filters`
  return [
    defineScenario(`filter ${operation.id}`, operation, title, (walk) =>
      narrow(walk, resource, operation, filters),
    ),
  ]
}

const narrow = async (
  walk: Walk,
  resource: Resource,
  list: ApiOperation,
  filters: readonly Filter[],
): Promise<void> => {
  await provideInputs(walk, list, resource)
  if (resource.create !== undefined) await createDiffering(walk, resource, resource.create.operation, filters)
  const sizing = sizeOverride(resource, largestPage(resource))
  const whole = await walk.send('list-page', list, { overrides: sizing })
  const items = isDone(whole) ? (readListedItems(resource, whole) ?? []).map(({ value }) => value) : []
  const asked = filterRequests(filters, items)
  await forEachItem(asked, walk.port.workers, (override) =>
    walk.send('filter', list, { overrides: [...sizing, override] }),
  )
  await turnFiltered(walk, resource, { filters, items, asked })
  if (asked.length > 0) await walk.send('list-again', list, { overrides: sizing })
}

/** The most pages of a filtered list. */
const MAX_PAGES = 4

/** Follows a filtered list from page to page, if an item that the filter excludes could follow. */
const turnFiltered = async (
  walk: Walk,
  resource: Resource,
  {
    filters,
    items,
    asked,
  }: {
    readonly filters: readonly Filter[]
    readonly items: readonly Json[]
    readonly asked: readonly ValueOverride[]
  },
): Promise<void> => {
  const { size: name, minSize: size = 1 } = resource.list?.paging ?? {}
  if (name === undefined || size === largestPage(resource)) return
  const fitsOf = (override: ValueOverride): readonly boolean[] => {
    const query = { [override.name]: override.value ?? null }
    const used = filters.filter((filter) => wantedBy(filter, query) !== undefined)
    return items.map((item) =>
      used.every((filter) => isSurelyWanted(resource, filter, wantedBy(filter, query) ?? null, item)),
    )
  }
  const telling = asked.map((override) => ({ override, worth: waysToTell(fitsOf(override), size) }))
  const [best] = telling.toSorted((left, right) => right.worth - left.worth)
  if (best === undefined || best.worth === 0) return
  const { override } = best
  await walkPages(walk, resource, { size, also: [override], maxPages: MAX_PAGES, stepOf: () => 'filter' })
}

/**
 * In how many ways a list that forgets its filter would show an item that does not fit. It goes on with what follows in the whole list:
 * on its second page, or behind the last item shown. A page that shows nothing new is the last one.
 */
const waysToTell = (fits: readonly boolean[], size: number): number => {
  const fitting = [...fits.keys()].filter((index) => fits[index])
  const shown = fitting.slice(0, size)
  if (fitting.length === shown.length) return 0
  const isTelling = (page: readonly number[]): boolean => page.some((index) => fits[index] === false)
  return [size, (shown.at(-1) ?? 0) + 1].filter((start) => {
    const pages = Array.from({ length: MAX_PAGES - 1 }, (_page, page) =>
      Array.from({ length: size }, (_item, index) => start + page * size + index),
    )
    const last = pages.find((page) => isTelling(page) || page.every((index) => shown.includes(index)))
    return last !== undefined && isTelling(last)
  }).length
}

/** The number of drawn bodies, of which the best is completed from the others. */
const DRAWS = 16

/**
 * Creates two items that differ in the filtered properties. A third item is like the first in one of them and like the second in the
 * others.
 */
const createDiffering = async (
  walk: Walk,
  resource: Resource,
  create: ApiOperation,
  filters: readonly Filter[],
): Promise<void> => {
  await provideInputs(walk, create, resource)
  const names = [...new Set(filters.map(({ property }) => property))]
  const drawNew = (): RequestValues => {
    // Otherwise a creation with an id of the client's would replace the item before.
    walk.ids.delete(resource)
    return walk.draw(create)
  }
  const drawUnlike = (item: JsonObject): RequestValues => {
    const drawn = Array.from({ length: DRAWS }, drawNew)
    const differing = (values: RequestValues): number => {
      const body = bodyOf(create, values)
      return names.filter((name) => isOther(own(body, name), own(item, name))).length
    }
    const best = drawn.reduce((one, next) => (differing(next) > differing(one) ? next : one))
    return completeBody(walk, create, best, { drawn, item, names })
  }
  const made = await makeItem(walk, resource, { step: 'create', values: drawUnlike({}) })
  const first = bodyOf(create, (made ?? (await createItem(walk, resource))).case.values)
  if ((await makeItem(walk, resource, { step: 'create-second', values: drawUnlike(first) })) === undefined)
    await makeAnother(walk, resource, { step: 'create-second' })
  const second = bodyOf(create, walk.history.at(-1)?.case.values)
  // A free text may have to be unique.
  const choices = names.filter((name) =>
    filters.some(
      (filter) => filter.property === name && (isChoice(filter) || !filter.held.types.has('string')),
    ),
  )
  const mixed = choices.reduce((values, name, index) => {
    const value = own(index === 0 ? first : second, name)
    const body = { ...bodyOf(create, values), ...(value === undefined ? {} : { [name]: value }) }
    return withObject(create, values, body) ?? values
  }, drawNew())
  await makeItem(walk, resource, { step: 'create', values: mixed })
}

/** Whether an item can be found by a value, and one with the other value cannot. */
const isOther = (value: Json | undefined, taken: Json | undefined): boolean =>
  !isNothing(value) && writeJson(value ?? null) !== writeJson(taken ?? null)

const bodyOf = (create: ApiOperation, values: RequestValues | undefined): JsonObject =>
  (values && findObjectBody(create, values)?.value) ?? {}

/** The result of a search by a body matches the criteria of that body, and its limit. */
export const planSearches = (
  graph: ResourceGraph,
  operations: readonly ApiOperation[],
): readonly Scenario[] =>
  operations.flatMap((operation) => {
    const resource = findListed(graph, operation)
    if (resource === undefined || graph.resources.some(({ list }) => list?.operation === operation)) return []
    const title = `a search for ${resource.name} returns only matching items`
    return defineScenario(`filter ${operation.id}`, operation, title, (walk) =>
      search(walk, resource, operation),
    )
  })

const search = async (walk: Walk, resource: Resource, operation: ApiOperation): Promise<void> => {
  await provideInputs(walk, operation, resource)
  for (let made = 0; resource.create !== undefined && made < 2; made += 1) await createItem(walk, resource)
  const thin = thinBody(operation, walk.draw(operation, { isAlone: true }))
  const all = await walk.send('list-page', operation, { values: thin })
  const items = isDone(all) ? (readListedItems(resource, all) ?? []).map(({ value }) => value) : []
  const schema = operation.body?.media.find(
    ({ contentType }) => contentType === thin.body?.contentType,
  )?.schema
  for (const [name, node] of schema === undefined ? [] : membersOf(schema)) {
    const held = items.flatMap((item) => (isObject(item) ? (findHeld(item, name) ?? []) : []))
    const values = isSizeName(name)
      ? [1].filter((one) => isValid(node, one))
      : held.length === 0
        ? []
        : filterValues({ schema: node, bound: undefined }, held)
    for (const value of values) {
      const asked = withObject(operation, thin, { ...bodyOf(operation, thin), [name]: value })
      if (asked !== undefined) await walk.send('filter', operation, { values: asked })
    }
  }
}

/** The value of an item under a name, or under its singular. */
const findHeld = (item: JsonObject, name: string): Json | undefined =>
  Object.entries(item).find(([key, held]) => entityOf(key) === entityOf(name) && !isObject(held))?.[1]

/** The number of different values for one filter. */
const MAX_VALUES = 3

/**
 * The values that items show, then other values that the document names, each as the parameter takes it. For a limit, the value that the
 * fewest items satisfy.
 */
export const filterValues = (
  { schema, bound }: Pick<Filter, 'schema' | 'bound'>,
  shown: readonly Json[],
): readonly Json[] => {
  const accepts = (value: Json): boolean => schema === undefined || isValid(schema, value)
  if (bound !== undefined)
    return extremeOf(shown, bound, schema && findKeyword(schema, 'format')).filter(accepts)
  const named = schema && findKeyword(schema, 'enum')
  const flags = schema && findKeyword(schema, 'type') === 'boolean' ? [true, false] : []
  const held = shown.flat()
  const countOf = (value: Json): number => held.filter((other) => other === value).length
  // Values that several items share come first: a list filtered by them may have a second page.
  const common = held.toSorted((left, right) => countOf(right) - countOf(left))
  const values = new Set([...common, ...(Array.isArray(named) ? named : flags)])
  const plain = [...values].filter((value) => value !== null && value !== '' && typeof value !== 'object')
  const scalars = plain.filter(accepts)
  if (scalars.length > 0) return scalars.slice(0, MAX_VALUES)
  const lists = plain.map((value) => [value]).filter(accepts)
  const pair = pairOf(shown, lists.flat()).filter(accepts)
  return pair.length === 0 ? lists.slice(0, MAX_VALUES) : [...lists.slice(0, 1), ...pair]
}

/** Two values together, of which an item has one alone. */
const pairOf = (shown: readonly Json[], values: readonly Json[]): readonly Json[] => {
  for (const held of shown.map((each) => (Array.isArray(each) ? each : [each]))) {
    const one = values.find((value) => held.includes(value))
    const other = values.find((value) => !held.includes(value) && shown.flat().includes(value))
    if (one !== undefined && other !== undefined) return [[one, other]]
  }
  return []
}

/** The greatest number or moment for a least value, the least for a greatest one; none if there are none to compare. */
const extremeOf = (
  shown: readonly Json[],
  bound: RangeName['bound'],
  format: Json | undefined,
): readonly Json[] => {
  const sign = bound === 'least' ? -1 : 1
  const comparable = shown.filter((value) => Number.isFinite(sizeOf(value)))
  const [extreme] = comparable.toSorted((left, right) => sign * (sizeOf(left) - sizeOf(right)))
  if (extreme === undefined) return []
  return [format === 'date-time' ? inAnotherZone(extreme, 11 * sign) : extreme]
}

const sizeOf = (value: Json): number =>
  typeof value === 'number' ? value : Date.parse(typeof value === 'string' ? value : '')

/** The same moment with another offset, which as a text seems to match more items. A moment finer than a millisecond stays unchanged. */
const inAnotherZone = (time: Json, hours: number): Json => {
  if (typeof time !== 'string' || !/T\d{2}:\d{2}:\d{2}(\.\d{1,3})?(Z|[+-]\d{2}:\d{2})$/i.test(time))
    return time
  const local = new Date(Date.parse(time) + hours * 3_600_000).toISOString().slice(0, -1)
  return `${local}${hours < 0 ? '-' : '+'}${String(Math.abs(hours)).padStart(2, '0')}:00`
}

/** The filters of each request for a list: every filter by itself, then those of one object together, with the values of an item. */
export const filterRequests = (
  filters: readonly Filter[],
  items: readonly Json[],
): readonly ValueOverride[] => {
  const single = filters.flatMap((filter) => {
    const shown = items.map((item) => own(item, filter.property) ?? null)
    return filterValues(filter, shown)
      .map((value) => asking(filter, value))
      .filter(({ value = null }) => isTaken(filter.parameter, value))
  })
  const members = Map.groupBy(
    filters.filter(({ member, bound }) => member !== undefined && bound === undefined),
    ({ parameter }) => parameter,
  )
  const joint = [...members.values()].flatMap((group) => (group.length > 1 ? jointly(group, items) : []))
  return [...single, ...joint]
}

const asking = ({ parameter: { name }, member }: Filter, value: Json): ValueOverride => ({
  location: 'query',
  name,
  value: member === undefined ? value : { [member]: value },
})

const isAlike = (left: Json, right: Json, { property }: Filter): boolean =>
  writeJson(own(left, property) ?? null) === writeJson(own(right, property) ?? null)

const isTaken = ({ schema }: ApiParameter, value: Json): boolean =>
  schema === undefined || isValid(schema, value)

/** The members of the item that has some, but not all of them in common with most others. */
const jointly = (filters: readonly Filter[], items: readonly Json[]): readonly ValueOverride[] => {
  const countKin = (item: Json): number =>
    items.filter((other) => {
      const alike = filters.filter((filter) => isAlike(item, other, filter)).length
      return alike > 0 && alike < filters.length
    }).length
  const [item] = items.toSorted((left, right) => countKin(right) - countKin(left))
  const [parameter] = filters.map((filter) => filter.parameter)
  if (item === undefined || parameter === undefined || countKin(item) === 0) return []
  const value = Object.fromEntries(
    filters.flatMap(({ member = '', property, schema }) => {
      const held = own(item, property)
      return held === undefined || (schema !== undefined && !isValid(schema, held)) ? [] : [[member, held]]
    }),
  )
  return isTaken(parameter, value) ? [{ location: 'query', name: parameter.name, value }] : []
}
