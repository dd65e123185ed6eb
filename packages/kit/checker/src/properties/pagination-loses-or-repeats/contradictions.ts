import type { Exchange } from '../../core/exchange.ts'
import type { Resource } from '@contract-kit/resources'
import { readListedItems } from '@contract-kit/resources/exchanges'
import { pageWordOf, readPageMarkers } from '@contract-kit/resources/lists'
import { wordsOf } from '@contract-kit/resources/words'
import { type PageEntry, readPageEntries } from '../../compare/lists.ts'
import { certainTotals } from '../total-mismatch/oracle.ts'

/** What a page says that contradicts the rest of it, as a clause; undefined if it agrees with itself. */
export const findContradiction = (resource: Resource, page: Exchange): string | undefined => {
  const isMore = toldMore(page)
  if (isMore === undefined || page.verdict?.isValid !== true) return undefined
  if (isMore && lacksNext(resource, page)) return 'says that there is more, but has no next page'
  return contradictsTotal(resource, page, isMore)
    ? `says that there is ${isMore ? '' : 'no '}more, unlike its total`
    : undefined
}

/** The value of `has_more`; undefined if a page has none, or if it only means that there may be more. */
export const toldMore = (page: Exchange): boolean | undefined => {
  const [flag, ...others] = flagsOf(page)
  const isSure = others.length === 0 && !/\b(?:may|might|could|possibl\w+)\b/i.test(flag?.description ?? '')
  return isSure && typeof flag?.held === 'boolean' ? flag.held : undefined
}

/** Whether the document describes `has_more`. Where it does not, a full page may just suppose that there is more. */
export const describesMore = (page: Exchange): boolean =>
  flagsOf(page).some(({ description }) => description !== '')

const flagsOf = (page: Exchange): readonly PageEntry[] =>
  readPageEntries(page).filter(
    ({ name, held }) =>
      wordsOf(name)[0] === 'has' && pageWordOf(name) === 'more' && typeof held === 'boolean',
  )

/** Whether a page has an empty link to the next page. A list with numbered pages may have an unused cursor. */
const lacksNext = ({ list }: Resource, page: Exchange): boolean => {
  const told = readPageEntries(page).filter(({ name }) => pageWordOf(name) === 'next')
  const isLink = ({ name }: PageEntry): boolean =>
    list?.paging?.style === 'cursor' || /^next(?:page)?(?:url|link|href)?$/.test(wordsOf(name).join(''))
  const isEmpty = told.every(({ held }) => held === null || held === '')
  return isEmpty && told.some(isLink) && readPageMarkers(page.response).link === undefined
}

/** Whether the items up to this page are all and there is more, or a full page is not the last and there is no more. */
const contradictsTotal = (resource: Resource, page: Exchange, isMore: boolean): boolean => {
  const { size = '', position = '', style } = resource.list?.paging ?? {}
  const query = new URLSearchParams(page.case.request.target.split('?')[1])
  const offset = Number(query.get(position) ?? 0)
  const count = readListedItems(resource, page)?.length ?? 0
  const [total, ...others] = new Set(certainTotals(resource, page))
  if (style !== 'offset' || !/^(?:offset|skip)$/i.test(position) || !Number.isInteger(offset)) return false
  if (total === undefined || others.length > 0 || count === 0) return false
  return isMore ? offset + count >= total : count === Number(query.get(size) ?? NaN) && offset + count < total
}
