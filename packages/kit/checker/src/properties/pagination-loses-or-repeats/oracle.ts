import { type Check, createFinding, defineCheck, type Finding } from '../../core/check.ts'
import type { Answer, Exchange } from '../../core/exchange.ts'
import { equalJson, isObject, type Json, type JsonObject, own } from '@contract-kit/json-schema/json'
import { buildResourceGraph, type Resource } from '@contract-kit/resources'
import { type Id, readListedItems } from '@contract-kit/resources/exchanges'
import { findListed, isAboutPage, isSizeName, readPageMarkers } from '@contract-kit/resources/lists'
import { isSameName } from '@contract-kit/resources/words'
import { describeAnswer, isDeclared } from '../../checks/exchanges/exchange-facts.ts'
import { isFilter } from '../filter-not-applied/oracle.ts'
import { findStep, isSameId, outcomeOf } from '../../compare/facts.ts'

/**
 * The pages of a list hold every item once. No item is repeated, no item that the list shows in one piece is missing, and no page holds
 * more items than requested.
 */
export const paginationLosesOrRepeats: Check = defineCheck({
  id: 'pagination-loses-or-repeats',
  title: 'Pages lose or repeat items',
  severity: 'high',
  needs: 'sequence',
  appliesTo: isDeclared,
  verify: (exchange) => {
    const {
      document,
      case: { operation, step = '' },
    } = exchange
    const resource = operation && findListed(buildResourceGraph(document), operation)
    if (resource === undefined || outcomeOf(exchange) !== 'done') return []
    return [
      ...findExcess(resource, exchange),
      ...(/^page-\d+$/.test(step) ? findRepeated(resource, exchange) : []),
      ...(step === 'list-all' ? findLost(resource, exchange) : []),
      ...(step === 'list-previous' ? findStuck(resource, exchange) : []),
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

const findExcess = (resource: Resource, exchange: Exchange): readonly Finding[] => {
  const { size = '', position } = resource.list?.paging ?? {}
  const { query, body } = exchange.case.values ?? {}
  const inBody = Object.keys(isObject(body?.value) ? body.value : {}).find(isSizeName)
  const asked = inBody === undefined ? query?.[size] : own(body?.value, inBody)
  if (typeof asked !== 'number' || !Number.isInteger(asked) || exchange.verdict?.isValid !== true) return []
  if (inBody === undefined && !isSizeName(size) && !(size === 'size' && position !== undefined)) return []
  const items = readListedItems(resource, exchange)
  return items !== undefined && items.length > asked && asked > 0
    ? accuse(exchange, `has more items than the requested ${inBody ?? size}`, 'excess')
    : []
}

/** The link from the second page to the previous one leads to a page with items of the second. */
const findStuck = (resource: Resource, exchange: Exchange): readonly Finding[] => {
  const second = findStep(exchange, 'page-2')
  const seen = second === undefined ? [] : idsOf(resource, second)
  const isStuck = idsOf(resource, exchange).some((id) => seen.some((other) => isSameId(id, other)))
  return isStuck ? accuse(exchange, 'repeats items of the page that links back to it', 'stuck') : []
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
  if (first === undefined || pages.some((page) => outcomeOf(page) !== 'done')) return []
  if (!isSameChoice(first, exchange)) return []
  const isLost = idsOf(resource, exchange).some((id) => !seen.some((other) => isSameId(id, other)))
  return isLost ? accuse(exchange, 'shows an item that was on none of the pages', 'loses') : []
}

/** Whether two requests for a list differ only in the page; a parameter that neither sends has its default in both. */
const isSameChoice = (left: Exchange, right: Exchange): boolean => {
  const { operation } = left.case
  const [one, other] = [left, right].map(({ case: { values } }) =>
    operation?.parameters.map((parameter) =>
      isFilter(operation, parameter) ? (values?.query[parameter.name] ?? null) : null,
    ),
  )
  return equalJson(one ?? null, other ?? null)
}

/** The pages of the walk that leads to this exchange, without other requests between them. */
export const pagesBefore = ({ history, case: { step: current } }: Exchange): readonly Exchange[] => {
  const start = history.findLastIndex(({ case: { step = '' } }) => !/^page-\d+$/.test(step))
  const first = history.findLastIndex(({ case: { step } }) => step === 'page-1')
  return current === 'page-1' ? [] : history.slice(Math.max(start + 1, first))
}

const idsOf = (resource: Resource, exchange: Exchange): readonly Id[] =>
  (readListedItems(resource, exchange) ?? []).flatMap(({ id }) => (id === undefined ? [] : [id]))

/** Whether a name stands for the number of items on all pages. */
export const isTotal = (key: string): boolean => /^(total|total_?(count|items|elements|results))$/i.test(key)

/** The numbers under a name, such as `limit`, in a response's description of its page. */
export const findPageFacts = ({ json }: Answer, name: string): readonly number[] =>
  numbersAt(json, (key) => isSameName(key, name))

/** The greatest total in a response, from a property such as `total` or from `X-Total-Count`; 0 if there is none. */
export const findTotal = (answer: Answer): number =>
  Math.max(0, readPageMarkers(answer).counted ?? 0, ...numbersAt(answer.json, isTotal))

/** The numbers under wanted names at the top of a response, or in the description of its page. */
export const numbersAt = (json: Json | undefined, isWanted: (key: string) => boolean): readonly number[] =>
  placesIn(json).flatMap((place) =>
    Object.entries(place).flatMap(([key, told]) => (isWanted(key) && typeof told === 'number' ? [told] : [])),
  )

const placesIn = (json: Json | undefined): readonly JsonObject[] =>
  isObject(json)
    ? [json, ...Object.keys(json).flatMap((key) => (isAboutPage(key) ? objectAt(json, key) : []))]
    : []

const objectAt = (json: JsonObject, key: string): readonly JsonObject[] => {
  const held = json[key]
  return isObject(held) ? [held] : []
}
