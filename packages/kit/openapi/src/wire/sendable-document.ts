import { oncePer } from '@contract-kit/json-schema/memo'
import {
  type ApiBody,
  type ApiDocument,
  type ApiOperation,
  type ApiServer,
} from '../document/api-document.ts'
import { DocumentError } from '../document/document-part.ts'

/**
 * The document with those operations alone to which requests can be sent below one base URL; the others are among its `unread`, each with
 * the reason. Throws {@link DocumentError} if none is left.
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
    reason === undefined ? [withoutStreams(operation)] : [],
  )
  if (operations.length === 0)
    throw new DocumentError(
      unread[0]?.reason ?? 'The document has no operation under `paths`, so there is nothing to check.',
    )
  const byPath = Map.groupBy(operations, ({ path }) => path)
  const paths = new Map([...document.paths.keys()].map((path) => [path, byPath.get(path) ?? []]))
  return { ...document, operations, unread, paths }
})

/** Why requests below the base URL of a document do not reach an operation; undefined if they do. */
export const whyElsewhere = (document: ApiDocument, operation: ApiOperation): string | undefined =>
  serverCheckOf(document)(operation)

const isStream = ({ schema, itemSchema }: ApiBody['media'][number]): boolean =>
  schema === undefined && itemSchema !== undefined

const whyUnsendable = ({ body, queryString }: ApiOperation): string | undefined => {
  if (queryString !== undefined)
    return `#${queryString.pointer} describes the whole query string (\`in: querystring\`), which cannot be sent.`
  if (body === undefined || body.media.length === 0 || !body.media.every(isStream)) return undefined
  const types = body.media.map(({ contentType }) => contentType).join(' or ')
  return `No request can be written as ${types}: the body at #${body.pointer} is a stream (\`itemSchema\`).`
}

/** Streams are only judged, never written. */
const withoutStreams = (operation: ApiOperation): ApiOperation => {
  const { body } = operation
  if (body === undefined || !body.media.some(isStream)) return operation
  return { ...operation, body: { ...body, media: body.media.filter((media) => !isStream(media)) } }
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
