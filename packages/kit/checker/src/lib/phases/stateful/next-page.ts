import type { ListedItem } from '../../resources/listed-items.ts'
import type { Paging } from '../../resources/resource-graph.ts'
import { wordsOf } from '../../resources/words-of.ts'
import type { Exchange } from '../../run/exchange.ts'
import { isObject, type Json } from '../../schema/json.ts'
import { parseLinkHeader } from './link-header.ts'
import type { ValueOverride } from './scenario-port.ts'

/** Where the next page of a list is: at a URL of the server's, at a position, nowhere, or not to be known. */
export type NextPage =
  | { readonly kind: 'url'; readonly reference: string }
  | { readonly kind: 'position'; readonly override: ValueOverride }
  | { readonly kind: 'end' }
  | { readonly kind: 'unknown' }

/** A page that has been read. */
export interface ReadPage {
  readonly exchange: Exchange
  readonly items: readonly ListedItem[]
  /** Items on the pages before it. */
  readonly skipped: number
  /** Pages before it. */
  readonly index: number
  /** Page size that was asked for; undefined where none was. */
  readonly size: number | undefined
}

const NEXT = new Set([
  'next',
  'nextcursor',
  'nextpage',
  'nextpagetoken',
  'nexttoken',
  'nexturl',
  'nextlink',
  'nexthref',
  'nextpageurl',
  'endcursor',
  'continuationtoken',
  'continuation',
  'nextmarker',
  'nextoffset',
  'nextkey',
  'cursornext',
])
const MORE = new Set(['hasmore', 'hasnext', 'hasnextpage', 'more', 'moreresults', 'istruncated', 'truncated'])
const LAST = new Set(['last', 'islast', 'islastpage', 'lastpage', 'done', 'isdone'])
const TOTAL = new Set([
  'total',
  'totalcount',
  'totalitems',
  'totalresults',
  'totalelements',
  'totalrecords',
  'totalhits',
  'numfound',
])

/** Relations that tell of paging: where they stand without `next`, the page is the last one. */
const OTHER_PAGES = new Set(['prev', 'previous', 'first', 'last'])

/** Reads out of a page how to go on: by `Link` (RFC 8288), by what the body says, else by counting. */
export const findNextPage = (page: ReadPage, paging: Paging | undefined): NextPage => {
  const links = parseLinkHeader(page.exchange.answer.header('link') ?? '')
  const next = links.find(({ relations }) => relations.includes('next'))
  if (next !== undefined) return { kind: 'url', reference: next.reference }
  if (links.some(({ relations }) => relations.some((relation) => OTHER_PAGES.has(relation))))
    return { kind: 'end' }
  const said = markersIn(page.exchange.answer.json)
  if (said.next !== undefined) return toNext(said.next, paging)
  if (said.hasMore === false || page.items.length === 0) return { kind: 'end' }
  if (paging?.position === undefined)
    return paging?.size === undefined && said.hasMore !== true ? { kind: 'end' } : byCount(page)
  if (paging.style === 'cursor') {
    const last = page.items.at(-1)?.id
    if (said.hasMore === true && last !== undefined) return at(paging.position, last)
    return said.isNextTold ? { kind: 'end' } : byCount(page)
  }
  const seen = page.skipped + page.items.length
  if (said.total !== undefined && seen >= said.total) return { kind: 'end' }
  if (said.hasMore !== true && page.size !== undefined && page.items.length < page.size)
    return { kind: 'end' }
  return at(paging.position, paging.style === 'offset' ? paging.first + seen : paging.first + page.index + 1)
}

/** A page that is not full is the last one; of a full one nothing is known. */
const byCount = ({ items, size }: ReadPage): NextPage =>
  size !== undefined && items.length < size ? { kind: 'end' } : { kind: 'unknown' }

const at = (name: string, value: Json): NextPage => ({
  kind: 'position',
  override: { location: 'query', name, value },
})

const toNext = (next: string | number, paging: Paging | undefined): NextPage => {
  if (typeof next === 'string' && /^(?:https?:\/\/|\/|\?)/.test(next)) return { kind: 'url', reference: next }
  return paging?.position === undefined ? { kind: 'unknown' } : at(paging.position, next)
}

interface Markers {
  next: string | number | undefined
  /** Whether the body has a place for the next page, empty as it may be. */
  isNextTold: boolean
  hasMore: boolean | undefined
  total: number | undefined
}

const markersIn = (body: Json | undefined): Markers => {
  const said: Markers = { next: undefined, isNextTold: false, hasMore: undefined, total: undefined }
  if (body !== undefined) read(body, 0, said)
  if (said.isNextTold && said.next === undefined) said.hasMore ??= false
  return said
}

const read = (body: Json, depth: number, said: Markers): void => {
  if (!isObject(body) || depth > 2) return
  for (const [name, value] of Object.entries(body)) {
    const word = wordsOf(name).join('')
    const href = isObject(value) && typeof value['href'] === 'string' ? value['href'] : value
    if (NEXT.has(word)) {
      said.isNextTold = true
      if ((typeof href === 'string' && href !== '') || typeof href === 'number') said.next ??= href
    } else if (MORE.has(word) && typeof value === 'boolean') said.hasMore ??= value
    else if (LAST.has(word) && typeof value === 'boolean') said.hasMore ??= !value
    else if (TOTAL.has(word) && typeof value === 'number') said.total ??= value
    else read(value, depth + 1, said)
  }
}
