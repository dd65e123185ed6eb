import { type Check, createFinding, defineCheck, type Finding } from '../../core/check.ts'
import type { Answer, Exchange } from '../../core/exchange.ts'
import { isObject, type Json, type JsonObject } from '../../json-schema/base/json.ts'
import { buildResourceGraph } from '../../resources/build-resource-graph.ts'
import { isSameName, wordsOf } from '../../resources/names.ts'
import type { Resource } from '../../resources/resource-graph.ts'
import { type Id, readListedItems } from '../../resources/response-items.ts'
import { describeAnswer, isDeclared } from '../exchanges/exchange-facts.ts'
import { isNarrowed } from './filters.ts'
import { isSameId, outcomeOf } from './sequence-facts.ts'

/**
 * The pages of a list hold every item once: none comes twice, none that the list shows in one piece is missing, and no page holds more than was asked for.
 */
export const paginationLosesOrRepeats: Check = defineCheck({
  id: 'pagination-loses-or-repeats',
  title: 'Pages lose or repeat items',
  severity: 'high',
  appliesTo: isDeclared,
  verify: (exchange) => {
    const {
      case: { operation, step = '' },
    } = exchange
    const resource = buildResourceGraph(exchange.document).resources.find(
      ({ list }) => list?.operation === operation,
    )
    if (resource === undefined || outcomeOf(exchange) !== 'done') return []
    return [
      ...findExcess(resource, exchange),
      ...(/^page-\d+$/.test(step) ? findRepeated(resource, exchange) : []),
      ...(step === 'list-all' ? findLost(resource, exchange) : []),
    ]
  },
})

const accuse = (exchange: Exchange, clause: string, kind: string): readonly Finding[] => [
  createFinding(
    paginationLosesOrRepeats,
    exchange,
    `${describeAnswer(exchange)} ${clause}.`,
    undefined,
    kind,
  ),
]

/** Names that can mean nothing but the size of a page. */
const SIZE_NAMES = new Set([
  'limit',
  'pagesize',
  'pagelimit',
  'perpage',
  'maxresults',
  'maxitems',
  'itemsperpage',
  'resultsperpage',
])

const findExcess = (resource: Resource, exchange: Exchange): readonly Finding[] => {
  const { size = '', position } = resource.list?.paging ?? {}
  const name = wordsOf(size).join('')
  const asked = exchange.case.values?.query[size]
  if (typeof asked !== 'number' || !Number.isInteger(asked) || exchange.verdict?.isValid !== true) return []
  if (!SIZE_NAMES.has(name) && !(name === 'size' && position !== undefined)) return []
  const items = readListedItems(resource, exchange)
  return items !== undefined && items.length > asked && asked > 0
    ? accuse(exchange, `holds more items than the ${size} asked for`, 'excess')
    : []
}

const findRepeated = (resource: Resource, exchange: Exchange): readonly Finding[] => {
  const earlier = pagesBefore(exchange).flatMap((page) => idsOf(resource, page))
  const repeated = idsOf(resource, exchange).some((id) => earlier.some((other) => isSameId(id, other)))
  return repeated ? accuse(exchange, 'repeats an item of an earlier page', 'repeats') : []
}

const findLost = (resource: Resource, exchange: Exchange): readonly Finding[] => {
  const pages = pagesBefore(exchange)
  const seen = pages.flatMap((page) => idsOf(resource, page))
  const first = pages[0]
  if (first === undefined || pages.some((page) => outcomeOf(page) !== 'done') || isNarrowed(first)) return []
  const isLost = idsOf(resource, exchange).some((id) => !seen.some((other) => isSameId(id, other)))
  return isLost ? accuse(exchange, 'shows that the pages before it lose an item', 'loses') : []
}

/** The pages of the walk that leads to this exchange, with nothing else between them. */
const pagesBefore = ({ history }: Exchange): readonly Exchange[] => {
  const start = history.findLastIndex(({ case: { step = '' } }) => !/^page-\d+$/.test(step))
  return history.slice(start + 1)
}

const idsOf = (resource: Resource, exchange: Exchange): readonly Id[] =>
  (readListedItems(resource, exchange) ?? []).flatMap(({ id }) => (id === undefined ? [] : [id]))

/** Where an answer tells of its page beside the items: at its top, or in an object of this name. */
const ABOUT_PAGE = /^(meta|metadata|pagination|paging|page|page_?info|_?links?)$/i

const TOTAL = /^(total|total_?(count|items|elements|results))$/i

/** The numbers that an answer tells of its page under a name, such as `limit`. */
export const findPageFacts = ({ json }: Answer, name: string): readonly number[] =>
  numbersAt(json, (key) => isSameName(key, name))

/** The greatest number of all items that an answer tells, by a property such as `total` or by `X-Total-Count`; 0 where it tells none. */
export const findTotal = (answer: Answer): number =>
  Math.max(
    0,
    Number(answer.header('x-total-count') ?? 0),
    ...numbersAt(answer.json, (key) => TOTAL.test(key)),
  )

const numbersAt = (json: Json | undefined, isWanted: (key: string) => boolean): readonly number[] =>
  placesIn(json).flatMap((place) =>
    Object.entries(place).flatMap(([key, told]) => (isWanted(key) && typeof told === 'number' ? [told] : [])),
  )

const placesIn = (json: Json | undefined): readonly JsonObject[] =>
  isObject(json)
    ? [json, ...Object.keys(json).flatMap((key) => (ABOUT_PAGE.test(key) ? objectAt(json, key) : []))]
    : []

const objectAt = (json: JsonObject, key: string): readonly JsonObject[] => {
  const held = json[key]
  return isObject(held) ? [held] : []
}
