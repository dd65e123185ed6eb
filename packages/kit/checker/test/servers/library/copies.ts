import { emptyReply, jsonReply, withHeaders } from '../kernel/reply.ts'
import { findOrRefuse, Refusal } from './find-or-refuse.ts'
import type { Handler, Input, Library } from './handler.ts'
import type { Copy } from './store.ts'

type CopyInput = Omit<Copy, 'id' | 'bookId'>

const assertBarcodeFree = (barcode: string, { store }: Library, ownId?: string): void => {
  if ([...store.copies.values()].some((copy) => copy.barcode === barcode && copy.id !== ownId))
    throw new Refusal(409, 'Another copy has this barcode.')
}

const findCopy = ({ path }: Input, { store, on }: Library): Copy => {
  const book = findOrRefuse(store.books, path.bookId)
  const copy = findOrRefuse(store.copies, path.copyId)
  if (copy.bookId !== book.id && !on('copy-found-under-any-book')) throw new Refusal(404)
  return copy
}

export const listCopies: Handler = ({ path }, { store, on }) => {
  const book = findOrRefuse(store.books, path.bookId)
  const copies = [...store.copies.values()].filter(({ bookId }) => bookId === book.id)
  if (on('newest-copy-not-listed')) copies.pop()
  return jsonReply(200, on('copies-are-listed-backwards') ? copies.toReversed() : copies)
}

export const createCopy: Handler = ({ path, body }, library) => {
  const { store, on } = library
  const book = findOrRefuse(store.books, path.bookId)
  const input = body as CopyInput
  assertBarcodeFree(input.barcode, library)
  const copy: Copy = { id: store.nextId('copy'), bookId: book.id, ...input }
  if (!on('created-copy-not-kept')) store.copies.set(copy.id, copy)
  return withHeaders(jsonReply(201, copy), { location: `/v1/books/${book.id}/copies/${copy.id}` })
}

export const getCopy: Handler = (input, library) => {
  const copy = findCopy(input, library)
  const other = library.on('copy-answers-its-neighbour')
    ? [...library.store.copies.values()].find(({ bookId, id }) => bookId === copy.bookId && id !== copy.id)
    : undefined
  return jsonReply(200, other ?? copy)
}

export const replaceCopy: Handler = (input, library) => {
  const { id, bookId, shelf } = findCopy(input, library)
  const body = input.body as CopyInput
  assertBarcodeFree(body.barcode, library, id)
  const copy: Copy = { id, bookId, ...body }
  const keepsShelf = library.on('replace-copy-keeps-shelf') && copy.shelf === undefined && shelf !== undefined
  library.store.copies.set(id, keepsShelf ? { ...copy, shelf } : copy)
  return jsonReply(200, library.store.copies.get(id))
}

export const deleteCopy: Handler = (input, library) => {
  const { id } = findCopy(input, library)
  const isLent = [...library.store.loans.values()].some(
    ({ copyId, status }) => copyId === id && status === 'open',
  )
  if (isLent) throw new Refusal(409, 'The copy is on loan.')
  library.store.copies.delete(id)
  return emptyReply()
}
