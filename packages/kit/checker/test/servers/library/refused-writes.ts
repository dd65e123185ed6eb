import type { Violation } from './compile-validators.ts'
import type { Input, Library } from './handler.ts'
import type { Author, Book } from './store.ts'

const acceptedFields = (
  body: unknown,
  violations: readonly Violation[],
): Record<string, unknown> | undefined => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined
  const refused = new Set(violations.map(({ pointer }) => pointer.split('/')[1]))
  return Object.fromEntries(Object.entries(body).filter(([name]) => !refused.has(name)))
}

/** The traces of a rejected body in a server that writes before it has validated. */
export const leaveTraces = (
  operationId: string,
  { path, body }: Pick<Input, 'path' | 'body'>,
  violations: readonly Violation[],
  { store, on }: Library,
): void => {
  const fields = acceptedFields(body, violations)
  if (fields === undefined) return
  if (on('refused-author-is-kept') && operationId === 'createAuthor') {
    const { name = 'Unnamed', country = 'XX' } = fields
    const author = { id: store.nextId('author'), name, country, createdAt: store.now() }
    store.authors.set(author.id, author as Author)
  }
  const book = store.books.get(String(path.bookId).toLowerCase())
  if (on('refused-replace-sets-price') && operationId === 'replaceBook' && book !== undefined)
    store.books.set(book.id, {
      ...book,
      ...(('price' in fields ? { price: fields.price } : {}) as Partial<Book>),
    })
  const member = store.members.get(String(path.memberId).toLowerCase())
  if (on('refused-patch-changes-member') && operationId === 'patchMember' && member !== undefined)
    store.members.set(member.id, {
      ...member,
      ...Object.fromEntries(
        Object.entries(fields).filter(([name]) => ['name', 'tier', 'newsletter'].includes(name)),
      ),
    })
}
