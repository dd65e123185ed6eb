/** An OpenAPI 3.0 or 3.1 document as plain data, with every reference inside the document (bundled). */
export interface OpenApiDocument {
  readonly openapi: string
  readonly info?: object
  readonly servers?: readonly object[]
  readonly paths?: object
  readonly components?: object
  readonly webhooks?: object
  readonly security?: readonly object[]
  readonly tags?: readonly object[]
  readonly externalDocs?: object
  readonly jsonSchemaDialect?: string
}

/** A JSON object of a document. */
export type JsonObject = { readonly [name: string]: unknown }

/** A parameter of an operation: its own, or one of its path item. */
export interface Parameter {
  readonly in: 'path' | 'query' | 'header' | 'cookie'
  readonly name: string
  /** The Parameter Object, its references resolved once. */
  readonly object: JsonObject
}

/** The key of an operation in its document. */
export interface OperationKey {
  /** The path template as in the document, such as `/orders/{order-id}`. */
  readonly path: string
  /** Upper case. */
  readonly method: string
  /** `GET /path` if the document gives none. */
  readonly operationId?: string
}

/** One operation of a document. */
export interface Operation extends OperationKey {
  readonly operationId: string
  readonly parameters: readonly Parameter[]
  /** Media types of the request body as declared; empty for an operation without a body. */
  readonly mediaTypes: readonly string[]
  readonly requiresBody: boolean
  /** The Operation Object; its extensions (`x-…`) tell guards what the document says of it. */
  readonly object: JsonObject
  /** JSON Pointer to the Operation Object, after the references of its path item. */
  readonly pointer: string
  /** Why its request cannot be read: a reference that leads nowhere, for example. */
  readonly fault?: Error
}

/** True for a JSON object, which an array is not. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Appends one key to a JSON Pointer (RFC 6901). */
export const below = (pointer: string, key: string | number): string =>
  `${pointer}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`

/** The keys of a JSON Pointer. */
export const keysOf = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))

/** The value of a `$ref` to a JSON Pointer. */
export const toReference = (pointer: string): string =>
  `#${pointer.split('/').map(encodeURIComponent).join('/')}`

/** The JSON Pointer of a local `$ref`; undefined if it names an anchor or another resource. */
export const fromReference = (reference: unknown): string | undefined =>
  typeof reference === 'string' && reference.startsWith('#/')
    ? decodeURIComponent(reference.slice(1))
    : undefined

/** The value at a JSON Pointer; undefined if there is none. */
export function lookUp(document: object, pointer: string): unknown {
  let value: unknown = document
  for (const key of keysOf(pointer)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as JsonObject)[key]
  }
  return value
}

/** The value at a JSON Pointer, and its own pointer, after every `$ref` was followed. Throws if one leads nowhere. */
export function locate(document: OpenApiDocument, pointer: string): { pointer: string; value: unknown } {
  let at = pointer
  for (let steps = 0; steps < 100; steps += 1) {
    const value = lookUp(document, at)
    if (value === undefined) throw new Error(`${at} is not in the document`)
    if (!isObject(value) || value['$ref'] === undefined) return { pointer: at, value }
    const target = fromReference(value['$ref'])
    if (target === undefined) throw new Error(`the $ref at ${at} does not lead into the document`)
    at = target
  }
  throw new Error(`the $ref at ${pointer} refers to itself`)
}

/** The object that a node is or refers to. Throws if a reference leads nowhere. */
export function resolve(document: OpenApiDocument, node: unknown): JsonObject {
  const reference = isObject(node) ? node['$ref'] : undefined
  if (reference === undefined) return isObject(node) ? node : {}
  const pointer = fromReference(reference)
  if (pointer === undefined) throw new Error('A $ref does not lead into the document')
  const { value } = locate(document, pointer)
  return isObject(value) ? value : {}
}

/** The schemas that a schema refers to and joins, at any depth. */
export function partsOf(document: OpenApiDocument, schema: JsonObject, depth = 0): readonly JsonObject[] {
  if (depth > 8) return []
  const target = typeof schema['$ref'] === 'string' ? [resolve(document, schema)] : []
  const joined = Array.isArray(schema['allOf']) ? schema['allOf'].filter(isObject) : []
  return [...target, ...joined].flatMap((part) => [part, ...partsOf(document, part, depth + 1)])
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const

/**
 * Lists the operations of a document in the order in which paths are matched: a literal before a template (OpenAPI 3.1, 4.8.8.2).
 * Webhooks and extensions are left out. Throws if the `$ref` of a path item leads nowhere.
 */
export function readOperations(document: OpenApiDocument): readonly Operation[] {
  const paths = Object.keys(document.paths ?? {}).filter((path) => path.startsWith('/'))
  return paths.toSorted(byMatchingOrder).flatMap((path) => {
    const { pointer, value } = locate(document, below('/paths', path))
    const item = isObject(value) ? value : {}
    return methods.flatMap((method) => {
      const object = item[method]
      if (!isObject(object)) return []
      const name = method.toUpperCase()
      const id = object['operationId']
      return {
        operationId: typeof id === 'string' ? id : `${name} ${path}`,
        method: name,
        path,
        object,
        pointer: below(pointer, method),
        ...readRequest(document, item, object),
      }
    })
  })
}

function byMatchingOrder(one: string, other: string): number {
  return rankOf(one) < rankOf(other) ? -1 : 1
}

/** Sorts literal segments before mixed ones (`{id}.json`), and those before parameters. */
function rankOf(path: string): string {
  const segments = path.split('/').map((segment) => segment.split(parameterPattern))
  return segments
    .map((texts) => (texts.length > 1 ? `${texts.join('\uffff')}\uffff` : texts.join('')))
    .join('\0')
}

/** A parameter within a path template. */
const parameterPattern = /\{[^{}]+\}/

type RequestPart = Pick<Operation, 'parameters' | 'mediaTypes' | 'requiresBody' | 'fault'>

function readRequest(document: OpenApiDocument, item: JsonObject, object: JsonObject): RequestPart {
  try {
    const body = resolve(document, object['requestBody'])
    return {
      parameters: readParameters(document, [item['parameters'], object['parameters']]),
      mediaTypes: Object.keys(body['content'] ?? {}),
      requiresBody: body['required'] === true,
    }
  } catch (error) {
    const fault = error instanceof Error ? error : new Error(String(error))
    return { parameters: [], mediaTypes: [], requiresBody: false, fault }
  }
}

/** Parameters of the path item, then those of the operation, which replace them by name and place (OpenAPI 3.1, 4.8.10). */
function readParameters(document: OpenApiDocument, lists: readonly unknown[]): readonly Parameter[] {
  const parameters = new Map<string, Parameter>()
  for (const node of lists.flatMap((list): unknown[] => (Array.isArray(list) ? list : []))) {
    const object = resolve(document, node)
    const { in: place, name } = object
    if (typeof name !== 'string' || !isPlace(place)) throw new Error('A parameter lacks its name or place')
    parameters.set(`${place} ${name}`, { in: place, name, object })
  }
  return [...parameters.values()]
}

const isPlace = (text: unknown): text is Parameter['in'] =>
  text === 'path' || text === 'query' || text === 'header' || text === 'cookie'

/** The paths below which the document's servers serve its operations, such as `/api/v1`; empty for the root. */
export function serverPaths({ servers = [] }: OpenApiDocument): readonly [string, ...string[]] {
  const [first = '', ...others] = servers.filter(isObject).map(({ url = '/', variables = {} }) => {
    const filled = String(url).replaceAll(/\{([^{}]+)\}/g, (_text, name: string) => {
      const variable = isObject(variables) ? variables[name] : undefined
      return isObject(variable) ? String(variable['default']) : ''
    })
    return trimSlashes(new URL(filled, 'http://server.invalid').pathname)
  })
  return [first, ...others]
}

/** A base path without the slashes at its end. */
export const trimSlashes = (path: string): string => path.replace(/\/+$/, '')

/** Replaces the parts of a path template: literals, percent-encoded as they arrive in a request, and parameters. */
export function mapTemplate(
  path: string,
  mapLiteral: (text: string) => string,
  mapParameter: (name: string, index: number) => string,
): string {
  let index = 0
  return path
    .split(/(\{[^{}]+\})/)
    .map((part) =>
      parameterPattern.test(part)
        ? mapParameter(part.slice(1, -1), index++)
        : mapLiteral(encodeURI(part).replaceAll('%25', '%')),
    )
    .join('')
}

export type OperationFinder = (method: string, path: string) => Operation | undefined

/** Finds the operation of a request as Express does: a literal segment wins over a template, a HEAD request falls to GET. */
export function createOperationFinder(
  document: OpenApiDocument,
  basePath: string | undefined,
  isEnabled: (setting: string) => boolean,
): OperationFinder {
  const flags = isEnabled('case sensitive routing') ? '' : 'i'
  const isStrict = isEnabled('strict routing')
  const prefixes = basePath === undefined ? serverPaths(document) : [trimSlashes(basePath)]
  const longestFirst = prefixes.toSorted((one, other) => other.length - one.length).map(escapeRegExp)
  const prefix = new RegExp(`^(?:${longestFirst.join('|')})(?=/|$)`, flags)
  const byPath = Map.groupBy(readOperations(document), ({ path }) => path)
  const routes = Array.from(byPath, ([path, operations]) => ({
    depth: path.split('/').length,
    pattern: new RegExp(`^${mapTemplate(path, escapeRegExp, () => '[^/]+')}$`, flags),
    byMethod: new Map(operations.map((operation) => [operation.method, operation])),
  }))
  const byDepth = Map.groupBy(routes, ({ depth }) => depth)

  return (method, fullPath) => {
    const match = prefix.exec(fullPath)
    if (!match) return undefined
    const rest = fullPath.slice(match[0].length) || '/'
    const path = !isStrict && rest.length > 1 && rest.endsWith('/') ? rest.slice(0, -1) : rest
    for (const { pattern, byMethod } of byDepth.get(path.split('/').length) ?? []) {
      const operation = byMethod.get(method) ?? (method === 'HEAD' ? byMethod.get('GET') : undefined)
      if (operation && pattern.test(path)) return operation
    }
    return undefined
  }
}

const escapeRegExp = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
