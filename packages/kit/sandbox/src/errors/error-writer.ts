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

/** Writes the errors of a document. */
export class ErrorWriter {
  /** Media of errors by status, and those that most responses have. */
  readonly #shared: ReadonlyMap<string, ApiResponse>
  readonly #common: ApiMedia | undefined

  constructor({ operations }: ApiDocument) {
    const all = operations.flatMap(({ responses }) => [...responses.values()])
    const errors = all.filter(({ status, media }) => /^[45]|^default$/.test(status) && media.length > 0)
    this.#shared = new Map(errors.toReversed().map((response) => [response.status, response]))
    const groups = Map.groupBy(
      errors.flatMap(({ media }) => findJsonMedia(media) ?? []),
      ({ contentType, schema }) => `${contentType} ${schema === undefined ? '' : nameOf(schema)}`,
    )
    const [most] = [...groups.values()].toSorted((one, other) => other.length - one.length)
    this.#common = most?.[0]
  }

  /**
   * The response to a request that is refused: by the documented status that says it best, in its documented shape. What an operation does
   * not document, and what belongs to no operation, has the shape of most errors of the document. If the document has none, it is
   * problem details (RFC 9457).
   */
  write(operation: ApiOperation | undefined, wanted: number, facts: ErrorFacts): Reply {
    const { status, response } =
      operation === undefined
        ? { status: wanted, response: this.#shared.get(String(wanted)) }
        : findError(operation, wanted, facts)
    const headers = { ...facts.headers, ...fillHeaders(response, facts.now, facts.headers) }
    if (response !== undefined && response.media.length === 0) return { status, headers }
    const media =
      response === undefined
        ? (findJsonMedia(this.#shared.get(String(status))?.media ?? []) ?? this.#common)
        : (findJsonMedia(response.media) ?? response.media[0])
    if (media === undefined) {
      const body = errorBody({ ...noMedia }, status, facts, false)
      return { status, headers, mediaType: 'application/problem+json', body }
    }
    const mediaType = concreteType(media.contentType)
    const told = errorBody(media, status, facts, response?.status === String(status))
    const isJson = isJsonMedia(essenceOf(mediaType))
    const isText = mediaType.startsWith('text/') && !mediaType.startsWith('text/xml')
    const body = isJson ? told : isText ? facts.message : writeBody({ ...media, examples: [] }, told)
    return { status, headers, mediaType, body }
  }
}

const noMedia = {
  documentUri: '',
  pointer: '',
  contentType: 'application/problem+json',
  schema: undefined,
  itemSchema: undefined,
  encoding: {},
  examples: [],
} as const satisfies ApiMedia

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
 * Statuses of a document that has no better one: clients know how to handle them, other than one that is not documented. A client without
 * credentials must hear just that, and so must one that asks for what is not there.
 */
const lastResorts = (wanted: number): readonly number[] =>
  wanted >= 400 && wanted < 500 && wanted !== 401 && wanted !== 404 ? [400, 422, 404, 409, 403] : []
