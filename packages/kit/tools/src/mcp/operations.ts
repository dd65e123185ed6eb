import { type Json, type JsonObject, toObject, toText } from '../documents/json.ts'
import {
  isJson,
  listSampleOperations,
  pickMedia,
  resolveList,
  resolveObject,
  textOf,
} from '../samples/sample-document.ts'
import { nearestName } from './nearest-name.ts'

/** A parameter of an operation. */
export interface McpParameter {
  readonly name: string
  readonly place: 'path' | 'query' | 'header' | 'cookie'
  readonly required: boolean
  readonly description: string
  /** Undefined where the parameter has neither `schema` nor `content`. */
  readonly schema: Json | undefined
  /** The value travels as JSON: the parameter has `content`. */
  readonly isJson: boolean
  readonly style: string | undefined
  readonly explode: boolean | undefined
}

/** An operation as the tools name, describe and call it. */
export interface McpOperation {
  /** The `operationId`, or `GET /pets/{id}` where the document has none. Unique. */
  readonly id: string
  /** In upper case. */
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly description: string
  readonly tag: string
  readonly isDeprecated: boolean
  readonly parameters: readonly McpParameter[]
  /** The resolved Request Body Object; undefined where the operation has none. */
  readonly body: JsonObject | undefined
  /** Resolved Response Objects by status, range or `default`. */
  readonly responses: ReadonlyMap<string, JsonObject>
  /** Alternatives, each the names of its security schemes; an empty one makes credentials optional. */
  readonly security: readonly (readonly string[])[]
}

const places = ['path', 'query', 'header', 'cookie'] as const

/** Header parameters that OpenAPI takes from elsewhere (3.1, Parameter Object), and one that every request has. */
const ignoredHeaders: ReadonlySet<string> = new Set(['accept', 'content-type', 'authorization', 'user-agent'])

/** The operations of a bundled document, in its order. */
export function listMcpOperations(document: JsonObject): readonly McpOperation[] {
  const taken = new Set<string>()
  return listSampleOperations(document).map(({ path, method, operation, pathItem }) => {
    const request = `${method.toUpperCase()} ${path}`
    const named = textOf(operation, 'operationId')
    const id = named === '' || taken.has(named) ? request : named
    taken.add(id)
    const body = operation['requestBody']
    return {
      id,
      method: method.toUpperCase(),
      path,
      summary: textOf(operation, 'summary') || textOf(pathItem, 'summary'),
      description: (textOf(operation, 'description') || textOf(pathItem, 'description')).trim(),
      tag: Array.isArray(operation['tags']) ? toText(operation['tags'][0]) : '',
      isDeprecated: operation['deprecated'] === true,
      parameters: readParameters(document, operation['parameters'], pathItem['parameters']),
      body: body === undefined ? undefined : resolveObject(document, body),
      responses: new Map(
        Object.entries(toObject(operation['responses'])).map(([status, response]) => [
          status,
          resolveObject(document, response),
        ]),
      ),
      security: readSecurity(operation['security'] ?? document['security']),
    }
  })
}

/** Parameters of the operation replace those of its path item that have the same place and name. */
function readParameters(
  document: JsonObject,
  ...declared: readonly (Json | undefined)[]
): readonly McpParameter[] {
  const found = new Map<string, McpParameter>()
  for (const parameter of declared.flatMap((list) => resolveList(document, list))) {
    const name = textOf(parameter, 'name')
    const place = places.find((one) => one === parameter['in'])
    if (place === undefined || (place === 'header' && ignoredHeaders.has(name.toLowerCase()))) continue
    if (found.has(`${place} ${name}`)) continue
    const [content] = Object.values(toObject(parameter['content']))
    found.set(`${place} ${name}`, {
      name,
      place,
      required: parameter['required'] === true || place === 'path',
      description: textOf(parameter, 'description').trim(),
      schema: content === undefined ? parameter['schema'] : resolveObject(document, content)['schema'],
      isJson: content !== undefined,
      style: typeof parameter['style'] === 'string' ? parameter['style'] : undefined,
      explode: typeof parameter['explode'] === 'boolean' ? parameter['explode'] : undefined,
    })
  }
  return [...found.values()]
}

function readSecurity(declared: Json | undefined): readonly (readonly string[])[] {
  return Array.isArray(declared) ? declared.map((requirement) => Object.keys(toObject(requirement))) : []
}

/** What an assistant sent is wrong. The message says what to fix; the tool returns it as its error. */
export class ToolInputError extends Error {
  override readonly name = 'ToolInputError'
}

/** The operation of an id, or of its method and path. Throws a ToolInputError that names the nearest one. */
export function findOperation(operations: readonly McpOperation[], id: string): McpOperation {
  const wanted = id.trim()
  const found = operations.find(
    (operation) => operation.id === wanted || `${operation.method} ${operation.path}` === wanted,
  )
  if (found !== undefined) return found
  const nearest = nearestName(
    wanted,
    operations.map((operation) => operation.id),
  )
  throw new ToolInputError(
    `There is no operation "${wanted}".${nearest === undefined ? '' : ` Did you mean "${nearest}"?`} Call read_operation without an id for the list.`,
  )
}

/** The declared response for a status: its own, that of its range, or the default (OpenAPI 3.1, Responses Object). */
export function findResponse({ responses }: McpOperation, status: number): JsonObject | undefined {
  const range = `${Math.floor(status / 100)}XX`
  return (
    responses.get(String(status)) ??
    responses.get(range) ??
    responses.get(range.toLowerCase()) ??
    responses.get('default')
  )
}

/** The media type of a body that the tools use: the one named, else JSON before forms, before text. */
export function chooseMedia(document: JsonObject, body: JsonObject, named?: string) {
  if (named === undefined) return pickMedia(document, body)
  const found = Object.entries(toObject(body['content'])).find(
    ([type]) => type.toLowerCase() === named.toLowerCase(),
  )
  return found === undefined ? undefined : { type: found[0], media: resolveObject(document, found[1]) }
}

/** The JSON media type of a response body, if it has one. */
export function jsonMediaOf(document: JsonObject, response: JsonObject): JsonObject | undefined {
  const found = Object.entries(toObject(response['content'])).find(([type]) =>
    isJson(type.split(';', 1)[0]?.trim().toLowerCase() ?? ''),
  )
  return found === undefined ? undefined : resolveObject(document, found[1])
}
