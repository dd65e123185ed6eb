import type { Answer } from './exchange.ts'
import { isNumber, isObject, type Json } from '@contract-kit/json-schema/json'
import { wordsOf } from './names.ts'
import type { Id } from './response-items.ts'

const NEXT = new Set([
  'next', 'nextcursor', 'nextpage', 'nextpagetoken', 'nexttoken', 'nexturl', 'nextlink', 'nexthref', 'nextpageurl', 'endcursor',
  'continuationtoken', 'continuation', 'nextmarker', 'nextoffset', 'nextkey', 'cursornext',
]) // prettier-ignore
const PREVIOUS = new Set([
  'prev',
  'previous',
  'prevurl',
  'previousurl',
  'prevlink',
  'previouslink',
  'prevpageurl',
])
const MORE = new Set(['hasmore', 'hasnext', 'hasnextpage', 'more', 'moreresults', 'istruncated', 'truncated'])
const LAST = new Set(['last', 'islast', 'islastpage', 'lastpage', 'done', 'isdone'])
const TOTAL = new Set([
  'total', 'totalcount', 'totalsize', 'totalitems', 'totalresults', 'totalelements', 'totalrecords', 'totalhits', 'numfound',
]) // prettier-ignore

/** The paging information that a response property holds, by its name; undefined if it holds none. */
export const pageWordOf = (name: string): 'next' | 'previous' | 'more' | 'last' | 'total' | undefined => {
  const word = wordsOf(name).join('')
  if (NEXT.has(word)) return 'next'
  if (PREVIOUS.has(word)) return 'previous'
  if (MORE.has(word)) return 'more'
  if (LAST.has(word)) return 'last'
  return TOTAL.has(word) ? 'total' : undefined
}

/** Whether an object of this name holds paging information. */
export const isAboutPage = (name: string): boolean =>
  /^(meta|metadata|pagination|paging|page|page_?info|_?links?)$/i.test(name)

/** The paging information of a response. */
export interface PageMarkers {
  /** URL of the next page, by `Link`. */
  link: string | undefined
  /** Cursor, number or URL of the next page, in the body. */
  next: Id | undefined
  /** URL of the page before. */
  previous: string | undefined
  /** Whether the response has a field for the next page, even if empty. */
  isNextTold: boolean
  hasMore: boolean | undefined
  /** The number of items on all pages, by the body. */
  total: number | undefined
  /** The same by the header. */
  counted: number | undefined
}

/** Link relations of paging: if they occur without `next`, the page is the last one. */
const OTHER_PAGES = new Set(['prev', 'previous', 'first', 'last'])

/** Reads the information about neighboring pages from `Link` (RFC 8288), `X-Total-Count` and the body. */
export const readPageMarkers = ({ json, header }: Pick<Answer, 'json' | 'header'>): PageMarkers => {
  const links = parseLinkHeader(header('link') ?? '')
  const linkTo = (...names: readonly string[]): string | undefined =>
    links.find(({ relations }) => relations.some((relation) => names.includes(relation)))?.reference
  const link = linkTo('next')
  const isLast =
    link === undefined &&
    links.some(({ relations }) => relations.some((relation) => OTHER_PAGES.has(relation)))
  const counted = header('x-total-count')
  const said: PageMarkers = {
    link,
    next: undefined,
    previous: linkTo('prev', 'previous'),
    isNextTold: false,
    hasMore: link === undefined ? (isLast ? false : undefined) : true,
    total: undefined,
    counted: counted !== undefined && /^\d+$/.test(counted) ? Number(counted) : undefined,
  }
  if (json !== undefined) read(json, 0, said)
  if (said.isNextTold && said.next === undefined) said.hasMore ??= false
  if (said.next !== undefined) said.hasMore ??= true
  return said
}

const read = (body: Json, depth: number, said: PageMarkers): void => {
  if (!isObject(body) || depth > 2) return
  for (const [name, value] of Object.entries(body)) {
    const word = wordsOf(name).join('')
    const href = isObject(value) && typeof value['href'] === 'string' ? value['href'] : value
    if (NEXT.has(word)) {
      said.isNextTold = true
      if ((typeof href === 'string' && href !== '') || isNumber(href)) said.next ??= href
    } else if (PREVIOUS.has(word) && typeof href === 'string' && isReference(href)) said.previous ??= href
    else if (MORE.has(word) && typeof value === 'boolean') said.hasMore ??= value
    else if (LAST.has(word) && typeof value === 'boolean') said.hasMore ??= !value
    else if (TOTAL.has(word) && typeof value === 'number') said.total ??= value
    else read(value, depth + 1, said)
  }
}

/** Whether a page reference is a URL, not a cursor. */
export const isReference = (text: string): boolean => /^(?:https?:\/\/|\/|\?)/.test(text)

/** One link of a `Link` header, and how it relates to the response. */
interface HeaderLink {
  readonly reference: string
  /** Relation types in lower case: `next`. */
  readonly relations: readonly string[]
}

const LINK = /<([^>]*)>((?:\s*;\s*[\w!#$%&'*+.^`|~-]+\s*(?:=\s*(?:"(?:[^"\\]|\\.)*"|[^\s",;]+))?)*)/g
const RELATION = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s",;]+))/i

/** The links of a `Link` header (RFC 8288, section 3); ignores parts that cannot be read. */
export const parseLinkHeader = (header: string): readonly HeaderLink[] =>
  [...header.matchAll(LINK)].map(([, reference = '', parameters = '']) => {
    const [, quoted, plain] = RELATION.exec(parameters) ?? []
    const relations = (quoted ?? plain ?? '').toLowerCase().split(/\s+/)
    return { reference, relations: relations.filter((relation) => relation !== '') }
  })
