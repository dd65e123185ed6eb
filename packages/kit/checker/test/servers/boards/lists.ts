import type { Reply } from '../kernel/reply.ts'
import { reply, type Call, type Office } from './office.ts'
import { readNumber } from './read-request.ts'

/** The items that match, and how they are shown. */
export interface Found<Item> {
  readonly items: readonly Item[]
  readonly show: (item: Item) => object
  /** How many match; otherwise the number of items. */
  readonly total?: number
}

const kept = ['filter[active]', 'filter[archived]', 'filter[state]', 'filter[billable]', 'sort', 'page[size]']

const linkTo = ({ request, query, operation }: Call, page: number, { on }: Office): string => {
  const isLost = (name: string): boolean =>
    (on('next-page-lacks-the-filter') && operation === 'list_cards' && name.startsWith('filter')) ||
    (on('next-page-lacks-the-order') && operation === 'list_entries' && name === 'sort')
  const sent = [...query].filter(([name]) => kept.includes(name) && !isLost(name))
  const host = on('links-are-absolute') ? `http://${request.headers.get('host') ?? 'boards.test'}` : ''
  return `${host}/v2${request.path}?${new URLSearchParams([...sent, ['page[number]', String(page)]]).toString()}`
}

/** A page of items. */
export const pageOf = <Item>(call: Call, office: Office, { items, show, total }: Found<Item>): Reply => {
  const { on } = office
  const { operation } = call
  const number = readNumber(call, 'page[number]', 1000, 1)
  const size = readNumber(call, 'page[size]', 20, 5)
  const isLoser = on('next-page-loses-an-entry') && operation === 'list_entries' && number > 1
  const start = (number - 1) * size + (isLoser ? 1 : 0)
  const data = items.slice(start, start + size)
  const isLast = start + size >= items.length
  const next = on('next-page-is-the-same') && operation === 'list_boards' ? number : number + 1
  const isPageAlone = on('total-counts-a-page') && operation === 'list_cards'
  const links = {
    self: linkTo(call, number, office),
    next: isLast ? null : linkTo(call, next, office),
    prev: number === 1 ? null : linkTo(call, number - 1, office),
  }
  return reply(200, {
    data: data.map(show),
    meta: { total: isPageAlone ? data.length : (total ?? items.length) },
    links: on('links-leave-nulls-out')
      ? Object.fromEntries(Object.entries(links).filter(([, link]) => link !== null))
      : links,
  })
}

/** Items by a number, or as they were made; from the last on where the order begins with a minus. */
export const sortBy = <Item>(
  items: readonly Item[],
  sort: string,
  numberOf: (item: Item) => number,
): readonly Item[] => {
  const isByNumber = !sort.endsWith('created_at')
  const sorted = isByNumber ? items.toSorted((one, other) => numberOf(one) - numberOf(other)) : items
  return sort.startsWith('-') ? sorted.toReversed() : sorted
}
