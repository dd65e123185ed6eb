import { emptyReply, jsonReply, withHeaders } from '../kernel/reply.ts'
import { findOrRefuse, Refusal } from './find-or-refuse.ts'
import type { Handler, Library } from './handler.ts'
import { mergePatch } from './merge-patch.ts'
import type { Book } from './store.ts'

type BookInput = Omit<Book, 'id' | 'version' | 'createdAt' | 'updatedAt' | 'restricted'> & {
  restricted?: boolean
}

const assertAuthor = ({ authorId }: Pick<Book, 'authorId'>, { store }: Library): void => {
  if (typeof authorId === 'string' && !store.authors.has(authorId.toLowerCase()))
    throw new Refusal(409, 'There is no such author.')
}

const sortTags = (book: Book, { on }: Library): Book =>
  on('tags-are-kept-sorted') && book.tags !== undefined ? { ...book, tags: book.tags.toSorted() } : book

const applyDefaults = (input: BookInput, isRestricted = false): BookInput & { restricted: boolean } => ({
  ...input,
  restricted: input.restricted ?? isRestricted,
})

export const createBook: Handler = ({ body }, library) => {
  const { store } = library
  const input = body as BookInput
  assertAuthor(input, library)
  const at = store.now()
  const book: Book = sortTags(
    {
      id: store.nextId('book'),
      ...applyDefaults(input, library.on('books-restricted-by-default')),
      version: 1,
      createdAt: at,
      updatedAt: at,
    },
    library,
  )
  store.books.set(book.id, book)
  return withHeaders(jsonReply(201, book), { location: `/v1/books/${book.id}` })
}

export const getBook: Handler = ({ path }, { store, on }) => {
  const book = findOrRefuse(store.books, path.bookId)
  return jsonReply(200, on('books-are-stamped-when-read') ? { ...book, updatedAt: store.now() } : book)
}

const contentOf = (book: Book): string =>
  JSON.stringify(
    Object.entries({ ...book, version: 0, updatedAt: '' }).toSorted(([x], [y]) => (x < y ? -1 : 1)),
  )

// A write that changes nothing leaves version and time alone.
const keep = (before: Book, changed: Book, { store, on }: Library): Book => {
  if (contentOf(before) === contentOf(changed) && !on('every-write-counts-a-version')) return before
  const book = { ...changed, version: before.version + 1, updatedAt: store.now() }
  store.books.set(book.id, book)
  return book
}

export const replaceBook: Handler = ({ path, body }, library) => {
  const before = findOrRefuse(library.store.books, path.bookId)
  const input = body as BookInput
  assertAuthor(input, library)
  const { id, version, createdAt, updatedAt } = before
  const changed = { id, ...applyDefaults(input), version, createdAt, updatedAt }
  return jsonReply(200, keep(before, sortTags(changed, library), library))
}

export const patchBook: Handler = ({ path, body }, library) => {
  const before = findOrRefuse(library.store.books, path.bookId)
  const changed = mergePatch(before, body) as Book
  if (Object.keys(changed.ratings ?? {}).length > 5)
    throw new Refusal(409, 'A book has at most five ratings.')
  if (library.on('patch-forgets-tags') && !Object.hasOwn(body as object, 'tags'))
    Object.assign(changed, { tags: [] })
  return jsonReply(200, keep(before, sortTags(changed, library), library))
}

export const deleteBook: Handler = ({ path }, { store }) => {
  const { id } = findOrRefuse(store.books, path.bookId)
  const copies = [...store.copies.values()].filter(({ bookId }) => bookId === id)
  const isLent = [...store.loans.values()].some(
    ({ copyId, status }) => status === 'open' && copies.some((copy) => copy.id === copyId),
  )
  if (isLent) throw new Refusal(409, 'A copy is on loan.')
  for (const copy of copies) store.copies.delete(copy.id)
  store.books.delete(id)
  return emptyReply()
}
