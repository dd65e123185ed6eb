import { isNumber } from '@contract-kit/json-schema/json'
import { findKeyword } from '@contract-kit/json-schema/schemas'
import type { ApiOperation, ApiParameter } from '@contract-kit/openapi'
import { findIds, findItems, type IdQuery } from './find-id.ts'
import { wordsOf } from './names.ts'
import type { Paging, Resource, ResourceGraph, ResourceList } from './resource-graph.ts'
import { answerSketch, type Sketch } from './sketch.ts'

/** How an operation lists items, as far as the document says. */
export const toResourceList = (operation: ApiOperation, entity: string, query?: IdQuery): ResourceList => {
  const answer = answerSketch(operation)
  const items = answer && findItems(answer, entity)
  return {
    operation,
    itemsPointer: items?.pointer,
    idPointer:
      items?.item && findItemId(items.item, query ?? { entity, parameter: undefined, types: new Set() }),
    paging: findPaging(operation),
  }
}

/** JSON Pointer to the id in a list item: empty if the item is the id, undefined if not known. */
export const findItemId = (item: Sketch, query: IdQuery): string | undefined => {
  if (item.types.size > 0 && !item.types.has('object') && !item.types.has('array')) return ''
  return findIds(item, query)[0]
}

const SIZES = [
  'limit', 'pagesize', 'perpage', 'size', 'pagelimit', 'maxresults', 'maxitems', 'take', 'top', 'first', 'count', 'itemsperpage',
  'resultsperpage', 'rows', 'num',
] // prettier-ignore
const OFFSETS = ['offset', 'skip', 'startindex', 'start', 'from', 'pageoffset']
const PAGES = ['page', 'pagenumber', 'pageno', 'pageindex', 'currentpage', 'p']
const CURSORS = [
  'cursor', 'after', 'pagetoken', 'nexttoken', 'startingafter', 'continuation', 'continuationtoken', 'marker', 'pagecursor',
  'nextcursor', 'pageafter', 'lastid', 'exclusivestartkey', 'bookmark', 'scroll',
] // prettier-ignore

/** Names that always mean the page size. */
const SIZE_NAMES = new Set([
  'limit', 'pagesize', 'pagelimit', 'perpage', 'maxresults', 'maxitems', 'itemsperpage', 'resultsperpage',
]) // prettier-ignore

/** Whether a name always means the page size. */
export const isSizeName = (name: string): boolean => SIZE_NAMES.has(wordsOf(name).join(''))

/** The role of a paging parameter by its name: page size or page start; undefined for any other name. */
export const pagingWordOf = (name: string): 'size' | 'offset' | 'page' | 'cursor' | undefined => {
  const word = wordsOf(name).join('')
  if (SIZES.includes(word)) return 'size'
  if (OFFSETS.includes(word)) return 'offset'
  if (PAGES.includes(word)) return 'page'
  return CURSORS.includes(word) ? 'cursor' : undefined
}

/** Whether a name is that of a paging parameter. */
export const isPagingName = (name: string): boolean => pagingWordOf(name) !== undefined

/** Suffixes of search paths: `/bookings/search`, `/bookings:search`. */
export const SEARCH = /[/:]_?(?:search|query|find|filter|lookup)\/?$/i

/** The resource whose items an operation lists, or searches by its body: `POST /bookings/search`. */
export const findListed = (
  { resources }: Pick<ResourceGraph, 'resources'>,
  operation: ApiOperation,
): Resource | undefined => {
  const listed = resources.find(({ list }) => list?.operation === operation)
  if (listed !== undefined || operation.method !== 'POST' || !SEARCH.test(operation.path)) return listed
  const path = operation.path.replace(SEARCH, '')
  const found = resources.find(({ collectionPath }) => collectionPath === path)
  return found && { ...found, list: toResourceList(operation, found.name) }
}

const pagings = new WeakMap<ApiOperation, Paging | undefined>()

/** The paging parameters of an operation; undefined if it has none. */
export const findPaging = (operation: ApiOperation): Paging | undefined => {
  if (!pagings.has(operation)) pagings.set(operation, readPaging(operation))
  return pagings.get(operation)
}

const readPaging = (operation: ApiOperation): Paging | undefined => {
  const queries = operation.parameters.filter((parameter) => parameter.in === 'query')
  const named = (names: readonly string[]) =>
    queries.find(({ name }) => names.includes(wordsOf(name).join('')))
  const size = named(SIZES)
  const cursor = named(CURSORS)
  const offset = named(OFFSETS)
  const page = named(PAGES)
  const [only, ...others] = [size, cursor, offset, page].filter((found) => found !== undefined)
  if (only !== undefined && others.length === 0 && isOfItems(operation, only.name)) return undefined
  const bounds = {
    size: size?.name,
    maxSize: numberOf(size, 'maximum', -1),
    minSize: Math.max(1, numberOf(size, 'minimum', 1) ?? 1),
  }
  if (offset !== undefined && !isText(offset))
    return { style: 'offset', position: offset.name, first: 0, ...bounds }
  if (page !== undefined && !isText(page))
    return { style: 'page', position: page.name, first: firstPage(page), ...bounds }
  if (cursor !== undefined || page !== undefined || size !== undefined)
    return { style: 'cursor', position: (cursor ?? page)?.name, first: 0, ...bounds }
  return undefined
}

/** Whether the items have a property of this name: `size` may be a shoe size. */
const isOfItems = (operation: ApiOperation, name: string): boolean => {
  const answer = answerSketch(operation)
  return answer !== undefined && findItems(answer, '')?.item?.fields().has(name) === true
}

const isText = ({ schema }: ApiParameter): boolean =>
  schema !== undefined && findKeyword(schema, 'type') === 'string'

/** The number of the first page: 1, unless the default or else the minimum is 0. */
const firstPage = (page: ApiParameter): number => {
  const declared = page.schema && findKeyword(page.schema, 'default')
  if (declared === 0 || declared === 1) return declared
  return numberOf(page, 'minimum', 1) === 0 ? 0 : 1
}

/** A bound of a parameter's schema; an exclusive bound is moved by `step`. */
const numberOf = (
  parameter: ApiParameter | undefined,
  keyword: 'minimum' | 'maximum',
  step: number,
): number | undefined => {
  if (parameter?.schema === undefined) return undefined
  const inclusive = findKeyword(parameter.schema, keyword)
  if (isNumber(inclusive)) return Number(inclusive)
  const exclusive = findKeyword(
    parameter.schema,
    keyword === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum',
  )
  return isNumber(exclusive) ? Number(exclusive) + step : undefined
}

/**
 * The query parameter by which a list takes a cursor, or undefined. Only a response gives a valid cursor: any other text satisfies the
 * schema, but a server may rightly reject it.
 */
export const cursorOf = ({ resources }: ResourceGraph, operation: ApiOperation): string | undefined => {
  const list = resources.find((resource) => resource.list?.operation === operation)?.list
  return list?.paging?.style === 'cursor' ? list.paging.position : undefined
}

/** Names of sort parameters. */
const ORDER = new Set(['sort', 'sortby', 'order', 'orderby', 'ordering'])

/** Whether a name is that of a sort parameter. */
export const isOrderName = (name: string): boolean => ORDER.has(wordsOf(name).join(''))

/** The property of an order, and whether it falls: `-price` or `price desc`. */
export const readOrder = (order: string): { readonly property: string; readonly isDown: boolean } => {
  const [, property, direction] = /^(\S+)[ :](asc|desc)$/i.exec(order) ?? []
  return property === undefined
    ? { property: order.replace(/^-/, ''), isDown: order.startsWith('-') }
    : { property, isDown: direction?.toLowerCase() === 'desc' }
}

/** The orders that a query parameter lists in both directions: `price` and `-price`. Empty for every other parameter. */
export const ordersOf = ({ in: location, name, schema }: ApiParameter): readonly string[] => {
  if (location !== 'query' || schema === undefined || !isOrderName(name)) return []
  const all = findKeyword(schema, 'enum')
  const texts = Array.isArray(all) ? all.filter((value) => typeof value === 'string') : []
  const orders = texts.map(readOrder)
  return texts.filter((text) => {
    const { property, isDown } = readOrder(text)
    return orders.some((other) => other.property === property && other.isDown !== isDown)
  })
}
