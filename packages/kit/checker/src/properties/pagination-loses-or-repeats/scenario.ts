import { own } from '@contract-kit/json-schema/json'
import { findKeyword, isValid } from '@contract-kit/json-schema/schemas'
import type { ApiOperation } from '@contract-kit/openapi'
import { type Paging, type Resource } from '@contract-kit/resources'
import type { ListedItem } from '@contract-kit/resources/exchanges'
import { ordersOf, readOrder, readPageMarkers } from '@contract-kit/resources/lists'
import type { Exchange } from '../../core/exchange.ts'
import {
  createdItemsListed,
  listWithDefaults,
  pagesAndWholeRead,
  pagesRead,
} from '../../scenarios/evidence.ts'
import { createItems, makeItem, provideInputs } from '../../scenarios/items.ts'
import {
  findWholeList,
  largestPage,
  type PagesWalked,
  sizeOverride,
  walkPages,
} from '../../scenarios/pages.ts'
import type { ValueOverride } from '../../scenarios/port.ts'
import { defineScenario, type Scenario } from '../../scenarios/scenario.ts'
import type { Walk } from '../../scenarios/walk.ts'
import type { Property } from '../property.ts'
import { describesMore, toldMore } from './contradictions.ts'
import { fullPageRead, paginationLosesOrRepeatsRule, previousPageRead } from './oracle.ts'

/** Number of items to create: two full pages and a partial one, for the smallest usual page size. */
const ITEMS = 5

const MAX_PAGES = 12

/** The pages of a list together are the list: no item is lost or repeated. */
export const paginationLosesOrRepeats: Property = {
  rules: [paginationLosesOrRepeatsRule],
  ofResource: (resource) => planPaging(resource),
}

const planPaging = (resource: Resource): readonly Scenario[] => {
  const { list } = resource
  if (list?.paging === undefined || findWholeList(resource) === undefined) return []
  const { operation, paging } = list
  const title = `the pages of ${resource.name} are the whole list, each item once`
  return [
    {
      ...defineScenario(`paging ${operation.id}`, operation, title, (walk) =>
        turnPages(walk, resource, operation, paging),
      ),
      watches: true,
    },
  ]
}

const turnPages = async (
  walk: Walk,
  resource: Resource,
  list: ApiOperation,
  paging: Paging,
): Promise<void> => {
  await provideInputs(walk, list, resource)
  const created = resource.create === undefined ? [] : await createItems(walk, resource, ITEMS)
  const largest = largestPage(resource)
  const whole = await walkPages(walk, resource, { size: largest, maxPages: MAX_PAGES })
  if (!whole.isWhole) return
  if (whole.items.length > 1) await turnEach(walk, resource, { list, paging, created, whole })
  await leaveOut(walk, resource, { list, count: whole.items.length })
}

/** Reads the pages of a list with several pages: in the default order, back from the second one, and in another order. */
const turnEach = async (
  walk: Walk,
  resource: Resource,
  {
    list,
    paging,
    created,
    whole,
  }: {
    readonly list: ApiOperation
    readonly paging: Paging
    readonly created: readonly Exchange[]
    readonly whole: PagesWalked
  },
): Promise<void> => {
  const largest = largestPage(resource)
  const fewest = Math.max(paging.minSize, 2, Math.ceil(whole.items.length / (MAX_PAGES - 2)))
  const size = paging.size === undefined ? undefined : Math.min(fewest, paging.maxSize ?? fewest)
  const onPage = (_page: Exchange, pages: readonly Exchange[]): void => walk.show(pagesRead, { pages })
  const { pages, isWhole } = await walkPages(walk, resource, { size, maxPages: MAX_PAGES, onPage })
  const isOneAnswer = largest === undefined ? whole.pages.length === 1 : whole.items.length < largest
  if (isWhole && isOneAnswer) {
    const full = await sendFull(walk, resource, whole)
    const all = await walk.send(list, { overrides: sizeOverride(resource, largest) })
    walk.show(pagesAndWholeRead, { pages, whole: all })
    if (full !== undefined) walk.show(fullPageRead, { page: full, whole: all })
    if (created.length > 0) {
      const everything = [...whole.pages, ...pages, all]
      walk.show(createdItemsListed, { before: undefined, created, read: undefined, list: everything })
    }
  }
  await turnBack(walk, list, pages[1])
  const order = findOtherOrder(list, whole.items)
  if (order !== undefined && pages.length > 1)
    await walkPages(walk, resource, { size, also: [order], maxPages: 3, onPage })
}

/** Requests as many items as there are, from a list of which the document says that it tells whether there is more. */
const sendFull = async (
  walk: Walk,
  { list }: Resource,
  { items, pages: [page] }: PagesWalked,
): Promise<Exchange | undefined> => {
  const { size, minSize = 1 } = list?.paging ?? {}
  const isTold = page !== undefined && toldMore(page) !== undefined && describesMore(page)
  if (list === undefined || size === undefined || !isTold || items.length < minSize) return undefined
  return walk.send(list.operation, { overrides: [{ location: 'query', name: size, value: items.length }] })
}

/** Follows the `prev` link of the second page. */
const turnBack = async (walk: Walk, list: ApiOperation, second: Exchange | undefined): Promise<void> => {
  const link = second && readPageMarkers(second.response).previous
  if (second?.case.values === undefined || link === undefined) return
  const requestTarget = walk.port.toTarget(link, second)
  if (requestTarget === undefined) return
  const previous = await walk.send(list, { values: second.case.values, requestTarget })
  walk.show(previousPageRead, { page: second, previous })
}

/** An order other than the default, by a property with unique values. */
const findOtherOrder = (list: ApiOperation, items: readonly ListedItem[]): ValueOverride | undefined => {
  for (const parameter of list.parameters) {
    const usual = parameter.schema && findKeyword(parameter.schema, 'default')
    const value = ordersOf(parameter).find((order) => {
      const { property } = readOrder(order)
      const held = items.map((item) => own(item.value, property) ?? null)
      const isUsual = typeof usual === 'string' && readOrder(usual).property === property
      return !isUsual && new Set(held).size === items.length && !held.includes(null)
    })
    if (value !== undefined) return { location: 'query', name: parameter.name, value }
  }
  return undefined
}

/** Maximum number of items to create to exceed a default page: one of 30, beside the items created before. */
const MAX_MADE = 30 + 1 - ITEMS

/** Creates items until one is rejected, because a list may be full. */
const createUpTo = async (walk: Walk, resource: Resource, count: number): Promise<void> => {
  for (let made = 0; made < count; made += 1)
    if ((await makeItem(walk, resource, { mayBeRejected: true })) === undefined) return
}

/** Requests the list without parameters and with all defaults; both must be equal. */
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
  if (missing <= MAX_MADE) await createUpTo(walk, resource, missing)
  if (!defaults.some(({ name }) => name !== resource.list?.paging?.position)) return
  const bare = await walk.send(list)
  const full = await walk.send(list, { overrides: defaults })
  walk.show(listWithDefaults, { bare, full })
}
