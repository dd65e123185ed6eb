import {
  below,
  isObject,
  type JsonObject,
  locate,
  lookUp,
  type OpenApiDocument,
  type Operation,
  readOperations,
} from './document.ts'
import { RequestError } from './errors.ts'
import { isJson } from './media-types.ts'

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
  const handlers = readOperations(document).map((operation) => {
    let response: ExampleResponse | undefined
    const handler: ExampleHandler = () => {
      response ??= createResponse(document, operation, options)
      return response
    }
    return [operation.operationId, handler] as const
  })
  return Object.fromEntries(handlers)
}

function createResponse(
  document: OpenApiDocument,
  operation: Operation,
  { invent }: ExampleHandlerOptions,
): ExampleResponse {
  const responses = operation.object['responses']
  const [key = 'default'] = Object.keys(isObject(responses) ? responses : {}).toSorted(bySuccess)
  const status = /^\d{3}$/.test(key) ? Number(key) : /^\dXX$/i.test(key) ? Number(key[0]) * 100 : 200
  const valueAt = (pointer: string): unknown => {
    const found = readExample(document, pointer)
    if (found !== undefined) return found.value
    const invented = tryTo(() => invent?.(below(pointer, 'schema')))
    if (invented !== undefined) return invented
    const title = `${operation.method} ${operation.path}`
    throw new RequestError(
      'unsupported_operation',
      `${title} has no example for its response ${key}, and none can be made`,
    )
  }
  const pointer = below(below(operation.pointer, 'responses'), key)
  if (lookUp(document, pointer) === undefined) return { status, headers: {} }
  const { pointer: place, value } = locate(document, pointer)
  const { headers, content } = isObject(value) ? value : {}
  const head = createHeaders(document, below(place, 'headers'), headers, valueAt)
  const [mediaType] = Object.keys(isObject(content) ? content : {}).toSorted(byJson)
  if (mediaType === undefined || status === 204) return { status, headers: head }
  const body = valueAt(below(below(place, 'content'), mediaType))
  return {
    status,
    headers: head,
    mediaType: concrete(mediaType),
    body: isJson(mediaType) ? body : toText(body),
  }
}

/** Successes first, exact ones before ranges; then the default, then errors. */
function bySuccess(one: string, other: string): number {
  return rank(one) < rank(other) ? -1 : 1
}

const byJson = (one: string, other: string): number => Number(isJson(other)) - Number(isJson(one))

const rank = (key: string): string => (key.startsWith('2') ? `0${key}` : key === 'default' ? '1' : `2${key}`)

/** A member of a range: `text/*` is `text/plain`. */
function concrete(mediaType: string): string {
  if (mediaType === '*/*' || mediaType === 'application/*') return 'application/octet-stream'
  return mediaType.replace(
    /^(\w+)\/\*$/,
    (_range, main: string) => `${main}/${main === 'text' ? 'plain' : 'octet-stream'}`,
  )
}

function createHeaders(
  document: OpenApiDocument,
  pointer: string,
  headers: unknown,
  valueAt: (pointer: string) => unknown,
): Record<string, string> {
  const values = Object.keys(isObject(headers) ? headers : {}).flatMap((name) => {
    const { pointer: place, value } = locate(document, below(pointer, name))
    const isRequired = isObject(value) && value['required'] === true
    if (!isRequired || name.toLowerCase() === 'content-type') return []
    return [[name.toLowerCase(), toText(valueAt(place))] as const]
  })
  return Object.fromEntries(values)
}

/** The first example of a media type or header: of its own, by name, or of its schema. */
function readExample(document: OpenApiDocument, pointer: string): { readonly value: unknown } | undefined {
  const { value: holder } = locate(document, pointer)
  if (!isObject(holder)) return undefined
  if ('example' in holder) return { value: holder['example'] }
  const [name] = Object.keys(isObject(holder['examples']) ? holder['examples'] : {})
  if (name !== undefined) {
    const { value } = locate(document, below(below(pointer, 'examples'), name))
    if (isObject(value) && 'value' in value) return { value: value['value'] }
  }
  const schema: JsonObject = isObject(holder['schema'])
    ? (tryTo(() => locate(document, below(pointer, 'schema')).value) as JsonObject)
    : {}
  if ('example' in schema) return { value: schema['example'] }
  const { examples } = schema
  return Array.isArray(examples) && examples.length > 0 ? { value: examples[0] as unknown } : undefined
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

function tryTo<Result>(attempt: () => Result): Result | undefined {
  try {
    return attempt()
  } catch {
    return undefined
  }
}
