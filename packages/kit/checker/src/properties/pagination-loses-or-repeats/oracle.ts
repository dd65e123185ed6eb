import { createFinding, type Finding } from '../../core/check.ts'
import { defineEvidence, judges, type PropertyRule } from '../../core/evidence.ts'
import type { Exchange } from '../../core/exchange.ts'
import { equalJson, isObject, own } from '@contract-kit/json-schema/json'
import type { Resource } from '@contract-kit/resources'
import { type Id, readListedItems } from '@contract-kit/resources/exchanges'
import { isSizeName } from '@contract-kit/resources/lists'
import { describeResponse } from '../../checks/exchanges/exchange-facts.ts'
import { isSameId, outcomeOf } from '../../compare/facts.ts'
import { findShownList, isFilter } from '../../compare/lists.ts'
import { pagesAndWholeRead, pagesRead } from '../../scenarios/evidence.ts'
import { describesMore, findContradiction, toldMore } from './contradictions.ts'

/** A page of a list was read, and then the page that its `prev` link leads to. */
export const previousPageRead = defineEvidence<{ page: Exchange; previous: Exchange }>('previous page read')

/** A page of the size of the whole list was read, and then the whole list. */
export const fullPageRead = defineEvidence<{ page: Exchange; whole: Exchange }>('full page read')

/**
 * The pages of a list contain each item exactly once. No item repeats, no item of the unpaginated list is missing, and no page exceeds the
 * requested size. What a page says about the next one agrees with the rest of it.
 */
export const paginationLosesOrRepeatsRule: PropertyRule = {
  id: 'pagination-loses-or-repeats',
  title: 'Pages lose or repeat items',
  severity: 'high',
  verify: (exchange) => {
    const resource = findShownList(exchange)
    if (resource === undefined) return []
    const clause = findContradiction(resource, exchange)
    return [
      ...findExcess(resource, exchange),
      ...(clause === undefined ? [] : accuse(exchange, clause, 'contradiction')),
    ]
  },
  oracles: [
    judges(pagesRead, ({ pages }) => findRepeated(pages)),
    judges(pagesAndWholeRead, ({ pages, whole }) => findLost(pages, whole)),
    judges(fullPageRead, ({ page, whole }) => {
      const resource = findShownList(page)
      const [shown, all] = [page, whole].map((list) => (resource ? idsOf(resource, list).length : 0))
      return toldMore(page) === true && describesMore(page) && shown !== 0 && shown === all
        ? accuse(page, 'has all items, but says that there is more', 'contradiction')
        : []
    }),
    judges(previousPageRead, ({ page, previous }) =>
      repeatsAny(previous, [page])
        ? accuse(previous, 'repeats items of the page that links back to it', 'stuck')
        : [],
    ),
  ],
}

const accuse = (exchange: Exchange, clause: string, kind: string): readonly Finding[] => [
  createFinding(
    paginationLosesOrRepeatsRule,
    exchange,
    `${describeResponse(exchange)} ${clause}.`,
    undefined,
    kind,
  ),
]

const findExcess = (resource: Resource, exchange: Exchange): readonly Finding[] => {
  const { size = '', position } = resource.list?.paging ?? {}
  const { query, body } = exchange.case.values ?? {}
  const inBody = Object.keys(isObject(body?.value) ? body.value : {}).find(isSizeName)
  const requestedSize = inBody === undefined ? query?.[size] : own(body?.value, inBody)
  if (
    typeof requestedSize !== 'number' ||
    !Number.isInteger(requestedSize) ||
    exchange.verdict?.isValid !== true
  )
    return []
  if (inBody === undefined && !isSizeName(size) && !(size === 'size' && position !== undefined)) return []
  const items = readListedItems(resource, exchange)
  return items !== undefined && items.length > requestedSize && requestedSize > 0
    ? accuse(exchange, `has more items than the requested ${inBody ?? size}`, 'excess')
    : []
}

const findRepeated = (pages: readonly Exchange[]): readonly Finding[] => {
  const last = pages.at(-1)
  return last !== undefined && repeatsAny(last, pages.slice(0, -1))
    ? accuse(last, 'repeats an item of an earlier page', 'repeats')
    : []
}

/** Whether a list contains an item of another one. */
const repeatsAny = (list: Exchange, others: readonly Exchange[]): boolean => {
  const resource = findShownList(list)
  if (resource === undefined) return false
  const seen = others.flatMap((other) => idsOf(resource, other))
  return idsOf(resource, list).some((id) => seen.some((other) => isSameId(id, other)))
}

const findLost = (pages: readonly Exchange[], whole: Exchange): readonly Finding[] => {
  const resource = findShownList(whole)
  const [first] = pages
  if (resource === undefined || first === undefined) return []
  if (pages.some((page) => outcomeOf(page) !== 'done') || !isSameChoice(first, whole)) return []
  const seen = pages.flatMap((page) => idsOf(resource, page))
  const isLost = idsOf(resource, whole).some((id) => !seen.some((other) => isSameId(id, other)))
  return isLost ? accuse(whole, 'shows an item that was on none of the pages', 'loses') : []
}

/** Whether two list requests differ only in the page. An unset parameter has the same default in both. */
const isSameChoice = (left: Exchange, right: Exchange): boolean => {
  const { operation } = left.case
  const [one, other] = [left, right].map(({ case: { values } }) =>
    operation?.parameters.map((parameter) =>
      isFilter(operation, parameter) ? (values?.query[parameter.name] ?? null) : null,
    ),
  )
  return equalJson(one ?? null, other ?? null)
}

const idsOf = (resource: Resource, exchange: Exchange): readonly Id[] =>
  (readListedItems(resource, exchange) ?? []).flatMap(({ id }) => (id === undefined ? [] : [id]))
