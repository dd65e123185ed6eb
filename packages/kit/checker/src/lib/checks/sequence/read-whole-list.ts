import { readListedItems, type ListedItem } from '../../resources/listed-items.ts'
import type { Resource } from '../../resources/resource-graph.ts'
import type { Exchange } from '../../run/exchange.ts'
import { outcomeOf } from './outcome.ts'

/**
 * The items of a list and of the pages directly before it: together the whole list. undefined where a page shows no
 * list, or items without ids.
 */
export const readWholeList = (resource: Resource, exchange: Exchange): readonly ListedItem[] | undefined => {
  const pages = [exchange]
  for (const earlier of exchange.history.toReversed()) {
    if (!isPage(earlier, exchange)) break
    pages.unshift(earlier)
  }
  const items: ListedItem[] = []
  for (const page of pages) {
    const listed = outcomeOf(page) === 'done' ? readListedItems(resource, page) : undefined
    if (listed === undefined || listed.some(({ id }) => id === undefined)) return undefined
    items.push(...listed)
  }
  return items
}

const isPage = ({ case: { step = '', operation } }: Exchange, list: Exchange): boolean =>
  operation === list.case.operation &&
  (step === 'list-page' || (list.case.step === 'list-all' && step.startsWith('page-')))
