import type { RequestValues } from '@contract-kit/openapi/wire'
import { isObject, type Json, type JsonObject, own, writeJson } from '@contract-kit/json-schema/json'
import { isValid } from '@contract-kit/json-schema/schemas'
import type { ApiOperation } from '@contract-kit/openapi'
import { type Resource, type ResourceGraph } from '@contract-kit/resources'
import { readListedItems } from '@contract-kit/resources/exchanges'
import {
  type Filter,
  findFilters,
  isChoice,
  isSurelyWanted,
  isWritten,
  membersOf,
  wantedBy,
} from '@contract-kit/resources/filters'
import { findListed, isSizeName, ordersOf } from '@contract-kit/resources/lists'
import { entityOf, isStateName } from '@contract-kit/resources/words'
import { isNothing } from '../../compare/same-values.ts'
import type { Exchange } from '../../core/exchange.ts'
import { forEachItem } from '../../phases/work-item.ts'
import { findActions } from '../../scenarios/actions.ts'
import { completeBody, thinBody } from '../../scenarios/bodies.ts'
import { findObjectBody, withObject } from '../../scenarios/object-body.ts'
import { listFiltered } from '../../scenarios/evidence.ts'
import { createItem, createItems, makeAnother, makeItem, provideInputs } from '../../scenarios/items.ts'
import { findWholeList, largestPage, sizeOverride, walkPages } from '../../scenarios/pages.ts'
import type { ValueOverride } from '../../scenarios/port.ts'
import { defineScenario, type PlannedApi, type Scenario } from '../../scenarios/scenario.ts'
import { isDone, type Walk } from '../../scenarios/walk.ts'
import type { Property } from '../property.ts'
import { filterRequests, filterValues } from './filter-requests.ts'
import { filterNotAppliedRule, filterUsed, listFilteredBetween } from './oracle.ts'

/** A list shows exactly the items that match its filters, in the requested order. */
export const filterNotApplied: Property = {
  rules: [filterNotAppliedRule],
  ofResource: (resource, api) => [...planFilters(resource, api), ...planOrders(resource)],
  ofDocument: ({ graph, document }) => planSearches(graph, document.operations),
}

/** A list filtered by a property shows exactly the items with the requested value. */
const planFilters = (resource: Resource, { graph, document }: PlannedApi): readonly Scenario[] => {
  const { list } = resource
  if (list === undefined || findWholeList(resource) === undefined) return []
  const filters = findFilters(resource)
  if (filters.length === 0) return []
  const { operation } = list
  const hasStates = filters.some(
    (filter) => filter.bound === undefined && isStateName(filter.property) && !isWritten(resource, filter),
  )
  const actions = hasStates ? findActions(resource, graph, document.operations) : []
  const title = `the list of ${resource.name} applies its filters`
  return [
    {
      ...defineScenario(`filter ${operation.id}`, operation, title, (walk) =>
        narrow(walk, resource, { list: operation, filters, actions }),
      ),
      touches: actions,
      watches: true,
    },
  ]
}

const narrow = async (
  walk: Walk,
  resource: Resource,
  {
    list,
    filters,
    actions,
  }: {
    readonly list: ApiOperation
    readonly filters: readonly Filter[]
    readonly actions: readonly ApiOperation[]
  },
): Promise<void> => {
  await provideInputs(walk, list, resource)
  if (resource.create !== undefined) {
    await createDiffering(walk, resource, resource.create.operation, filters)
    await createActedOn(walk, resource, actions)
  }
  const sizing = sizeOverride(resource, largestPage(resource))
  const whole = await walk.send(list, { overrides: sizing })
  const items = isDone(whole) ? (readListedItems(resource, whole) ?? []).map(({ value }) => value) : []
  const requests = filterRequests(filters, items)
  const earlier: Exchange[] = []
  const see = (filtered: Exchange): void => {
    earlier.push(filtered)
    walk.show(filterUsed, { list: filtered })
    walk.show(listFiltered, { whole, filtered })
  }
  await forEachItem(requests, walk.port.workers, async (override) => {
    see(await walk.send(list, { overrides: [...sizing, override] }))
  })
  const { size: parameter, minSize: size = 1 } = resource.list?.paging ?? {}
  const isSized = parameter !== undefined && size !== largestPage(resource)
  const telling = isSized ? findTelling(resource, filters, { requests, items, size }) : undefined
  if (telling !== undefined)
    await walkPages(walk, resource, { size, also: [telling], maxPages: MAX_PAGES, onPage: see })
  if (requests.length === 0) return
  const again = await walk.send(list, { overrides: sizing })
  walk.show(listFilteredBetween, { whole, earlier, again })
}

/** Creates an item in another state than the first one, by the first action that succeeds. */
const createActedOn = async (
  walk: Walk,
  resource: Resource,
  actions: readonly ApiOperation[],
): Promise<void> => {
  if (actions.length > 0) await makeItem(walk, resource)
  for (const action of actions) {
    await provideInputs(walk, action, resource)
    if (isDone(await walk.send(action, { mayBeRejected: true }))) return
  }
}

/** Maximum number of pages of a filtered list. */
const MAX_PAGES = 4

/** The filter to test page by page: the one most likely to reveal an excluded item. Undefined if there is none. */
const findTelling = (
  resource: Resource,
  filters: readonly Filter[],
  {
    requests,
    items,
    size,
  }: { readonly requests: readonly ValueOverride[]; readonly items: readonly Json[]; readonly size: number },
): ValueOverride | undefined => {
  const fitsOf = (override: ValueOverride): readonly boolean[] => {
    const query = { [override.name]: override.value ?? null }
    const used = filters.filter((filter) => wantedBy(filter, query) !== undefined)
    return items.map((item) =>
      used.every((filter) => isSurelyWanted(resource, filter, wantedBy(filter, query) ?? null, item)),
    )
  }
  const telling = requests.map((override) => ({ override, worth: waysToTell(fitsOf(override), size) }))
  const [best] = telling.toSorted((left, right) => right.worth - left.worth)
  return best === undefined || best.worth === 0 ? undefined : best.override
}

/**
 * Number of ways in which a list without its filter would reveal an excluded item: by continuing the complete list on its second page, or
 * after the last shown item. A page without new items is the last.
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

/** Number of drawn bodies; the best one is completed from the others. */
const DRAWS = 16

/**
 * Creates two items with different values of the filtered properties. A third item equals the first in one of them and the second in the
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
    // Otherwise a creation with a client-chosen id would replace the previous item.
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
  const made = await makeItem(walk, resource, { values: drawUnlike({}) })
  const first = bodyOf(create, (made ?? (await createItem(walk, resource))).case.values)
  if ((await makeItem(walk, resource, { values: drawUnlike(first) })) === undefined)
    await makeAnother(walk, resource)
  const second = bodyOf(create, walk.history.at(-1)?.case.values)
  // An unrestricted text may have to be unique.
  const choices = names.filter(
    (name) =>
      Object.hasOwn({ ...first, ...second }, name) &&
      filters.some(
        (filter) => filter.property === name && (isChoice(filter) || !filter.held.types.has('string')),
      ),
  )
  const mixed = choices.reduce((values, name, index) => {
    const value = own(index === 0 ? first : second, name)
    const body = { ...bodyOf(create, values), ...(value === undefined ? {} : { [name]: value }) }
    return withObject(create, values, body) ?? values
  }, drawNew())
  await makeItem(walk, resource, { values: mixed })
}

/** Whether a value is a usable filter, and differs from the other one. */
const isOther = (value: Json | undefined, other: Json | undefined): boolean =>
  !isNothing(value) && writeJson(value ?? null) !== writeJson(other ?? null)

const bodyOf = (create: ApiOperation, values: RequestValues | undefined): JsonObject =>
  (values && findObjectBody(create, values)?.value) ?? {}

/** Number of items to create for sorting. */
const ORDERED = 5

/** A list is in the requested order, for each documented order in both directions. */
const planOrders = (resource: Resource): readonly Scenario[] => {
  const { list } = resource
  if (list === undefined || findWholeList(resource) === undefined) return []
  const { operation } = list
  return operation.parameters.flatMap((parameter) => {
    const orders = ordersOf(parameter)
    if (orders.length === 0) return []
    const title = `the list of ${resource.name} has the order that ${parameter.name} requests`
    return defineScenario(`order ${operation.id} ${parameter.name}`, operation, title, async (walk) => {
      await provideInputs(walk, operation, resource)
      if (resource.create !== undefined) await createItems(walk, resource, ORDERED)
      const sizing = sizeOverride(resource, largestPage(resource))
      for (const value of orders) {
        const override = { location: 'query', name: parameter.name, value } as const
        await walk.send(operation, { overrides: [...sizing, override] })
      }
    })
  })
}

/** The result of a search by body matches its criteria and its limit. */
const planSearches = (graph: ResourceGraph, operations: readonly ApiOperation[]): readonly Scenario[] =>
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
  const whole = await walk.send(operation, { values: thin })
  const items = isDone(whole) ? (readListedItems(resource, whole) ?? []).map(({ value }) => value) : []
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
      const request = withObject(operation, thin, { ...bodyOf(operation, thin), [name]: value })
      if (request === undefined) continue
      const filtered = await walk.send(operation, { values: request })
      walk.show(listFiltered, { whole, filtered })
    }
  }
}

/** The value of an item by name, or by the singular of the name. */
const findHeld = (item: JsonObject, name: string): Json | undefined =>
  Object.entries(item).find(([key, held]) => entityOf(key) === entityOf(name) && !isObject(held))?.[1]
