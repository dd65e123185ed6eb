import { findReferenced } from '@contract-kit/json-schema/schemas'
import {
  essenceOf,
  findResponse,
  type ApiDocument,
  type ApiMedia,
  type ApiOperation,
  type ApiResponse,
} from '@contract-kit/openapi'
import { findJsonMedia } from '@contract-kit/resources/exchanges'
import type { Reply } from '../http/call.ts'
import { errorBody } from './error-body.ts'
import type { ErrorFacts } from './words.ts'
import { fillHeaders } from '../http/headers.ts'
import { concreteType, isJsonMedia, writeBody } from '../http/represent.ts'

/**
 * Statuses by which documents mean the same where they have none for it, the best first. 404 also stands for what a server
 * does not disclose to a caller that it does not know (RFC 9110, 15.5.5).
 */
const substitutes: Readonly<Record<number, readonly number[]>> = {
  400: [422],
  401: [403, 404],
  403: [401, 404],
  404: [410, 403],
  406: [400],
  409: [422, 400],
  411: [400],
  412: [409, 400],
  413: [400, 422],
  415: [400, 422],
  422: [400, 409],
  428: [412, 400],
}

/** Writes the response to a request that is refused, by the facts of its error. */
export type WriteError = (operation: ApiOperation | undefined, wanted: number, facts: ErrorFacts) => Reply

/**
 * Writes errors by the documented status that says them best, in its documented shape. What an operation does not document, and what belongs
 * to no operation, has the shape of most errors of the document. If the document has none, it is problem details (RFC 9457).
 */
export function createErrorWriter({ operations }: ApiDocument): WriteError {
  const all = operations.flatMap(({ responses }) => [...responses.values()])
  const errors = all.filter(({ status, media }) => /^[45]|^default$/.test(status) && media.length > 0)
  const byStatus = new Map(errors.toReversed().map((response) => [response.status, response]))
  const groups = Map.groupBy(
    errors.flatMap(({ media }) => findJsonMedia(media) ?? []),
    ({ contentType, schema }) => `${contentType} ${schema === undefined ? '' : nameOf(schema)}`,
  )
  const [most] = [...groups.values()].toSorted((one, other) => other.length - one.length)
  return (operation, wanted, facts) => {
    const { status, response } =
      operation === undefined
        ? { status: wanted, response: byStatus.get(String(wanted)) }
        : findError(operation, wanted, facts)
    const headers = { ...facts.headers, ...fillHeaders(response, facts.now, facts.headers) }
    if (response !== undefined && response.media.length === 0) return { status, headers }
    const media =
      response === undefined
        ? (findJsonMedia(byStatus.get(String(status))?.media ?? []) ?? most?.[0])
        : (findJsonMedia(response.media) ?? response.media[0])
    const mediaType = concreteType(media?.contentType ?? 'application/problem+json')
    const told = errorBody(media, status, facts, response?.status === String(status))
    if (media === undefined || isJsonMedia(essenceOf(mediaType)))
      return { status, headers, mediaType, body: told }
    const isText = mediaType.startsWith('text/') && !mediaType.startsWith('text/xml')
    const body = isText ? facts.message : writeBody({ ...media, examples: [] }, told)
    return { status, headers, mediaType, body }
  }
}

/** A name for a schema, so that references to one component count as one. */
function nameOf(schema: NonNullable<ApiMedia['schema']>): string {
  return findReferenced(schema)?.pointer ?? JSON.stringify(schema.schema)
}

function findError(
  operation: ApiOperation,
  wanted: number,
  { problems = [] }: ErrorFacts,
): { readonly status: number; readonly response: ApiResponse | undefined } {
  const { responses } = operation
  // A body that is well-formed but wrong is 422 where the document has both (RFC 9110, 15.5.21).
  const isContent =
    wanted === 400 && problems.length > 0 && problems.every((problem) => problem.in === 'body')
  if (isContent && responses.has('422')) return { status: 422, response: responses.get('422') }
  // An id of another form than the document's names nothing.
  const isPath = wanted === 400 && problems.length > 0 && problems.every((problem) => problem.in === 'path')
  const response = findResponse(operation, wanted)
  if (response !== undefined) return { status: wanted, response }
  const known = [...(substitutes[wanted] ?? []), ...(isPath ? [404] : []), ...lastResorts(wanted)]
  const status = known.find((one) => responses.has(String(one))) ?? wanted
  return { status, response: responses.get(String(status)) }
}

/**
 * Statuses of a document that has no better one: clients know how to handle them, other than one that is not documented. They say too little
 * to a client without credentials, and to one that asks for what is not there.
 */
const lastResorts = (wanted: number): readonly number[] =>
  wanted >= 400 && wanted < 500 && wanted !== 401 && wanted !== 404 ? [400, 422, 404, 409, 403] : []
