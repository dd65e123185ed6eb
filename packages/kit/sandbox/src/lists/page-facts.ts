import type { Json } from '@contract-kit/json-schema/json'
import { findKeyword } from '@contract-kit/json-schema/schemas'
import { type Sketch } from '@contract-kit/resources/exchanges'
import { pageWordOf, pagingWordOf } from '@contract-kit/resources/lists'
import { wordsOf } from '@contract-kit/resources/words'
import { replaceAt } from '../values/fit.ts'
import { toText } from '../values/to-text.ts'
import {
  isAmongLinks,
  isNumeric,
  isTotalField,
  isUrlField,
  relationOf,
  wantsAbsolute,
  type PageField,
} from './page-fields.ts'
import type { Turn, Turns } from './page-links.ts'
import type { Page } from './pages.ts'

/** All facts about a page. */
export interface PageView {
  readonly page: Page
  readonly turns: Turns
  /** Makes a path and query an absolute URL. */
  readonly toUrl: (target: string) => string
  /** Whether another property holds the total, so that `count` refers to the page. */
  readonly hasTotal: boolean
}

/** The page object of a response, completely filled. */
export const describePage = (fields: readonly PageField[], view: PageView): Json =>
  fields.reduce<Json>((body, field) => {
    const fact = findFact(field, view)
    return fact === undefined ? body : replaceAt(body, field.path, fact)
  }, {})

/** A page fact by property name. Undefined if the name is not known, or if an optional property has no value. */
export function findFact(field: PageField, view: PageView): Json | undefined {
  const meaning = meaningOf(field, view)
  if (meaning === undefined) return undefined
  if (meaning === 'none') return absent(field)
  if (typeof meaning === 'number') return asNumber(field.sketch, meaning)
  return typeof meaning === 'boolean' ? meaning : showTurn(field, meaning, view)
}

/** Whether the name of a property is a page fact. */
export const isPageFact = (field: PageField, view: PageView): boolean => meaningOf(field, view) !== undefined

/** The value of a page fact; `none` for a page that does not exist. */
type Meaning = number | boolean | Turn | 'none' | undefined

function meaningOf(field: PageField, view: PageView): Meaning {
  const { name, path, sketch } = field
  const word = wordsOf(name).join('')
  const { page, turns } = view
  if (sketch.types.has('boolean')) return flagOf(word, page, turns)
  if (word === 'endcursor')
    return page.cursor === undefined ? 'none' : { position: page.cursor, target: undefined }
  const relation = relationOf(name)
  const isTurn = relation === 'next' || relation === 'prev'
  if (!isTurn && (isNumeric(sketch) || isTotalField(field))) return countOf(word, field, view)
  if (relation === undefined) return undefined
  // `first` and `last` are ambiguous names; only URLs and links refer to pages.
  if (isUrlField(field, page.paging) || isAmongLinks(path)) return turns[relation] ?? 'none'
  return isTurn && sketch.fields().size === 0 ? (turns[relation] ?? 'none') : undefined
}

function flagOf(word: string, { hasMore, skipped = 1 }: Page, turns: Turns): boolean | undefined {
  if (pageWordOf(word) === 'more' || word === 'next') return hasMore
  if (pageWordOf(word) === 'last') return !hasMore
  if (/^(?:is)?first(?:page)?$/.test(word)) return skipped === 0
  if (/^(?:has)?prev(?:ious)?(?:page)?$/.test(word)) return turns.prev !== undefined || skipped > 0
  return undefined
}

const pageCounts = new Set([
  'totalpages',
  'pagecount',
  'pages',
  'lastpage',
  'pagestotal',
  'numpages',
  'numberofpages',
  'totalpagecount',
])
const itemCounts = new Set([
  'count',
  'numberofelements',
  'returned',
  'itemcount',
  'resultcount',
  'currentitemcount',
  'length',
  'totalonpage',
])

function countOf(word: string, field: PageField, { page, hasTotal }: PageView): number | undefined {
  const { items, paging, size, skipped, total } = page
  const shownSize = Number.isFinite(size) ? size : items.length
  if (pageWordOf(word) === 'total') return total
  if (pageCounts.has(word))
    return total === undefined ? undefined : size === 0 ? 0 : Math.ceil(total / Math.max(1, shownSize))
  if (itemCounts.has(word)) return isWholeCount(word, field, page, hasTotal) ? total : items.length
  const number =
    paging?.style === 'page' && skipped !== undefined
      ? paging.first + (size === 0 ? 0 : Math.floor(skipped / size))
      : undefined
  if (word === 'to' && skipped !== undefined) return skipped + items.length
  if (word === 'number' || word === 'current') return number
  switch (pagingWordOf(word)) {
    case 'size':
      return shownSize
    case 'offset':
      return word === 'from' && paging?.style === 'page' && skipped !== undefined ? skipped + 1 : skipped
    case 'page':
      return number ?? (paging === undefined ? 1 : undefined)
    case 'cursor':
    case undefined:
      return undefined
  }
}

/** `count` refers to the page if there is another total or the document says so; else to the list. */
function isWholeCount(
  word: string,
  { sketch }: PageField,
  { paging, total }: Page,
  hasTotal: boolean,
): boolean {
  if (word !== 'count' || total === undefined) return false
  const prose = sketch.nodes.map((node) => toText(findKeyword(node, 'description'))).join(' ')
  if (/\b(?:this|the|current) (?:page|response)\b|\breturned\b/i.test(prose)) return false
  return /\btotal\b|\ball pages\b|\bmatch/i.test(prose) || (!hasTotal && paging?.style !== 'cursor')
}

/** A number in the type of its schema. */
const asNumber = (sketch: Sketch, value: number): Json =>
  !isNumeric(sketch) && sketch.types.has('string') ? String(value) : value

/** The value for a missing page: null, else undefined, else an empty text. */
function absent({ sketch, isRequired }: PageField): Json | undefined {
  if (sketch.types.has('null') || sketch.accepts(null)) return null
  return isRequired && sketch.accepts('') ? '' : undefined
}

function showTurn(field: PageField, { position, target }: Turn, { page, toUrl }: PageView): Json | undefined {
  const { name, sketch } = field
  if (!isUrlField(field, page.paging) && relationOf(name) !== 'self') {
    if (position === undefined) return absent(field)
    return typeof position === 'number' ? asNumber(sketch, position) : position
  }
  if (target === undefined) return absent(field)
  const inner = ['href', 'url'].find((one) => sketch.fields().has(one))
  const held = inner === undefined ? sketch : (sketch.fields().get(inner)?.sketch ?? sketch)
  const url = wantsAbsolute(held) ? toUrl(target) : target
  return inner === undefined ? url : { [inner]: url }
}
