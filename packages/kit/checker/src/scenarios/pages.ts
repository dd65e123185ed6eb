import type { Exchange } from '../core/exchange.ts'
import { type Json, writeJson } from '@contract-kit/json-schema/json'
import { type Paging, type Resource, type ResourceList } from '@contract-kit/resources'
import { type Id, type ListedItem, operationInputs, readListedItems } from '@contract-kit/resources/exchanges'
import { isReference, readPageMarkers } from '@contract-kit/resources/lists'
import type { ValueOverride } from './port.ts'
import { isDone, type StepOptions, type Walk } from './walk.ts'

/** The result of a walk through a list. */
export interface PagesWalked {
  readonly items: readonly ListedItem[]
  readonly pages: readonly Exchange[]
  /** Whether the walk reached the end or a page without new items. */
  readonly isWhole: boolean
}

/** Options of a walk through a list. */
interface PageOptions {
  /** The page size to request, if supported. */
  readonly size: number | undefined
  /** Further parameters for every page. */
  readonly also?: readonly ValueOverride[]
  readonly maxPages: number
  /** Called for each page, with all pages so far. */
  readonly onPage?: (page: Exchange, pages: readonly Exchange[]) => void
}

/** Reads all pages of a list, in order. */
export const walkPages = async (
  walk: Walk,
  resource: Resource,
  { size, also = [], maxPages, onPage }: PageOptions,
): Promise<PagesWalked> => {
  const { list } = resource
  if (list === undefined) return { items: [], pages: [], isWhole: false }
  const isSized = size !== undefined && list.paging?.size !== undefined
  const sizing = [...sizeOverride(resource, size), ...also]
  const all: ListedItem[] = []
  const pages: Exchange[] = []
  const seen = new Set<string>()
  let options: StepOptions = { overrides: sizing }
  let wasNamed = false
  for (let index = 0; index < maxPages; index += 1) {
    const exchange = await walk.send(list.operation, options)
    pages.push(exchange)
    onPage?.(exchange, pages.slice())
    const items = isDone(exchange) ? readListedItems(resource, exchange) : undefined
    if (items === undefined) return { items: all, pages, isWhole: false }
    const page = { exchange, items, skipped: all.length, index, size: isSized ? size : undefined, wasNamed }
    all.push(...items)
    const next = findNextPage(page, list.paging)
    wasNamed ||= namesNext(exchange)
    const isNews = items.some((item) => !seen.has(nameOf(item)))
    for (const item of items) seen.add(nameOf(item))
    if (next.kind === 'end' || !isNews) return { items: all, pages, isWhole: true }
    const following = toOptions(walk, next, sizing, exchange)
    if (following === undefined) return { items: all, pages, isWhole: false }
    options = following
  }
  return { items: all, pages, isWhole: false }
}

/** The override for the page size; empty if the list has no such parameter. */
export const sizeOverride = (
  { list }: Resource,
  size: number | undefined,
): NonNullable<StepOptions['overrides']> =>
  list?.paging?.size === undefined || size === undefined
    ? []
    : [{ location: 'query', name: list.paging.size, value: size }]

const namesNext = ({ response }: Exchange): boolean => {
  const { link, next } = readPageMarkers(response)
  return (link ?? next) !== undefined
}

const nameOf = ({ id, value }: ListedItem): string => writeJson(id ?? value)

const toOptions = (
  walk: Walk,
  next: NextPage,
  sizing: NonNullable<StepOptions['overrides']>,
  exchange: Exchange,
): StepOptions | undefined => {
  if (next.kind === 'position') return { overrides: [...sizing, next.override] }
  const requestTarget = next.kind === 'url' ? walk.port.toTarget(next.reference, exchange) : undefined
  const { values } = exchange.case
  return requestTarget === undefined || requestTarget.startsWith('/../') || values === undefined
    ? undefined
    : { values, requestTarget }
}

/** The next page of a list: a URL, a position, none, or unknown. */
type NextPage =
  | { readonly kind: 'url'; readonly reference: string }
  | { readonly kind: 'position'; readonly override: ValueOverride }
  | { readonly kind: 'end' }
  | { readonly kind: 'unknown' }

/** A page that has been read. */
export interface ReadPage {
  readonly exchange: Exchange
  readonly items: readonly ListedItem[]
  /** Number of items on the previous pages. */
  readonly skipped: number
  /** Number of previous pages. */
  readonly index: number
  /** The requested page size, if any. */
  readonly size: number | undefined
  /** Whether a previous page named the next one. */
  readonly wasNamed: boolean
}

/** Finds the next page: by `Link` (RFC 8288), by the body, else by counting. */
export const findNextPage = (page: ReadPage, paging: Paging | undefined): NextPage => {
  const markers = readPageMarkers(page.exchange.response)
  if (markers.link !== undefined) return { kind: 'url', reference: markers.link }
  if (markers.next !== undefined) return toNext(markers.next, paging)
  if (markers.hasMore === false || page.items.length === 0) return { kind: 'end' }
  // A list that named each next page names none on the last one.
  if (page.wasNamed && markers.hasMore !== true && paging?.style === 'cursor') return { kind: 'end' }
  if (paging?.position === undefined)
    return paging?.size === undefined && markers.hasMore !== true ? { kind: 'end' } : byCount(page)
  if (paging.style === 'cursor') {
    const last = page.items.at(-1)?.id
    if (markers.hasMore === true && last !== undefined) return at(paging.position, last)
    return markers.isNextTold ? { kind: 'end' } : byCount(page)
  }
  const seen = page.skipped + page.items.length
  if (markers.total !== undefined && seen >= markers.total) return { kind: 'end' }
  const isPromised = markers.hasMore === true || seen < (markers.total ?? markers.counted ?? 0)
  if (!isPromised && page.size !== undefined && page.items.length < page.size) return { kind: 'end' }
  return at(paging.position, paging.style === 'offset' ? paging.first + seen : paging.first + page.index + 1)
}

/** A partial page is the last one; a full page may be, too. */
const byCount = ({ items, size }: ReadPage): NextPage =>
  size !== undefined && items.length < size ? { kind: 'end' } : { kind: 'unknown' }

const at = (name: string, value: Json): NextPage => ({
  kind: 'position',
  override: { location: 'query', name, value },
})

const toNext = (next: Id, paging: Paging | undefined): NextPage => {
  if (typeof next === 'string' && isReference(next)) return { kind: 'url', reference: next }
  return paging?.position === undefined ? { kind: 'unknown' } : at(paging.position, next)
}

/** Maximum number of pages of a list to read completely. */
const MAX_PAGES = 20

/** Number of items that a scenario may add to a list that fit into one response. */
const ROOM = 8

/** The page size to request without a documented maximum. */
const LARGE = 100

/** The list that contains all created items; undefined if there is none, or if it is filtered. */
export const findWholeList = ({ list, create }: Resource): ResourceList | undefined => {
  if (list === undefined || (create !== undefined && !isBeside(list, create.operation.path))) return undefined
  const { size, position } = list.paging ?? {}
  const isChoice = operationInputs(list.operation).some(
    ({ location, name, isRequired }) =>
      isRequired && location === 'query' && name !== size && name !== position,
  )
  return isChoice ? undefined : list
}

/** Whether a list is at the path that creates items, above the path that puts them, or neither path has parameters. */
const isBeside = ({ operation }: ResourceList, path: string): boolean =>
  operation.path === path ||
  path.replace(/\/\{[^/]*\}\/?$/, '') === operation.path ||
  !/\{/.test(operation.path + path)

/** The maximum page size of a list. */
export const largestPage = ({ list }: Resource): number | undefined =>
  list?.paging?.size === undefined
    ? undefined
    : Math.max(list.paging.minSize, Math.min(list.paging.maxSize ?? LARGE, LARGE))

/** Reads the complete list before a change. Later reads use the same method. */
export const listBefore = async (walk: Walk, resource: Resource): Promise<PagesWalked | undefined> => {
  if (findWholeList(resource) === undefined) return undefined
  const size = largestPage(resource)
  const walked = await walkPages(walk, resource, {
    size,
    maxPages: MAX_PAGES,
  })
  const { paging } = resource.list ?? {}
  const hasRoom = size === undefined ? paging?.position === undefined : walked.items.length + ROOM <= size
  walk.fitsOneResponse.set(resource, walked.isWhole && walked.pages.length === 1 && hasRoom)
  return walked
}

/** Reads the complete list again. Resolves with its pages; undefined if the end is not reached. */
export const listAfter = async (walk: Walk, resource: Resource): Promise<readonly Exchange[] | undefined> => {
  const list = findWholeList(resource)
  if (list === undefined) return undefined
  const size = largestPage(resource)
  let pages: readonly Exchange[] = []
  if (walk.fitsOneResponse.get(resource) !== true) {
    const walked = await walkPages(walk, resource, { size, maxPages: MAX_PAGES })
    if (!walked.isWhole) return undefined
    pages = walked.pages
  }
  return [...pages, await walk.send(list.operation, { overrides: sizeOverride(resource, size) })]
}
