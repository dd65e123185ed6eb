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
 * Documented substitutes for an undocumented status, best first. 404 also hides the existence of a resource from an unknown caller (RFC
 * 9110, 15.5.5).
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

/** Writes the response to a rejected request. */
export type WriteError = (operation: ApiOperation | undefined, wanted: number, facts: ErrorFacts) => Reply

/**
 * Writes errors with the best documented status, in its documented shape. Errors without a documented response, or outside of operations,
 * use the most common error shape of the document. If the document has none, the shape is problem details (RFC 9457).
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
    const content = errorBody(media, status, facts, response?.status === String(status))
    if (media === undefined || isJsonMedia(essenceOf(mediaType)))
      return { status, headers, mediaType, body: content }
    const isText = mediaType.startsWith('text/') && !mediaType.startsWith('text/xml')
    const body = isText ? facts.message : writeBody({ ...media, examples: [] }, content)
    return { status, headers, mediaType, body }
  }
}

/** A name for a schema; references to one component share it. */
function nameOf(schema: NonNullable<ApiMedia['schema']>): string {
  return findReferenced(schema)?.pointer ?? JSON.stringify(schema.schema)
}

function findError(
  operation: ApiOperation,
  wanted: number,
  { problems = [] }: ErrorFacts,
): { readonly status: number; readonly response: ApiResponse | undefined } {
  const { responses } = operation
  // A well-formed but invalid body is 422 if the document has both statuses (RFC 9110, 15.5.21).
  const isContent =
    wanted === 400 && problems.length > 0 && problems.every((problem) => problem.in === 'body')
  if (isContent && responses.has('422')) return { status: 422, response: responses.get('422') }
  // An id in the wrong format matches no item.
  const isPath = wanted === 400 && problems.length > 0 && problems.every((problem) => problem.in === 'path')
  const response = findResponse(operation, wanted)
  if (response !== undefined) return { status: wanted, response }
  const known = [...(substitutes[wanted] ?? []), ...(isPath ? [404] : []), ...lastResorts(wanted)]
  const status = known.find((one) => responses.has(String(one))) ?? wanted
  return { status, response: responses.get(String(status)) }
}

/** Last-resort statuses. Clients can handle them, unlike an undocumented status. Not used for 401 and 404, for which they are too vague. */
const lastResorts = (wanted: number): readonly number[] =>
  wanted >= 400 && wanted < 500 && wanted !== 401 && wanted !== 404 ? [400, 422, 404, 409, 403] : []
