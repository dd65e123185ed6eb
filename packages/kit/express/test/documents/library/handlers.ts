import type { Handlers } from '../../../src/index.ts'
import type { components, operations } from './generated/openapi.ts'

type Book = components['schemas']['Book']

const emma: Book = { id: 1, title: 'Emma', subtitle: null }

/** A library whose books are kept for one test. */
export function createLibrary(): Handlers<operations> {
  const books = new Map<number, Book>([
    [1, emma],
    [2, { id: 2, title: 'Ulysses', subtitle: 'A novel' }],
  ])
  return {
    list_books: ({ query }) => {
      const found = [...books.values()].filter(({ id }) => id >= (query.published?.from ?? 0))
      const sorted = found.toSorted((one, other) => (one.title < other.title ? -1 : 1))
      return {
        status: 200,
        body: (query.sort_by === '-title' ? sorted.toReversed() : sorted).slice(0, query.limit),
      }
    },
    add_item: ({ body }) => {
      if (body.kind === 'audio') return { status: 422, body: { error_code: `no_audio_of_${body.minutes}` } }
      const book = { id: books.size + 1, title: body.title, subtitle: body.subtitle ?? null }
      books.set(book.id, book)
      return { status: 201, body: book }
    },
    get_book: ({ path }) => {
      const book = books.get(path.book_id)
      return book === undefined
        ? { status: 404, body: { error_code: 'unknown_book' } }
        : { status: 200, body: book }
    },
    get_featured_book: () => ({ status: 200, body: emma }),
    write_note: ({ path, body }) =>
      books.has(path.book_id)
        ? { status: 200, body: body.trim() }
        : { status: 404, body: { error_code: 'unknown_book' }, mediaType: 'application/json' },
    create_loan: ({ body }) => ({
      status: 201,
      body: { reminders: [], is_renewal: false, ...body },
    }),
  }
}
