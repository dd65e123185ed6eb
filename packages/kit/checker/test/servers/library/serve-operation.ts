import type { Reply } from '../kernel/reply.ts'
import { withHeaders } from '../kernel/reply.ts'
import type { ServerRequest } from '../kernel/server-request.ts'
import { acceptsMedia } from '../kernel/accepts-media.ts'
import { isReadOnly, type Validate } from './compile-validators.ts'
import { findOrRefuse, Refusal } from './find-or-refuse.ts'
import type { Library } from './handler.ts'
import { handlers } from './handlers.ts'
import type { Operation } from './operations.ts'
import { problem } from './problem.ts'
import { readBody, type ReadBody } from './read-body.ts'
import type { Part } from '../kernel/part.ts'
import { resolvePart } from './read-document.ts'
import { readParameters } from './read-parameters.ts'
import { leaveTraces } from './refused-writes.ts'

/** The document as the server reads it, and its schemas compiled. */
export interface Reading {
  readonly document: Part
  readonly validate: Validate
}

const checkCaller = (
  { id, isSecured }: Operation,
  { headers }: ServerRequest,
  { on }: Library,
): Reply | undefined => {
  if (!isSecured && !(on('strangers-list-no-authors') && id === 'listAuthors')) return undefined
  const [scheme = '', token = ''] = (headers.get('authorization') ?? '').trim().split(/ +/)
  const isBearer = scheme.toLowerCase() === 'bearer'
  if (isBearer && token === 'librarian') return undefined
  if (on('any-token-adds-an-author') && id === 'createAuthor' && isBearer && token !== '') return undefined
  return withHeaders(problem(401), { 'www-authenticate': 'Bearer realm="library"' })
}

// The server ignores properties in a request that it sets itself.
const withoutReadOnly = (
  { value, schemaPointer }: ReadBody,
  { document }: Reading,
  { on }: Library,
): unknown => {
  const properties = (resolvePart(document, schemaPointer).part.properties ?? {}) as Record<string, Part>
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const [ignored, kept] = ['true', 'false'].map((wanted) =>
    Object.entries(value).filter(([name]) => String(isReadOnly(document, properties[name])) === wanted),
  )
  if (ignored !== undefined && ignored.length > 0 && on('read-only-fields-are-refused'))
    throw new Refusal(422, 'The server sets this itself.')
  return Object.fromEntries(kept ?? [])
}

const refuseUnknownQuery = ({ parameters }: Operation, { query }: ServerRequest): void => {
  const known = parameters.filter((parameter) => parameter.in === 'query')
  const isKnown = (sent: string): boolean =>
    known.some(({ name, style, explode, isJson, schema }) => {
      if (schema.type !== 'object' || isJson) return sent === name
      return style === 'deepObject' || !explode ? sent.startsWith(name) : sent in (schema.properties ?? {})
    })
  if (![...new URLSearchParams(query).keys()].every(isKnown))
    throw new Refusal(400, 'There is no such parameter.')
}

const findAhead = ({ bookId }: Readonly<Record<string, string>>, { store }: Library): void => {
  if (bookId !== undefined) findOrRefuse(store.books, bookId)
}

/** Does one operation: caller, `Accept`, media type, parameters and body are judged in this order, then it is done. */
export const serveOperation = async (
  operation: Operation,
  request: ServerRequest,
  params: Readonly<Record<string, string>>,
  reading: Reading,
  library: Library,
): Promise<Reply> => {
  const stranger = checkCaller(operation, request, library)
  if (stranger !== undefined && !library.on('callers-are-judged-last')) return stranger
  if (operation.negotiates && !acceptsMedia(request.headers.get('accept'), 'application/json'))
    throw new Refusal(406)
  if (library.on('unknown-query-is-refused')) refuseUnknownQuery(operation, request)
  if (library.on('missing-books-are-told-first')) findAhead(params, library)
  const read = readBody(operation, request)
  const freedom = {
    coerces: library.on('texts-are-coerced'),
    takesLast: library.on('last-of-repeated-counts'),
  }
  const { values, violations } = readParameters(operation, request, params, reading.validate, freedom)
  if (violations.length > 0) return problem(400, 'A parameter is wrong.', violations)
  const body = read === undefined ? undefined : withoutReadOnly(read, reading, library)
  const faults = read === undefined ? [] : reading.validate(read.schemaPointer, body)
  if (faults.length > 0) {
    leaveTraces(operation.id, { path: values.path, body }, faults, library)
    return problem(library.on('wrong-bodies-answer-400') ? 400 : 422, 'The body is wrong.', faults)
  }
  if (stranger !== undefined) return stranger
  return await (handlers[operation.id] as NonNullable<(typeof handlers)[string]>)(
    { ...values, body, contentType: read?.contentType },
    library,
  )
}
