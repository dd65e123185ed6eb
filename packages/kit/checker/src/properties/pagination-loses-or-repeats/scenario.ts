import { own } from '@contract-kit/json-schema/json'
import { findKeyword, isValid } from '@contract-kit/json-schema/schemas'
import type { ApiOperation } from '@contract-kit/openapi'
import { type Paging, type Resource } from '@contract-kit/resources'
import { type ListedItem, readListedItems } from '@contract-kit/resources/exchanges'
import { ordersOf, readPageMarkers } from '@contract-kit/resources/lists'
import { createItems, provideAll, provideInputs } from '../../scenarios/items.ts'
import {
  findWholeList,
  largestPage,
  type PagesWalked,
  sizeOverride,
  walkPages,
} from '../../scenarios/pages.ts'
import type { ValueOverride } from '../../scenarios/port.ts'
import { defineScenario, type Scenario } from '../../scenarios/scenario.ts'
import { isDone, ScenarioStop, type Walk } from '../../scenarios/walk.ts'

/** The number of items created before the walk: two full pages and a partial one, by the smallest usual page. */
const ITEMS = 5

const MAX_PAGES = 12

/** The pages of a list together are the list: no item is lost or repeated. */
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
  if (resource.create !== undefined) await createItems(walk, resource, ITEMS)
  const largest = largestPage(resource)
  const whole = await walkPages(walk, resource, {
    size: largest,
    maxPages: MAX_PAGES,
    stepOf: () => 'list-page',
  })
  if (!whole.isWhole) return
  if (whole.items.length > 1) await turnEach(walk, resource, { list, paging, whole })
  await leaveOut(walk, resource, { list, count: whole.items.length })
}

/** Reads the pages of a list that is known to have several: in its usual order, back from the second one, and in another order. */
const turnEach = async (
  walk: Walk,
  resource: Resource,
  {
    list,
    paging,
    whole,
  }: { readonly list: ApiOperation; readonly paging: Paging; readonly whole: PagesWalked },
): Promise<void> => {
  const largest = largestPage(resource)
  const fewest = Math.max(paging.minSize, 2, Math.ceil(whole.items.length / (MAX_PAGES - 2)))
  const size = paging.size === undefined ? undefined : Math.min(fewest, paging.maxSize ?? fewest)
  const walked = await walkPages(walk, resource, {
    size,
    maxPages: MAX_PAGES,
    stepOf: (page) => `page-${page}`,
  })
  const isOneAnswer = largest === undefined ? whole.pages.length === 1 : whole.items.length < largest
  if (walked.isWhole && isOneAnswer)
    await walk.send('list-all', list, { overrides: sizeOverride(resource, largest) })
  await turnBack(walk, list)
  const order = findOtherOrder(list, whole.items)
  if (order !== undefined && walked.pages.length > 1)
    await walkPages(walk, resource, { size, also: [order], maxPages: 3, stepOf: (page) => `page-${page}` })
}

/** Follows the link of the second page to the one before it. */
const turnBack = async (walk: Walk, list: ApiOperation): Promise<void> => {
  const second = walk.history.find(({ case: { step } }) => step === 'page-2')
  const link = second && readPageMarkers(second.answer).previous
  if (second?.case.values === undefined || link === undefined) return
  const requestTarget = walk.port.toTarget(link, second)
  if (requestTarget !== undefined)
    await walk.send('list-previous', list, { values: second.case.values, requestTarget })
}

/** An order other than the usual one, by a property of which no two items have the same value. */
const findOtherOrder = (list: ApiOperation, items: readonly ListedItem[]): ValueOverride | undefined => {
  for (const parameter of list.parameters) {
    const usual = parameter.schema && findKeyword(parameter.schema, 'default')
    const value = ordersOf(parameter).find((order) => {
      const held = items.map((item) => own(item.value, order.replace(/^-/, '')) ?? null)
      const isUsual = typeof usual === 'string' && usual.replace(/^-/, '') === order.replace(/^-/, '')
      return !isUsual && new Set(held).size === items.length && !held.includes(null)
    })
    if (value !== undefined) return { location: 'query', name: parameter.name, value }
  }
  return undefined
}

/** The number of items created so that a default page cannot hold all, if so many suffice. */
const MAX_MADE = 8

/** Requests the list without parameters and with the default of each, which must be the same. */
const leaveOut = async (
  walk: Walk,
  resource: Resource,
  { list, count }: { readonly list: ApiOperation; readonly count: number },
): Promise<void> => {
  const defaults = list.parameters.flatMap(({ in: location, name, required, schema }): ValueOverride[] => {
    const value = schema && findKeyword(schema, 'default')
    const isUsable = location === 'query' && !required && value !== undefined && value !== null
    return isUsable && schema !== undefined && isValid(schema, value) ? [{ location, name, value }] : []
  })
  const size = defaults.find(({ name }) => name === resource.list?.paging?.size)?.value
  const missing = typeof size === 'number' ? size + 1 - count : 0
  if (resource.create !== undefined && missing <= MAX_MADE)
    await createItems(walk, resource, Math.max(0, missing))
  if (!defaults.some(({ name }) => name !== resource.list?.paging?.position)) return
  await walk.send('list-bare', list)
  await walk.send('list-defaults', list, { overrides: defaults })
}

const MAX_READS = 3

/** A listed item can be read by its id. This is for items that the API itself does not create. */
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
  await provideAll(walk, list)
  const listed = await walk.send('list-all', list, {
    overrides: sizeOverride(resource, largestPage(resource)),
  })
  const ids = isDone(listed) ? (readListedItems(resource, listed) ?? []).flatMap(({ id }) => id ?? []) : []
  if (ids.length === 0) throw new ScenarioStop(list, 'its response shows no item with an id')
  for (const value of ids.slice(0, MAX_READS)) {
    walk.ids.set(resource, { value, source: `${list.id} list` })
    await provideInputs(walk, read, resource)
    await walk.send('read-listed', read)
  }
}

/** A list is in the requested order. Tries each order that the document lists in both directions. */
export const planOrders = (resource: Resource): readonly Scenario[] => {
  const { list } = resource
  if (list === undefined || findWholeList(resource) === undefined) return []
  const { operation } = list
  return operation.parameters.flatMap((parameter) => {
    const orders = ordersOf(parameter)
    if (orders.length === 0) return []
    const title = `the list of ${resource.name} has the order that ${parameter.name} requests`
    return defineScenario(`order ${operation.id} ${parameter.name}`, operation, title, async (walk) => {
      await provideInputs(walk, operation, resource)
      if (resource.create !== undefined) await createItems(walk, resource, ITEMS)
      const sizing = sizeOverride(resource, largestPage(resource))
      for (const value of orders) {
        const override = { location: 'query', name: parameter.name, value } as const
        await walk.send('filter', operation, { overrides: [...sizing, override] })
      }
    })
  })
}
