import type { RequestValues } from '../../http/wire-request.ts'
import { appendTokens, isObject, type Json, own, writeJson } from '../../json-schema/base/json.ts'
import type { ApiOperation } from '../../openapi/api-document.ts'
import { ordersOf } from '../../resources/lists.ts'
import type { Paging, Resource } from '../../resources/resource-graph.ts'
import { readListedItems } from '../../resources/response-items.ts'
import { findObjectBody } from './change-bodies.ts'
import { type Filter, filterValues, findFilters } from './find-filters.ts'
import { createItem, findUnbound, provideInputs } from './items.ts'
import { findWholeList, largestPage, sizeOverride, walkPages } from './pages.ts'
import type { ValueOverride } from './scenario-port.ts'
import { defineScenario, type Scenario } from './scenario.ts'
import { isDone, ScenarioStop, type Walk } from './walk.ts'

/** Items made before the walk: two full pages and one that is not, by the smallest usual page. */
const ITEMS = 5

const MAX_PAGES = 12

/** The pages of a list together are the list: nothing is lost between two pages, nothing comes twice. */
export const planPaging = (resource: Resource): readonly Scenario[] => {
  const { list } = resource
  if (list?.paging === undefined || findWholeList(resource) === undefined) return []
  const { operation, paging } = list
  const title = `the pages of ${resource.name} are the whole list, each item once`
  return [
    defineScenario(`paging ${operation.id}`, operation, title, (walk) =>
      turnPages(walk, resource, operation, paging),
    ),
  ]
}

const turnPages = async (
  walk: Walk,
  resource: Resource,
  list: ApiOperation,
  paging: Paging,
): Promise<void> => {
  await provideInputs(walk, list, resource)
  for (let made = 0; resource.create !== undefined && made < ITEMS; made += 1)
    await createItem(walk, resource)
  const largest = largestPage(resource)
  const whole = await walkPages(walk, resource, {
    size: largest,
    maxPages: MAX_PAGES,
    stepOf: () => 'list-page',
  })
  if (!whole.isWhole || whole.items.length < 2) return
  const size = Math.max(paging.minSize, 2, Math.ceil(whole.items.length / (MAX_PAGES - 2)))
  const walked = await walkPages(walk, resource, {
    size: paging.size === undefined ? undefined : Math.min(size, paging.maxSize ?? size),
    maxPages: MAX_PAGES,
    stepOf: (page) => `page-${page}`,
  })
  const isOneAnswer = largest === undefined ? whole.pages === 1 : whole.items.length < largest
  if (walked.isWhole && isOneAnswer)
    await walk.send('list-all', list, { overrides: sizeOverride(resource, largest) })
}

const MAX_READS = 3

/** What a list shows can be read by its id; for things that the API itself does not make. */
export const planReadListed = (resource: Resource): readonly Scenario[] => {
  const { create, list, read } = resource
  if (create !== undefined || list === undefined || read?.id === undefined) return []
  const title = `a listed ${resource.name} can be read`
  return [
    defineScenario(`read-listed ${resource.key}`, read.operation, title, (walk) =>
      readSome(walk, resource, list.operation, read.operation),
    ),
  ]
}

const readSome = async (
  walk: Walk,
  resource: Resource,
  list: ApiOperation,
  read: ApiOperation,
): Promise<void> => {
  await provideInputs(walk, list, resource)
  const unbound = findUnbound(walk, list)[0]
  if (unbound !== undefined)
    throw new ScenarioStop(list, `no producer gives ${unbound.location} ${unbound.name}`)
  const listed = await walk.send('list-all', list, {
    overrides: sizeOverride(resource, largestPage(resource)),
  })
  const ids = isDone(listed) ? (readListedItems(resource, listed) ?? []).flatMap(({ id }) => id ?? []) : []
  if (ids.length === 0) throw new ScenarioStop(list, 'its answer shows no item with an id')
  for (const value of ids.slice(0, MAX_READS)) {
    walk.ids.set(resource, { value, source: `${list.id} list` })
    await provideInputs(walk, read, resource)
    await walk.send('read-listed', read)
  }
}

/** Bodies drawn until one differs from the first item in the property that is filtered by. */
const DRAWS = 8

/** A list that is filtered by a property shows only the items that have the value asked for. */
export const planFilters = (resource: Resource): readonly Scenario[] => {
  const { list } = resource
  if (list === undefined || findWholeList(resource) === undefined) return []
  const { operation } = list
  return findFilters(resource).map((filter) => {
    const { name } = filter.parameter
    const title = `the list of ${resource.name} keeps to the filter ${name}`
    return defineScenario(`filter ${operation.id} ${name}`, operation, title, (walk) =>
      narrow(walk, resource, operation, filter),
    )
  })
}

const narrow = async (walk: Walk, resource: Resource, list: ApiOperation, filter: Filter): Promise<void> => {
  await provideInputs(walk, list, resource)
  if (resource.create !== undefined) {
    const first = await createItem(walk, resource)
    const taken = sentValue(resource.create.operation, first.case.values, filter)
    await createItem(
      walk,
      resource,
      'create-second',
      differing(walk, resource.create.operation, filter, taken),
    )
  }
  const sizing = sizeOverride(resource, largestPage(resource))
  const whole = await walk.send('list-page', list, { overrides: sizing })
  const items = isDone(whole) ? (readListedItems(resource, whole) ?? []) : []
  const shown = items.flatMap(({ value }) => (isObject(value) ? (own(value, filter.property) ?? []) : []))
  for (const value of filterValues(filter, shown)) {
    const override = { location: 'query', name: filter.parameter.name, value } as const
    await walk.send('filter', list, { overrides: [...sizing, override] })
  }
}

/** A list that is asked for in an order has it; each order that the document lists in both directions is tried. */
export const planOrders = (resource: Resource): readonly Scenario[] => {
  const { list } = resource
  if (list === undefined || findWholeList(resource) === undefined) return []
  const { operation } = list
  return operation.parameters.flatMap((parameter) => {
    const orders = ordersOf(parameter)
    if (orders.length === 0) return []
    const title = `the list of ${resource.name} has the order that ${parameter.name} asks for`
    return defineScenario(`order ${operation.id} ${parameter.name}`, operation, title, async (walk) => {
      await provideInputs(walk, operation, resource)
      for (let made = 0; resource.create !== undefined && made < ITEMS; made += 1)
        await createItem(walk, resource)
      const sizing = sizeOverride(resource, largestPage(resource))
      for (const value of orders) {
        const override = { location: 'query', name: parameter.name, value } as const
        await walk.send('filter', operation, { overrides: [...sizing, override] })
      }
    })
  })
}

const sentValue = (
  create: ApiOperation,
  values: RequestValues | undefined,
  { property }: Filter,
): Json | undefined => {
  const body = values && findObjectBody(create, values)?.value
  return body && own(body, property)
}

/** A value for the second item that the first one does not have, out of bodies as they are drawn. */
const differing = (
  walk: Walk,
  create: ApiOperation,
  filter: Filter,
  taken: Json | undefined,
): readonly ValueOverride[] => {
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const value = sentValue(create, walk.draw(create), filter)
    if (value !== undefined && writeJson(value) !== writeJson(taken))
      return [{ location: 'body', name: appendTokens('', filter.property), value }]
  }
  return []
}
