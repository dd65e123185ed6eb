import { variant } from '../kernel/deviation.ts'
import { author, book, copy, member, seeded } from './samples.ts'

/** Freedoms that a correct library may take. */
export const libraryVariants = [
  variant(
    'texts-are-coerced',
    'Reads numbers and booleans in the query generously.',
    async (send) => void (await send('GET', '/books?limit=%205%20&restricted=0')),
  ),
  variant(
    'last-of-repeated-counts',
    'Takes the last of several values where one is wanted.',
    async (send) => void (await send('GET', '/books?limit=1&limit=2')),
  ),
  variant(
    'unknown-query-is-refused',
    'Refuses parameters of the query that it does not know.',
    async (send) => void (await send('GET', '/books?colour=red')),
  ),
  variant(
    'missing-books-are-told-first',
    'Looks for the book before it looks at the body.',
    async (send) => void (await send('PUT', `/books/${seeded.author}`, { json: {} })),
  ),
  variant(
    'wrong-bodies-answer-400',
    'Answers 400 where it might answer 422; both are documented.',
    async (send) => void (await send('POST', '/books', { json: {} })),
  ),
  variant(
    'callers-are-judged-last',
    'Looks at the request before it looks at who is calling.',
    async (send) => void (await send('POST', '/books', { json: {}, anonymous: true })),
  ),
  variant(
    'read-only-fields-are-refused',
    'Refuses what only the server sets, instead of overlooking it.',
    async (send) => void (await send('POST', '/authors', { json: { ...author, id: seeded.author } })),
  ),
  variant(
    'media-types-are-shouted',
    'Writes media types in capitals and with a quoted charset.',
    async (send) => void (await send('GET', '/books')),
  ),
  variant(
    'answers-carry-more-headers',
    'Adds headers for caches and cookies that the document does not name.',
    async (send) => void (await send('GET', '/books')),
  ),
  variant(
    'locations-are-absolute',
    'Tells places as absolute URLs.',
    async (send) => void (await send('POST', '/books', { json: book })),
  ),
  variant(
    'nulls-are-left-out',
    'Leaves optional properties out where they are null.',
    async (send) => void (await send('POST', '/books', { json: { ...book, subtitle: null } })),
  ),
  variant(
    'errors-are-told-at-length',
    'Explains errors in prose that speaks of exceptions and lines.',
    async (send) => void (await send('GET', '/books?limit=0')),
  ),
  variant(
    'former-members-answer-410',
    'Remembers whom it struck off, and answers 410 for them.',
    async (send) => {
      await send('DELETE', `/members/${seeded.member}`)
      await send('GET', `/members/${seeded.member}`)
    },
  ),
  variant(
    'deleting-an-unknown-author-succeeds',
    'Answers 204 whenever the author is not there afterwards.',
    async (send) => {
      await send('DELETE', `/authors/${seeded.author}`)
      await send('DELETE', `/authors/${seeded.author}`)
    },
  ),
  variant(
    'members-are-normalised',
    'Writes addresses in lower case and trims names.',
    async (send) =>
      void (await send('POST', '/members', { json: { ...member, name: ' Pia ', email: 'Pia@Example.org' } })),
  ),
  variant(
    'tags-are-kept-sorted',
    'Sorts the tags of a book.',
    async (send) => void (await send('POST', '/books', { json: { ...book, tags: ['zebra', 'apple'] } })),
  ),
  variant(
    'every-write-counts-a-version',
    'Counts a version for a write that changes nothing.',
    async (send) => {
      await send('PUT', `/books/${seeded.book}`, { json: book })
      await send('PUT', `/books/${seeded.book}`, { json: book })
    },
  ),
  variant('books-are-stamped-when-read', 'Tells another time at each reading.', async (send) => {
    await send('GET', `/books/${seeded.book}`)
    await send('GET', `/books/${seeded.book}`)
  }),
  variant(
    'cursor-pages-are-short',
    'Gives fewer books on a page than there might be.',
    async (send) => void (await send('GET', '/books?limit=2')),
  ),
  variant('copies-are-listed-backwards', 'Lists the newest copy first.', async (send) => {
    await send('POST', `/books/${seeded.book}/copies`, { json: copy })
    await send('POST', `/books/${seeded.book}/copies`, { json: { ...copy, barcode: 'ABC-000002' } })
    await send('GET', `/books/${seeded.book}/copies`)
  }),
  variant(
    'options-are-refused',
    'Answers 405 to OPTIONS as to any undeclared method.',
    async (send) => void (await send('OPTIONS', '/books')),
  ),
  variant(
    'unknown-authors-answer-404-to-any-method',
    'Looks for the author before it looks at the method.',
    async (send) => void (await send('PATCH', `/authors/${seeded.book}`, { json: {} })),
  ),
]
