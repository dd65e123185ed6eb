import { emptyReply, jsonReply, withHeaders } from '../kernel/reply.ts'
import { findOrRefuse, Refusal } from './find-or-refuse.ts'
import type { Handler } from './handler.ts'
import { pageReply } from './page-reply.ts'
import type { Author } from './store.ts'

const fields = ['name', 'country', 'born', 'website', 'aliases', 'awards'] as const

// The schema is open: what it does not name is not kept.
const keepFields = (body: unknown): Omit<Author, 'id' | 'createdAt'> => {
  const awards = (body as Author).awards?.map(({ title, year }) =>
    year === undefined ? { title } : { title, year },
  )
  const sent: Author = { ...(body as Author), ...(awards === undefined ? {} : { awards }) }
  return Object.fromEntries(
    fields.filter((field) => Object.hasOwn(sent, field)).map((field) => [field, sent[field]]),
  ) as unknown as Author
}

const orders: Record<string, (a: Author, b: Author) => number> = {
  name: (a, b) => (a.name < b.name ? -1 : 1),
  '-name': (a, b) => (a.name < b.name ? 1 : -1),
  born: (a, b) => (a.born ?? 0) - (b.born ?? 0),
}

export const listAuthors: Handler = (input, { store, on }) => {
  const countries = input.query.country as readonly string[] | undefined
  const matching = [...store.authors.values()].filter(
    ({ country }) => countries === undefined || on('country-filter-ignored') || countries.includes(country),
  )
  return pageReply(matching.toSorted(orders[input.query.sort as string]), input)
}

export const createAuthor: Handler = ({ body }, { store, on }) => {
  const author: Author = { id: store.nextId('author'), ...keepFields(body), createdAt: store.now() }
  const isCut = on('author-name-cut-when-kept') && author.name.length > 20
  store.authors.set(author.id, isCut ? { ...author, name: author.name.slice(0, 20) } : author)
  return withHeaders(jsonReply(201, author), { location: `/v1/authors/${author.id}` })
}

export const getAuthor: Handler = ({ path }, { store }) =>
  jsonReply(200, findOrRefuse(store.authors, path.authorId))

export const replaceAuthor: Handler = ({ path, body }, { store, on }) => {
  const before = findOrRefuse(store.authors, path.authorId)
  const kept = on('replace-author-keeps-omitted') ? before : { id: before.id, createdAt: before.createdAt }
  const author: Author = { ...kept, ...keepFields(body) }
  store.authors.set(author.id, author)
  return jsonReply(200, author)
}

export const deleteAuthor: Handler = ({ path }, { store, on }) => {
  if (
    on('deleting-an-unknown-author-succeeds') &&
    !store.authors.has((path.authorId as string).toLowerCase())
  )
    return emptyReply()
  const { id } = findOrRefuse(store.authors, path.authorId)
  if ([...store.books.values()].some(({ authorId }) => authorId?.toLowerCase() === id))
    throw new Refusal(409, 'A book names this author.')
  if (!on('deleted-author-stays')) store.authors.delete(id)
  return emptyReply()
}
