import type { Json } from '@contract-kit/json-schema/json'
import { findKeyword } from '@contract-kit/json-schema/schemas'
import type { Paging } from '@contract-kit/resources'
import type { Sketch } from '@contract-kit/resources/exchanges'
import type { Kind } from '../document/kinds.ts'
import type { Item } from '../state/item.ts'
import { Refusal } from '../http/call.ts'
import { hasResponse } from '../http/choose.ts'
import type { World } from '../operations/world.ts'
import { type Cursor, currentOrder, type CursorShape, readCursor, writeCursor } from './cursors.ts'
import type { Demand, Listing, Test, Values } from './listing.ts'
import { comparePlaces, type Order, parseOrder, type Place, placeOf } from './orders.ts'

/** One page of a list, with its metadata. */
export interface Page {
  readonly items: readonly Item[]
  readonly paging: Paging | undefined
  /** The maximum number of items on the page. */
  readonly size: number
  /** The number of items before it; undefined after a cursor. */
  readonly skipped: number | undefined
  /** The number of items on all pages; undefined if not needed. */
  readonly total: number | undefined
  readonly hasMore: boolean
  /** The cursor of the next page; undefined without items or cursors. */
  readonly cursor: Cursor | undefined
  /** The cursor that continues after an item. */
  readonly cursorOf: (item: Item) => Cursor | undefined
}

/** The parts of a response that affect pagination. */
export interface PageNeeds {
  /** The maximum number of items in the response schema. */
  readonly maxItems: number
  /** Whether the response includes the total. */
  readonly isCounted: boolean
  /** Whether the response leads to the next page. */
  readonly leadsOn: boolean
  /** The properties that hold the next cursor. */
  readonly cursors: readonly Sketch[]
}

/** The default page size. */
const usualSize = 20

/** A request for a list. */
export interface PageRequest {
  readonly kind: Kind
  readonly listing: Listing
  readonly values: Values
  readonly demands: readonly Demand[]
  readonly requested: Order
  readonly needs: PageNeeds
}

/** Cuts the requested page out of all items of a kind. */
export function cutPage(world: World, request: PageRequest): Page {
  const { kind, listing, values, demands, needs } = request
  // The shortest indexed list already meets its own condition.
  const [narrowest] = demands
    .filter(({ found }) => found !== undefined)
    .toSorted((one, other) => (one.found?.length ?? 0) - (other.found?.length ?? 0))
  const all = narrowest?.found ?? world.store.listKind(kind.resource.key)
  const tests = demands.filter((demand) => demand !== narrowest).map(({ test }) => test)
  const { paging } = listing.list
  const shape: CursorShape = {
    operationId: listing.operation.id,
    kind,
    parameter: listing.parameters.find(({ name }) => name === paging?.position),
    shown: needs.cursors,
  }
  const size = sizeOf(paging, values, needs)
  const start = startOf(world, request, shape, size)
  const { order } = start
  const isMatch: Test = (item) => tests.every((test) => test(item))
  const cut = { ...start, size, isCounted: needs.isCounted }
  const { items, total, hasMore } =
    order.keys.length > 0
      ? cutSorted(all, isMatch, cut)
      : tests.length > 0
        ? cutByCreation(all, isMatch, cut)
        : cutWhole(all, cut)
  const last = items.at(-1)
  const cursorOf = (item: Item): Cursor | undefined =>
    writeCursor(world, shape, { ...placeOf(item, order), sort: order.text }, item)
  const cursor = last === undefined || paging?.style !== 'cursor' ? undefined : cursorOf(last)
  return {
    items,
    paging,
    size,
    skipped: start.after === undefined ? start.skip : undefined,
    total,
    hasMore,
    cursor,
    cursorOf,
  }
}

/** Whether the document has a response for an invalid or unknown page. */
const refuses = ({ operation }: Listing): boolean => hasResponse(operation, [400, 422])

/** The page size: as requested, else the default within the bounds; unlimited if there can be no second page. */
function sizeOf(paging: Paging | undefined, values: Values, { maxItems, leadsOn }: PageNeeds): number {
  const requested = paging?.size === undefined ? undefined : values[paging.size]
  if (typeof requested === 'number' && requested >= 0) return Math.min(Math.floor(requested), maxItems)
  const isWhole = paging === undefined || (paging.position === undefined && !leadsOn)
  const { minSize = 1, maxSize = Infinity } = paging ?? {}
  return isWhole ? Math.min(maxSize, maxItems) : Math.min(Math.max(usualSize, minSize), maxSize, maxItems)
}

interface Start {
  readonly order: Order
  readonly skip: number
  /** The place after which the page begins. */
  readonly after: Place | undefined
  /** Whether the page is empty because its cursor leads nowhere. */
  readonly isEmpty: boolean
}

/** Name of the cursor parameter in links, if the document has links but no parameter. */
export const hiddenCursor = 'cursor'

function startOf(world: World, request: PageRequest, shape: CursorShape, size: number): Start {
  const { kind, listing, values, requested: order } = request
  const { paging } = listing.list
  const first = { order, skip: 0, after: undefined, isEmpty: false }
  if (paging === undefined) return first
  const position = values[paging.position ?? hiddenCursor]
  if (position === undefined || position === null || position === '') return first
  if (paging.style !== 'cursor') {
    const steps = Math.max(0, Number(position) - paging.first)
    return { ...first, skip: (paging.style === 'page' ? steps * size : steps) || 0 }
  }
  const found = readCursor(world, shape, position as Cursor)
  if (found === undefined) return unknownCursor(shape, first, refuses(listing))
  if (found.sort !== currentOrder) return { ...first, order: orderOf(kind, found.sort, order), after: found }
  const all = world.store.listKind(kind.resource.key)
  const at = all[countUpTo(all, found.order, true)]
  const item = at?.order === found.order ? at : undefined
  return { ...first, after: item === undefined ? found : placeOf(item, order) }
}

/** A cursor includes the order of its list. */
const orderOf = (kind: Kind, sort: string, requested: Order): Order =>
  sort === requested.text
    ? requested
    : { ...parseOrder(kind, sort), ...(sort === '' && { isNewestFirst: requested.isNewestFirst }) }

/**
 * Rejects an unknown cursor, unless the document makes its page empty or the first one. Returns an empty page if the document has no
 * response for a rejection.
 */
function unknownCursor({ parameter }: CursorShape, first: Start, isRefusing: boolean): Start {
  const { description = '' } = parameter ?? {}
  if (/\bfirst page\b|\bbeginning\b/i.test(description)) return first
  if (!isRefusing || /\bempty\b/i.test(description)) return { ...first, isEmpty: true }
  throw new Refusal(400, `No page has the cursor that ${parameter?.name ?? hiddenCursor} gives`)
}

interface Cut extends Start {
  readonly size: number
  readonly isCounted: boolean
}

type CutItems = Pick<Page, 'items' | 'total' | 'hasMore'>

/** Takes a page out of all items. */
function cutWhole(all: readonly Item[], { order, skip, after, isEmpty, size }: Cut): CutItems {
  const { isNewestFirst } = order
  const behind = after === undefined ? 0 : countUpTo(all, after.order, isNewestFirst)
  const start = isEmpty
    ? all.length
    : after === undefined
      ? skip
      : isNewestFirst
        ? all.length - behind
        : behind
  const left = Math.max(0, all.length - start)
  const end = start + Math.min(left, size)
  const items = isNewestFirst
    ? all.slice(all.length - end, Math.max(0, all.length - start)).toReversed()
    : all.slice(start, end)
  return { items, total: all.length, hasMore: left > size }
}

/** The number of items older than an order, or as old unless `isBefore`. The items must be sorted by it. */
function countUpTo(all: readonly Item[], order: number, isBefore: boolean): number {
  let [low, high] = [0, all.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const held = all[middle]?.order ?? 0
    if (held < order || (held === order && !isBefore)) low = middle + 1
    else high = middle
  }
  return low
}

/** Iterates without copying, and stops after the page if the total is not needed. */
function cutByCreation(all: readonly Item[], isMatch: Test, cut: Cut): CutItems {
  const { order, skip, after, isEmpty, size, isCounted } = cut
  const items: Item[] = []
  let total = 0
  let passed = 0
  let hasMore = false
  for (let index = 0; index < all.length; index += 1) {
    const item = all[order.isNewestFirst ? all.length - 1 - index : index]
    if (item === undefined || !isMatch(item)) continue
    total += 1
    const isBefore =
      isEmpty ||
      (after !== undefined && (order.isNewestFirst ? item.order >= after.order : item.order <= after.order))
    if (isBefore || passed < skip) {
      if (!isBefore) passed += 1
    } else if (items.length < size) items.push(item)
    else hasMore = true
    if (hasMore && !isCounted) break
  }
  return { items, total: isCounted ? total : undefined, hasMore }
}

function cutSorted(all: readonly Item[], isMatch: Test, cut: Cut): CutItems {
  const { order, skip, after, isEmpty, size } = cut
  const placed = all.filter(isMatch).map((item) => ({ item, place: placeOf(item, order) }))
  const sorted = placed.toSorted((one, other) => comparePlaces(order, one.place, other.place))
  const behind =
    after === undefined ? sorted : sorted.filter(({ place }) => comparePlaces(order, place, after) > 0)
  const rest = isEmpty ? [] : behind.slice(skip)
  return {
    items: rest.slice(0, size).map(({ item }) => item),
    total: placed.length,
    hasMore: rest.length > size,
  }
}

/** The maximum number of items in a response list. */
export function maxItemsOf(list: Sketch | undefined): number {
  const limits = (list?.nodes ?? []).map((node): Json | undefined => findKeyword(node, 'maxItems'))
  return Math.min(Infinity, ...limits.filter((limit) => typeof limit === 'number'))
}
