import { type Json, writeJson } from '@contract-kit/json-schema/json'
import { type ApiHeader, type ApiMedia, type ApiOperation, exampleValue } from '@contract-kit/openapi'
import { concreteMediaType, isJsonType } from '@contract-kit/openapi/wire'
import { open, type OpenApiDocument } from './document.ts'
import { RequestError } from './errors.ts'

/** A handler that ignores its input. */
export type ExampleHandler = () => ExampleResponse

interface ExampleResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly mediaType?: string
  readonly body?: unknown
}

/**
 * Creates handlers that respond with examples, one for each operation: its first success, with an example body and the required headers.
 * If the document has no example, one is generated from the schema. The handlers keep no state; replace them one by one. If no value
 * is found for a response, the handler throws a RequestError 501 that names the operation.
 */
export function exampleHandlers(document: OpenApiDocument): Readonly<Record<string, ExampleHandler>> {
  const handlers = open(document).operations.map((operation) => {
    let response: ExampleResponse | undefined
    const handler: ExampleHandler = () => {
      response ??= createResponse(operation)
      return response
    }
    return [operation.id, handler] as const
  })
  return Object.fromEntries(handlers)
}

function createResponse(operation: ApiOperation): ExampleResponse {
  const [key = 'default'] = [...operation.responses.keys()].toSorted(bySuccess)
  const status = /^\d{3}$/.test(key) ? Number(key) : /^\dXX$/i.test(key) ? Number(key[0]) * 100 : 200
  const response = operation.responses.get(key)
  if (response === undefined) return { status, headers: {} }
  const valueOf = (part: ApiHeader | ApiMedia): Json => {
    const value = exampleValue(part, 'response')
    if (value !== undefined) return value
    const title = `${operation.method} ${operation.path}`
    throw new RequestError(
      'unsupported_operation',
      `${title} has no example for its response ${key}, and none can be generated`,
    )
  }
  const required = response.headers.filter((header) => header.required)
  const headers = Object.fromEntries(
    required.map((header) => [header.name.toLowerCase(), toText(valueOf(header))]),
  )
  const [media] = response.media.toSorted(byJson)
  if (media === undefined || status === 204) return { status, headers }
  const mediaType = concreteMediaType(media.contentType)
  const body = valueOf(media)
  return { status, headers, mediaType, body: isJsonType(mediaType) ? body : toText(body) }
}

/** Successes first, exact ones before ranges; then the default, then errors. */
const bySuccess = (one: string, other: string): number => (rank(one) < rank(other) ? -1 : 1)

const byJson = (one: ApiMedia, other: ApiMedia): number =>
  Number(isJsonType(other.contentType)) - Number(isJsonType(one.contentType))

const rank = (key: string): string => (key.startsWith('2') ? `0${key}` : key === 'default' ? '1' : `2${key}`)

const toText = (value: Json): string => (typeof value === 'string' ? value : writeJson(value))
