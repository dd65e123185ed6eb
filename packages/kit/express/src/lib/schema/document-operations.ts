import { isJsonObject, type JsonObject } from './json-object.ts'
import { createResolve, type Resolve } from './resolve-reference.ts'

/** One parameter of an operation, references followed. */
export interface DocumentParameter {
  readonly in: 'path' | 'query' | 'header'
  /** As the document spells it. */
  readonly name: string
  readonly required: boolean
  readonly object: JsonObject
  readonly schema: unknown
}

/** One operation of a document, with what the HTTP layer needs of it. */
export interface DocumentOperation {
  readonly operationId: string
  /** Upper case. */
  readonly method: string
  /** The path template. */
  readonly path: string
  readonly parameters: readonly DocumentParameter[]
  readonly body: { readonly required: boolean; readonly schema: unknown } | null
  /** By status, references followed. */
  readonly responses: Readonly<Record<string, JsonObject>>
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'options', 'head', 'trace']

// OpenAPI 3.1, 4.8.12.2: header parameters of these names are ignored.
const IGNORED_HEADERS = new Set(['accept', 'content-type', 'authorization'])

/** Lists every operation of a bundled OpenAPI 3.1 document; throws one clear sentence on what cannot be bound. */
export function listOperations(document: JsonObject): DocumentOperation[] {
  const resolve = createResolve(document)
  return Object.entries(toObject(document['paths'])).flatMap(([path, item]) => {
    const pathItem = toObject(resolve(item))
    return METHODS.filter((method) => method in pathItem).map((method) =>
      toOperation(path, method, pathItem, resolve),
    )
  })
}

function toOperation(
  path: string,
  method: string,
  pathItem: JsonObject,
  resolve: Resolve,
): DocumentOperation {
  const operation = toObject(pathItem[method])
  const operationId = operation['operationId']
  if (typeof operationId !== 'string') throw new Error(`${method.toUpperCase()} ${path} has no operationId`)
  return {
    operationId,
    method: method.toUpperCase(),
    path,
    parameters: toParameters(pathItem['parameters'], operation['parameters'], resolve),
    body: toBody(operationId, operation['requestBody'], resolve),
    responses: Object.fromEntries(
      Object.entries(toObject(operation['responses'])).map(([status, response]) => [
        status,
        toObject(resolve(response)),
      ]),
    ),
  }
}

function toParameters(shared: unknown, own: unknown, resolve: Resolve): DocumentParameter[] {
  const byKey = new Map<string, DocumentParameter>()
  for (const node of [...toArray(shared), ...toArray(own)]) {
    const object = toObject(resolve(node))
    const { in: place, name } = object
    if (typeof name !== 'string' || (place !== 'path' && place !== 'query' && place !== 'header')) continue
    if (place === 'header' && IGNORED_HEADERS.has(name.toLowerCase())) continue
    const required = object['required'] === true
    byKey.set(`${place} ${name}`, { in: place, name, required, object, schema: object['schema'] ?? {} })
  }
  return [...byKey.values()]
}

function toBody(operationId: string, node: unknown, resolve: Resolve): DocumentOperation['body'] {
  if (node === undefined) return null
  const requestBody = toObject(resolve(node))
  const media = toObject(requestBody['content'])['application/json']
  if (media === undefined) throw new Error(`${operationId} takes a body that is not application/json`)
  return { required: requestBody['required'] === true, schema: toObject(media)['schema'] ?? {} }
}

const toObject = (node: unknown): JsonObject => (isJsonObject(node) ? node : {})
const toArray = (node: unknown): unknown[] => (Array.isArray(node) ? node : [])
