import { createFinding, type Finding } from '../../core/check.ts'
import { judges, type PropertyRule } from '../../core/evidence.ts'
import type { Exchange } from '../../core/exchange.ts'
import { isObject, writeJson } from '@contract-kit/json-schema/json'
import type { Resource } from '@contract-kit/resources'
import { readListedItems } from '@contract-kit/resources/exchanges'
import { readPageMarkers } from '@contract-kit/resources/lists'
import { wordsOf } from '@contract-kit/resources/words'
import { describeResponse } from '../../checks/exchanges/exchange-facts.ts'
import {
  findRequestedList,
  isNarrowed,
  isTotal,
  isUncut,
  numbersAt,
  readPageEntries,
} from '../../compare/lists.ts'
import { createdItemsListed, listFiltered, pagesAndWholeRead, pagesRead } from '../../scenarios/evidence.ts'
import { deletedItemListed } from '../life-cycle/oracle.ts'
import type { Property } from '../property.ts'

/** The total of a list, in `X-Total-Count` or in its body, is the number of items on all pages. */
export const totalMismatchRule: PropertyRule = {
  id: 'total-mismatch',
  title: 'Total differs from the number of items',
  severity: 'medium',
  verify: (exchange) => judge(exchange, (resource, list) => countsFewer(resource, list, [list])),
  oracles: [
    judges(pagesRead, ({ pages }) =>
      judge(pages.at(-1), (resource, last) => countsFewer(resource, last, pages)),
    ),
    judges(pagesAndWholeRead, ({ pages, whole }) =>
      judge(whole, (resource) => {
        const last = pages.at(-1)
        const count = Math.max(countShown(resource, pages), countShown(resource, [whole]))
        return last !== undefined && isEnd(resource, last) && countsMore(resource, last, count)
      }),
    ),
    judges(listFiltered, ({ whole, filtered }) =>
      judge(
        filtered,
        (resource) =>
          isUncut(resource, filtered, whole) &&
          countsMore(resource, filtered, countShown(resource, [filtered])),
      ),
    ),
    judges(deletedItemListed, ({ before, list }) =>
      judge(list.at(-1), (resource, after) => {
        const last = before?.at(-1)
        if (last === undefined || !isEnd(resource, last) || !isEnd(resource, after)) return false
        // A total that exceeded the items before may count something else.
        const isRight = (page: Exchange): boolean => !countsMore(resource, page, countShown(resource, [page]))
        return isRight(last) && !isRight(after)
      }),
    ),
    judges(createdItemsListed, ({ before: listed, list }) =>
      judge(list.at(-1), (resource, after) => {
        const before = listed?.[0]
        if (before === undefined || resource.list?.paging !== undefined) return false
        // If the list grew by the created item, it was complete before.
        const [count, grown] = [countShown(resource, [before]), countShown(resource, [after])]
        return (
          grown === count + 1 && countsMore(resource, before, count) && countsMore(resource, after, grown)
        )
      }),
    ),
  ],
}

/** Sends no requests: scenarios of other properties read lists completely, by page, by filter, and after creations. */
export const totalMismatch: Property = { rules: [totalMismatchRule] }

const judge = (
  list: Exchange | undefined,
  isWrong: (resource: Resource, list: Exchange) => boolean,
): readonly Finding[] => {
  const resource = list && findRequestedList(list)
  if (list === undefined || resource === undefined || !isWrong(resource, list)) return []
  const message = `${describeResponse(list)} has a total that differs from the number of items.`
  return [createFinding(totalMismatchRule, list, message)]
}

interface Total {
  readonly total: number
  readonly description: string
}

/**
 * All totals in a response, except estimates. A bare `total` may be a sum or, beside another count, the number of pages. A `totalSize` may
 * be the sum of sizes.
 */
const totalsOf = (resource: Resource, page: Exchange): readonly Total[] => {
  const { response, documented } = page
  const counts = numbersAt(response.json, (key) => /^(records|count|total_?\w+)$/i.test(key))
  const isBareCount = resource.list?.paging !== undefined && counts.length === 0
  const isSum = (key: string): boolean =>
    /^total$/i.test(key) ? !isBareCount : /size$/i.test(key) && holdsSizes(resource, page)
  const { counted } = readPageMarkers(response)
  const header = documented?.headers.find(({ name }) => name.toLowerCase() === 'x-total-count')
  return [
    ...readPageEntries(page).flatMap(({ name, held, description }) =>
      isTotal(name) && typeof held === 'number' && !isSum(name) ? [{ total: held, description }] : [],
    ),
    ...(counted === undefined ? [] : [{ total: counted, description: header?.description ?? '' }]),
  ].filter(({ description }) => !GUESSED.test(description))
}

const holdsSizes = (resource: Resource, page: Exchange): boolean =>
  (readListedItems(resource, page) ?? []).some(
    ({ value }) =>
      isObject(value) && Object.keys(value).some((name) => /size|bytes/.test(wordsOf(name).join(' '))),
  )

const countShown = (resource: Resource, pages: readonly Exchange[]): number => {
  const items = pages.flatMap((page) => readListedItems(resource, page) ?? [])
  return new Set(items.map(({ id, value }) => writeJson(id ?? value))).size
}

/** Whether a total is less than the number of items on the pages so far. */
const countsFewer = (resource: Resource, page: Exchange, pages: readonly Exchange[]): boolean => {
  const count = countShown(resource, pages)
  return totalsOf(resource, page).some(({ total }) => total < count)
}

/** Phrases that say that a total counts only matching items, and that it counts the others, too. */
const COUNTS_ASKED = /\ball pages\b|\bmatch|\bfound\b|\bfilter/i
const COUNTS_ALL = /\b(?:before|regardless|irrespective|independent|ignor\w*|without|unfiltered|not)\b/i

const GUESSED = /approximat|estimat|roughly|\bbytes\b/i

const countsMatches = (description: string): boolean =>
  COUNTS_ASKED.test(description) && !COUNTS_ALL.test(description)

/** The totals that count the items of the requested list, and no others. */
export const certainTotals = (resource: Resource, page: Exchange): readonly number[] =>
  totalsOf(resource, page)
    .filter(({ description }) => !isNarrowed(page) || countsMatches(description))
    .map(({ total }) => total)

/** Whether a total exceeds the number of all items. */
const countsMore = (resource: Resource, page: Exchange, count: number): boolean =>
  certainTotals(resource, page).some((total) => total > count)

/** Whether a page is empty or says that it is the last. A short page need not be the last. */
const isEnd = (resource: Resource, page: Exchange): boolean =>
  readPageMarkers(page.response).hasMore === false || readListedItems(resource, page)?.length === 0
