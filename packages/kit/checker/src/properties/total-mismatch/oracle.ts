import { type Check, createFinding, defineCheck } from '../../core/check.ts'
import type { Exchange } from '../../core/exchange.ts'
import { writeJson } from '@contract-kit/json-schema/json'
import { buildResourceGraph, type Resource } from '@contract-kit/resources'
import { readListedItems } from '@contract-kit/resources/exchanges'
import { findListed, readPageMarkers } from '@contract-kit/resources/lists'
import { describeAnswer, isDeclared } from '../../checks/exchanges/exchange-facts.ts'
import { isNarrowed, isUncut } from '../filter-not-applied/oracle.ts'
import { isTotal, numbersAt, pagesBefore } from '../pagination-loses-or-repeats/oracle.ts'
import { findStep, outcomeOf } from '../../compare/facts.ts'

/** The total of a list, by `X-Total-Count` or in its body, is the number of its items on all pages. */
export const totalMismatch: Check = defineCheck({
  id: 'total-mismatch',
  title: 'Total differs from the number of items',
  severity: 'medium',
  needs: 'sequence',
  appliesTo: isDeclared,
  verify: (exchange) => {
    const {
      document,
      case: { operation, mode },
      verdict,
    } = exchange
    if (operation === undefined || mode !== 'positive' || verdict?.isValid !== true) return []
    const resource = findListed(buildResourceGraph(document), operation)
    if (resource === undefined || outcomeOf(exchange) !== 'done') return []
    const message = `${describeAnswer(exchange)} has a total that differs from the number of items.`
    return contradicts(resource, exchange) ? [createFinding(totalMismatch, exchange, message)] : []
  },
})

const contradicts = (resource: Resource, exchange: Exchange): boolean => {
  const totals = totalsOf(resource, exchange)
  if (totals.length === 0) return countsMore(resource, exchange)
  const least = Math.max(countShown(resource, [exchange]), countOnPages(resource, exchange))
  return totals.some(({ total }) => total < least) || countsMore(resource, exchange)
}

interface Total {
  readonly total: number
  readonly description: string
}

/** Every total in a response. A bare `total` may be a sum or, beside another count, the number of pages. */
const totalsOf = (resource: Resource, { answer, response }: Exchange): readonly Total[] => {
  const counts = numbersAt(answer.json, (key) => /^(records|count|total_?\w+)$/i.test(key))
  const isBareCount = resource.list?.paging !== undefined && counts.length === 0
  const told = numbersAt(answer.json, (key) => isTotal(key) && (isBareCount || !/^total$/i.test(key)))
  const { counted } = readPageMarkers(answer)
  const header = response?.headers.find(({ name }) => name.toLowerCase() === 'x-total-count')
  return [
    ...told.map((total) => ({ total, description: '' })),
    ...(counted === undefined ? [] : [{ total: counted, description: header?.description ?? '' }]),
  ]
}

const countShown = (resource: Resource, pages: readonly Exchange[]): number => {
  const items = pages.flatMap((page) => readListedItems(resource, page) ?? [])
  return new Set(items.map(({ id, value }) => writeJson(id ?? value))).size
}

/** The number of items that this page and those before it in the same walk have shown. */
const countOnPages = (resource: Resource, exchange: Exchange): number =>
  /^page-\d+$/.test(exchange.case.step ?? '') ? countShown(resource, [...pagesBefore(exchange), exchange]) : 0

/** Phrases by which a document says that a total counts only the matches of the request. */
const COUNTS_ASKED = /\ball pages\b|\bmatch|\bfound\b|\bfilter/i

const GUESSED = /approximat|estimat|roughly/i

/** Whether a total exceeds the number of items, if all items were certainly shown. */
const countsMore = (resource: Resource, exchange: Exchange): boolean => {
  const { step } = exchange.case
  const exceeds = (page: Exchange | undefined, count: number): boolean =>
    page !== undefined &&
    totalsOf(resource, page).some(
      ({ total, description }) =>
        total > count && !GUESSED.test(description) && (!isNarrowed(page) || COUNTS_ASKED.test(description)),
    )
  if (step === 'filter') {
    const whole = findStep(exchange, 'list-page')
    const isAll = whole !== undefined && isUncut(resource, exchange, whole)
    return isAll && exceeds(exchange, countShown(resource, [exchange]))
  }
  if (step === 'list-all') {
    const pages = pagesBefore(exchange)
    const last = pages.at(-1)
    const count = Math.max(countShown(resource, pages), countShown(resource, [exchange]))
    return last !== undefined && isEnd(resource, last) && exceeds(last, count)
  }
  if (step !== 'list-after-create' || resource.list?.paging !== undefined) return false
  // If the list grows by the created item, it was complete before.
  const before = findStep(exchange, 'list-before')
  const [count, grown] = [before, exchange].map((page) => (page ? countShown(resource, [page]) : 0))
  return count !== undefined && grown === count + 1 && exceeds(before, count) && exceeds(exchange, grown)
}

/** Whether a page says that it is the last one, or is empty. A short page need not be the last. */
const isEnd = (resource: Resource, page: Exchange): boolean =>
  readPageMarkers(page.answer).hasMore === false || readListedItems(resource, page)?.length === 0
