import { defineVariants } from '../kernel/deviation.ts'
import { author, book, copy, member, seeded } from './samples.ts'

/** Freedoms that a correct library may take. */
export const libraryVariants = defineVariants([
  {
    id: 'texts-are-coerced',
    description: 'Reads numbers and booleans in the query generously.',
    probe: async (send) => void (await send('GET', '/books?limit=%205%20&restricted=0')),
  },
  {
    id: 'last-of-repeated-counts',
    description: 'Takes the last of several values where one is wanted.',
    probe: async (send) => void (await send('GET', '/books?limit=1&limit=2')),
  },
  {
    id: 'unknown-query-is-refused',
    description: 'Refuses parameters of the query that it does not know.',
    probe: async (send) => void (await send('GET', '/books?colour=red')),
  },
  {
    id: 'missing-books-are-told-first',
    description: 'Looks for the book before it looks at the body.',
    probe: async (send) => void (await send('PUT', `/books/${seeded.author}`, { json: {} })),
  },
  {
    id: 'wrong-bodies-answer-400',
    description: 'Answers 400 where it might answer 422; both are documented.',
    probe: async (send) => void (await send('POST', '/books', { json: {} })),
  },
  {
    id: 'callers-are-judged-last',
    description: 'Looks at the request before it looks at who is calling.',
    probe: async (send) => void (await send('POST', '/books', { json: {}, anonymous: true })),
  },
  {
    id: 'read-only-fields-are-refused',
    description: 'Refuses what only the server sets, instead of overlooking it.',
    probe: async (send) => void (await send('POST', '/authors', { json: { ...author, id: seeded.author } })),
  },
  {
    id: 'media-types-are-shouted',
    description: 'Writes media types in capitals and with a quoted charset.',
    probe: async (send) => void (await send('GET', '/books')),
  },
  {
    id: 'answers-carry-more-headers',
    description: 'Adds headers for caches and cookies that the document does not name.',
    probe: async (send) => void (await send('GET', '/books')),
  },
  {
    id: 'locations-are-absolute',
    description: 'Tells places as absolute URLs.',
    probe: async (send) => void (await send('POST', '/books', { json: book })),
  },
  {
    id: 'nulls-are-left-out',
    description: 'Leaves optional properties out where they are null.',
    probe: async (send) => void (await send('POST', '/books', { json: { ...book, subtitle: null } })),
  },
  {
    id: 'errors-are-told-at-length',
    description: 'Explains errors in prose that speaks of exceptions and lines.',
    probe: async (send) => void (await send('GET', '/books?limit=0')),
  },
  {
    id: 'former-members-answer-410',
    description: 'Remembers whom it struck off, and answers 410 for them.',
    probe: async (send) => {
      await send('DELETE', `/members/${seeded.member}`)
      await send('GET', `/members/${seeded.member}`)
    },
  },
  {
    id: 'deleting-an-unknown-author-succeeds',
    description: 'Answers 204 whenever the author is not there afterwards.',
    probe: async (send) => {
      await send('DELETE', `/authors/${seeded.author}`)
      await send('DELETE', `/authors/${seeded.author}`)
    },
  },
  {
    id: 'members-are-normalised',
    description: 'Writes addresses in lower case and trims names.',
    probe: async (send) =>
      void (await send('POST', '/members', { json: { ...member, name: ' Pia ', email: 'Pia@Example.org' } })),
  },
  {
    id: 'tags-are-kept-sorted',
    description: 'Sorts the tags of a book.',
    probe: async (send) =>
      void (await send('POST', '/books', { json: { ...book, tags: ['zebra', 'apple'] } })),
  },
  {
    id: 'every-write-counts-a-version',
    description: 'Counts a version for a write that changes nothing.',
    probe: async (send) => {
      await send('PUT', `/books/${seeded.book}`, { json: book })
      await send('PUT', `/books/${seeded.book}`, { json: book })
    },
  },
  {
    id: 'books-are-stamped-when-read',
    description: 'Tells another time at each reading.',
    probe: async (send) => {
      await send('GET', `/books/${seeded.book}`)
      await send('GET', `/books/${seeded.book}`)
    },
  },
  {
    id: 'cursor-pages-are-short',
    description: 'Gives fewer books on a page than there might be.',
    probe: async (send) => void (await send('GET', '/books?limit=2')),
  },
  {
    id: 'copies-are-listed-backwards',
    description: 'Lists the newest copy first.',
    probe: async (send) => {
      await send('POST', `/books/${seeded.book}/copies`, { json: copy })
      await send('POST', `/books/${seeded.book}/copies`, { json: { ...copy, barcode: 'ABC-000002' } })
      await send('GET', `/books/${seeded.book}/copies`)
    },
  },
  {
    id: 'options-are-refused',
    description: 'Answers 405 to OPTIONS as to any undeclared method.',
    probe: async (send) => void (await send('OPTIONS', '/books')),
  },
  {
    id: 'unknown-authors-answer-404-to-any-method',
    description: 'Looks for the author before it looks at the method.',
    probe: async (send) => void (await send('PATCH', `/authors/${seeded.book}`, { json: {} })),
  },
])
