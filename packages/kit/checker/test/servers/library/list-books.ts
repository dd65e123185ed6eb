import { jsonReply, withHeaders } from '../kernel/reply.ts'
import type { Handler, Library } from './handler.ts'
import type { Book } from './store.ts'

interface BookQuery {
  readonly cursor?: string
  readonly limit: number
  readonly language?: string
  readonly genre?: readonly string[]
  readonly tag?: readonly string[]
  readonly published?: { readonly from?: string; readonly to?: string }
  readonly restricted?: boolean
}

const isPublishedWithin = (
  { publishedOn }: Book,
  { from = '0000', to = '9999' }: NonNullable<BookQuery['published']>,
) => publishedOn !== undefined && publishedOn >= from && publishedOn <= `${to}~`

const matches = (book: Book, query: BookQuery, { on }: Library): boolean =>
  (query.language === undefined || on('language-filter-ignored') || book.language === query.language) &&
  (query.genre?.some((genre) => book.genres.includes(genre)) ?? true) &&
  (query.tag?.some((tag) => book.tags?.includes(tag)) ?? true) &&
  (query.published === undefined || isPublishedWithin(book, query.published)) &&
  (query.restricted === undefined || book.restricted === query.restricted)

/** Lists books in order of their ids, behind the one that the cursor names. */
export const listBooks: Handler = ({ query: sent }, library) => {
  const { store, on } = library
  const query = sent as unknown as BookQuery
  const matching = [...store.books.values()]
    .filter((book) => matches(book, query, library))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const cursor = query.cursor?.toLowerCase() ?? ''
  const isBehind = ({ id }: Book): boolean =>
    on('cursor-repeats-a-book') && cursor !== '' ? id >= cursor : id > cursor
  const rest = matching.filter(isBehind)
  const limit = on('cursor-pages-are-short') ? Math.max(1, query.limit - 1) : query.limit
  const items = rest.slice(0, limit)
  const last = on('cursor-skips-a-book') ? rest[limit] : items.at(-1)
  const reply = jsonReply(200, { items, nextCursor: rest.length > limit ? (last?.id ?? null) : null })
  return withHeaders(reply, { 'x-total-count': String(matching.length) })
}
