import { METHODS } from 'node:http'
import { findAt, isObject } from '@contract-kit/json-schema/json'
import { escapePattern } from '@contract-kit/json-schema/text'
import {
  type ApiDocument,
  type ApiMedia,
  type ApiOperation,
  type ApiParameter,
  findWideInteger,
  openDocument,
  parsePathTemplate,
  rankOfPath,
  shapeOfPath,
} from '@contract-kit/openapi'
import { mediaKindOf, normalizePath, typesOfAny, writePathText } from '@contract-kit/openapi/wire'

/** An OpenAPI document as plain data, with every reference inside the document (bundled). */
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

/** An object of a document. */
type JsonObject = Readonly<Record<string, unknown>>

/** A parameter of an operation: its own, or one of its path item. */
export interface Parameter {
  readonly in: ApiParameter['in']
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
  /** The Operation Object, with its extensions (`x-…`) for guards. */
  readonly object: JsonObject
  /** JSON Pointer to the Operation Object, after the references of its path item. */
  readonly pointer: string
}

/** An operation and how it is served. */
export interface ServedOperation {
  readonly operation: Operation
  /** undefined if the operation cannot be read; then it responds with 501. */
  readonly api: ApiOperation | undefined
  /** The reason why it cannot be read. */
  readonly fault?: string
  /** The base path of its first server; empty for the root. */
  readonly basePath: string
}

/** Lists the parts of requests and responses that are not checked. */
export function listLimits({ raw, operations }: ApiDocument): readonly string[] {
  const bodies = operations.flatMap(({ id, body, responses }) => [
    ...(body?.media ?? []).map((media) => ({ media, of: `request of ${id}` })),
    ...[...responses.values()].flatMap(({ media }) =>
      media.map((one) => ({ media: one, of: `response of ${id}` })),
    ),
  ])
  const streams = bodies.filter(({ media }) => media.itemSchema !== undefined)
  const unread = bodies.filter(({ media }) => isUnread(media))
  const wide = findWideInteger(raw)
  return [
    ...new Set(streams.map(({ of }) => `The items of the ${of} (\`itemSchema\`) are not checked.`)),
    ...new Set(
      unread.map(({ media, of }) => `The ${of} as ${media.contentType} is not checked: it is binary.`),
    ),
    ...(wide === undefined
      ? []
      : [
          `#${wide} allows integers beyond 2^53, which reach handlers as rounded numbers: set a \`minimum\` and a \`maximum\`, or use a text.`,
        ]),
  ]
}

/** Whether a schema describes a value that is neither text nor bytes, such as an object written as XML. */
const isUnread = ({ contentType, schema }: ApiMedia): boolean =>
  schema !== undefined && mediaKindOf(contentType) === 'opaque' && !typesOfAny([schema]).has('string')

/** Stands for any method of a path item that cannot be read. */
export const anyMethod = '*'

const opened = new WeakMap<object, ApiDocument>()

/** Reads a document once. Throws a DocumentError if it is not an OpenAPI document. */
export function open(document: OpenApiDocument): ApiDocument {
  const known = opened.get(document) ?? openDocument(document)
  opened.set(document, known)
  return known
}

/**
 * Lists the operations of a document in the order in which paths are matched: a literal before a template (OpenAPI 3.1, 4.8.8.2). Webhooks
 * are left out.
 */
export function listOperations(document: ApiDocument): readonly ServedOperation[] {
  const basePath = document.servers[0]?.basePath ?? ''
  const read = document.operations.map((api): ServedOperation => ({
    operation: {
      operationId: api.id,
      method: api.method,
      path: api.path,
      parameters: api.parameters.map(({ in: place, name, pointer }) => {
        const object = findAt(document.raw, pointer)
        return { in: place, name, object: isObject(object) ? object : {} }
      }),
      mediaTypes: api.body?.media.map(({ contentType }) => contentType) ?? [],
      requiresBody: api.body?.required === true,
      object: api.raw,
      pointer: api.pointer,
    },
    api,
    basePath: api.servers?.[0]?.basePath ?? basePath,
  }))
  const unread = document.unread
    .filter(({ path }) => path.startsWith('/'))
    .map(({ id, path, method = anyMethod, reason }): ServedOperation => {
      const none = { parameters: [], mediaTypes: [], requiresBody: false, object: {}, pointer: '' }
      return {
        operation: { operationId: id, method, path, ...none },
        api: undefined,
        fault: reason,
        basePath,
      }
    })
  return [...nameTwins(read).map(nameForeignMethod), ...unread].toSorted((one, other) =>
    rankOfPath(one.operation.path) < rankOfPath(other.operation.path) ? -1 : 1,
  )
}

/** Marks repeated methods of one path as unreadable. Paths that differ only in their parameter names are one path. */
function nameTwins(operations: readonly ServedOperation[]): readonly ServedOperation[] {
  const firsts = new Map<string, Operation>()
  return operations.map((served) => {
    const { operation, basePath } = served
    const key = `${operation.method} ${basePath}${shapeOfPath(operation.path)}`
    const first = firsts.get(key)
    if (first === undefined) firsts.set(key, operation)
    return first === undefined
      ? served
      : { ...served, api: undefined, fault: `${first.path} is the same path, and has that operation too.` }
  })
}

/** Marks an operation as unreadable if Node does not parse its method. */
const nameForeignMethod = (served: ServedOperation): ServedOperation => {
  const { method } = served.operation
  return METHODS.includes(method)
    ? served
    : { ...served, api: undefined, fault: `Node reads no requests with the method ${method}.` }
}

/** A base path without the slashes at its end. */
export const trimSlashes = (path: string): string => path.replace(/\/+$/, '')

/** Replaces the parts of a path template: literals, percent-encoded as they arrive in a request, and parameters. */
export function mapTemplate(
  path: string,
  mapLiteral: (text: string) => string,
  mapParameter: (index: number) => string,
): string {
  let index = 0
  return parsePathTemplate(path)
    .map((piece) =>
      piece.kind === 'parameter' ? mapParameter(index++) : mapLiteral(writePathText(piece.text)),
    )
    .join('')
}

/** The route of a path template: its parameters are `:p0`, `:p1` and so on; what Express reads as syntax is escaped (path-to-regexp 8). */
export const toRoute = (path: string): string =>
  mapTemplate(
    path,
    (text) => text.replaceAll(/[\\:*?+!()[\]{}]/g, String.raw`\$&`),
    (index) => `:"p${index}"`,
  )

export type OperationFinder = (method: string, path: string) => Operation | undefined

/** Finds the operation of a request as Express does: a literal segment wins over a template, a HEAD request falls to GET. */
export function createOperationFinder(
  document: ApiDocument,
  basePath: string | undefined,
  isEnabled: (setting: string) => boolean,
): OperationFinder {
  const flags = isEnabled('case sensitive routing') ? '' : 'i'
  const isStrict = isEnabled('strict routing')
  const prefixesOf = ({ api }: ServedOperation): readonly string[] => {
    if (basePath !== undefined) return [trimSlashes(basePath)]
    const servers = api?.servers ?? document.servers
    return servers.length === 0 ? [''] : servers.map((server) => server.basePath)
  }
  const routes = new Map<string, Route>()
  for (const served of listOperations(document))
    for (const prefix of prefixesOf(served)) {
      const { method, path } = served.operation
      const text = path === '/' ? '/?' : mapTemplate(path, escapePattern, () => '[^/]+')
      const route = routes.get(prefix + path) ?? {
        depth: depthOf(prefix + path),
        pattern: new RegExp(`^${escapePattern(prefix)}${text}$`, flags),
        byMethod: new Map(),
      }
      route.byMethod.set(method, served.operation)
      routes.set(prefix + path, route)
    }
  const byDepth = Map.groupBy(routes.values(), ({ depth }) => depth)

  return (method, fullPath) => {
    const plain = normalizePath(fullPath)
    const path = isStrict ? plain : plain.replace(/(?<=.)\/$/, '')
    for (const { pattern, byMethod } of byDepth.get(depthOf(path)) ?? []) {
      const operation = byMethod.get(method) ?? (method === 'HEAD' ? byMethod.get('GET') : undefined)
      if (operation !== undefined && pattern.test(path)) return operation
    }
    return undefined
  }
}

/** A path of one server, and its operations by method. */
interface Route {
  readonly depth: number
  readonly pattern: RegExp
  readonly byMethod: Map<string, Operation>
}

/** The number of segments; only patterns of the same number are tried. */
const depthOf = (path: string): number => path.split('/').filter((segment) => segment !== '').length
