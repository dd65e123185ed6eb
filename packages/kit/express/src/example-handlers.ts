import type { ApiHeader, ApiMedia, ApiOperation, ApiResponse } from '@contract-kit/openapi'
import { isJsonType } from '@contract-kit/openapi/wire'
import { listOperations, open, type OpenApiDocument } from './document.ts'
import { RequestError } from './errors.ts'

/** How responses without an example are made. */
export interface ExampleHandlerOptions {
  /**
   * Makes a value of the schema at a JSON Pointer of the document; undefined or a throw if there is none. Without it, a response
   * that has no example is 501.
   */
  readonly invent?: (pointer: string) => unknown
}

/** A handler that ignores its input. */
export type ExampleHandler = () => ExampleResponse

interface ExampleResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly mediaType?: string
  readonly body?: unknown
}

/**
 * Handlers that respond by example, one for each operation: with its first success, the first example of it, and the headers that it
 * requires. They remember nothing, and are replaced by real ones one after the other. An operation for whose response there is no
 * example, and nothing can be invented, throws a RequestError 501 that names it.
 */
export function exampleHandlers(
  document: OpenApiDocument,
  options: ExampleHandlerOptions = {},
): Readonly<Record<string, ExampleHandler>> {
  const handlers = listOperations(open(document)).flatMap(({ api }) => {
    if (api === undefined) return []
    let response: ExampleResponse | undefined
    const handler: ExampleHandler = () => {
      response ??= createResponse(api, options)
      return response
    }
    return [[api.id, handler] as const]
  })
  return Object.fromEntries(handlers)
}

function createResponse(operation: ApiOperation, { invent }: ExampleHandlerOptions): ExampleResponse {
  const [key = 'default'] = [...operation.responses.keys()].toSorted(bySuccess)
  const status = /^\d{3}$/.test(key) ? Number(key) : /^\dXX$/i.test(key) ? Number(key[0]) * 100 : 200
  const response: ApiResponse | undefined = operation.responses.get(key)
  if (response === undefined) return { status, headers: {} }
  const valueOf = ({ examples: [example], schema }: ApiHeader | ApiMedia): unknown => {
    if (example !== undefined) return example.value
    const invented = tryTo(() => schema && invent?.(schema.pointer))
    if (invented !== undefined) return invented
    const title = `${operation.method} ${operation.path}`
    throw new RequestError(
      'unsupported_operation',
      `${title} has no example for its response ${key}, and none can be made`,
    )
  }
  const required = response.headers.filter((header) => header.required)
  const headers = Object.fromEntries(
    required.map((header) => [header.name.toLowerCase(), toText(valueOf(header))]),
  )
  const [media] = response.media.toSorted(byJson)
  if (media === undefined || status === 204) return { status, headers }
  const body = valueOf(media)
  return {
    status,
    headers,
    mediaType: concrete(media.contentType),
    body: isJsonType(media.contentType) ? body : toText(body),
  }
}

/** Successes first, exact ones before ranges; then the default, then errors. */
function bySuccess(one: string, other: string): number {
  return rank(one) < rank(other) ? -1 : 1
}

const byJson = (one: ApiMedia, other: ApiMedia): number =>
  Number(isJsonType(other.contentType)) - Number(isJsonType(one.contentType))

const rank = (key: string): string => (key.startsWith('2') ? `0${key}` : key === 'default' ? '1' : `2${key}`)

/** A member of a range: `text/*` is `text/plain`. */
function concrete(mediaType: string): string {
  if (mediaType === '*/*' || mediaType === 'application/*') return 'application/octet-stream'
  return mediaType.replace(
    /^(\w+)\/\*$/,
    (_range, main: string) => `${main}/${main === 'text' ? 'plain' : 'octet-stream'}`,
  )
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

function tryTo<Result>(attempt: () => Result): Result | undefined {
  try {
    return attempt()
  } catch {
    return undefined
  }
}
