import { appendTokens } from '@contract-kit/json-schema/json'
import { oncePer } from '@contract-kit/json-schema/memo'
import type { ApiDocument, ApiMedia, ApiOperation, ApiServer } from '../document/api-document.ts'
import { DocumentError } from '../document/document-part.ts'
import { typesOfAny } from './judge/schema-shape.ts'
import { concreteMediaType, mediaKindOf } from './wire-request.ts'

/**
 * The document reduced to the operations that can be called below one base URL; the others move to `unread`, each with
 * the reason. Media types that cannot be serialized are left out if there are others, with a note. Throws {@link DocumentError} if no
 * operation is left.
 */
export const sendableDocument = oncePer((document: ApiDocument): ApiDocument => {
  const reasons = document.operations.map(
    (operation) => [operation, whyElsewhere(document, operation) ?? whyUnsendable(operation)] as const,
  )
  const unread = [
    ...document.unread,
    ...reasons.flatMap(([{ id, path, method }, reason]) =>
      reason === undefined ? [] : [{ id, path, method, reason }],
    ),
  ]
  const operations = reasons.flatMap(([operation, reason]) =>
    reason === undefined ? [withWritableBody(operation)] : [],
  )
  if (operations.length === 0)
    throw new DocumentError(
      unread[0]?.reason ?? 'The document has no operation under `paths`, so there is nothing to check.',
    )
  const byPath = Map.groupBy(operations, ({ path }) => path)
  const paths = new Map([...document.paths.keys()].map((path) => [path, byPath.get(path) ?? []]))
  const left = document.operations.filter(({ id }) => operations.some((operation) => operation.id === id))
  return { ...document, operations, unread, paths, notes: [...document.notes, ...left.flatMap(leftOutMedia)] }
})

/** The reason why requests below the base URL do not reach an operation; undefined if they do. */
export const whyElsewhere = (document: ApiDocument, operation: ApiOperation): string | undefined =>
  serverCheckOf(document)(operation)

/** The reason why a body of a media type cannot be serialized; undefined if it can be. */
const whyUnwritable = ({ schema, itemSchema, contentType, pointer }: ApiMedia): string | undefined => {
  if (schema === undefined) return itemSchema && 'is a stream (`itemSchema`)'
  const kind = mediaKindOf(concreteMediaType(contentType))
  const isForm = kind === 'form' || kind === 'multipart'
  return isForm && !typesOfAny([schema]).has('object')
    ? `is a form, which is an object, and the schema at #${appendTokens(pointer, 'schema')} allows none`
    : undefined
}

const whyUnsendable = ({ body, queryString }: ApiOperation): string | undefined => {
  if (queryString !== undefined)
    return `#${queryString.pointer} describes the whole query string (\`in: querystring\`), which cannot be sent.`
  const reasons = body?.media.map(whyUnwritable) ?? []
  const [first] = reasons
  if (body === undefined || first === undefined || reasons.includes(undefined)) return undefined
  const types = body.media.map(({ contentType }) => contentType).join(' or ')
  return `No request can be written as ${types}: the body at #${body.pointer} ${first}.`
}

const leftOutMedia = ({ id, body }: ApiOperation): readonly string[] =>
  (body?.media ?? []).flatMap((media) => {
    const reason = whyUnwritable(media)
    return reason === undefined
      ? []
      : [`No request to ${id} is written as ${media.contentType}: the body at #${media.pointer} ${reason}.`]
  })

const withWritableBody = (operation: ApiOperation): ApiOperation => {
  const { body } = operation
  const media = body?.media.filter((one) => whyUnwritable(one) === undefined) ?? []
  return body === undefined || media.length === body.media.length
    ? operation
    : { ...operation, body: { ...body, media } }
}

const addressOf = ({ origin, basePath }: ApiServer): string => `${origin}${basePath}` || '/'

/**
 * The reason why an operation is not served below the base URL; undefined if it is. An operation is elsewhere if it names its own servers
 * and none of them is one of the document. If no operation uses the servers of the document, those of the first one count.
 */
const serverCheckOf = oncePer(({ servers, operations }: ApiDocument) => {
  const declared = new Set(servers.length === 0 ? ['/'] : servers.map(addressOf))
  const ownOf = (operation: ApiOperation): readonly string[] | undefined => operation.servers?.map(addressOf)
  const isMain = (operation: ApiOperation): boolean =>
    ownOf(operation)?.some((address) => declared.has(address)) ?? true
  const main = operations.some(isMain)
    ? declared
    : new Set(operations.flatMap((operation) => ownOf(operation) ?? []).slice(0, 1))
  return (operation: ApiOperation): string | undefined => {
    const addresses = ownOf(operation)
    if (addresses === undefined || addresses.some((address) => main.has(address))) return undefined
    return `its server ${addresses.join(', ')} is not one of the document, and requests are only sent below the base URL`
  }
})
