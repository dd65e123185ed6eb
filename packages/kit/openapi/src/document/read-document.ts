import { upgradeFromTwoToThree } from '@scalar/openapi-upgrader/2.0-to-3.0'
import { isObject, type Json, type JsonObject, own, parsePointer } from '@contract-kit/json-schema/json'
import type { ApiDocument, ApiOperation } from './api-document.ts'
import {
  asObject,
  DocumentError,
  type DocumentLibrary,
  findChild,
  type ObjectPart,
  parseVersion,
} from './document-part.ts'
import { type ListedOperation, listOperations, readOperation } from './read-operation.ts'
import type { OperationFinder } from './read-response.ts'
import { readSecuritySchemes } from './read-security.ts'

/** Understands the entry document of a library. Throws {@link DocumentError}. */
export const readDocument = (library: DocumentLibrary): ApiDocument => {
  const root = asObject({
    library,
    documentUri: library.entryUri,
    pointer: '',
    value: library.documents.get(library.entryUri) as Json,
  })
  const { listed, unread, notes } = listOperations(root)
  const security = readSecuritySchemes(root)
  const surroundings = { root, security, findOperation: findOperationIn(library.entryUri, listed) }
  const operations: ApiOperation[] = []
  const whyElsewhere = createServerCheck(root, listed)
  for (const entry of listed)
    try {
      const reason = whyElsewhere(entry)
      if (reason !== undefined) throw new DocumentError(reason)
      operations.push(readOperation(entry, surroundings))
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error
      unread.push({ id: entry.id, path: entry.path, method: entry.method, reason: error.message })
    }
  const [first] = unread
  if (operations.length === 0 && first !== undefined) throw new DocumentError(first.reason)
  const title = findChild(root, 'info')?.value
  return {
    uri: library.entryUri,
    version: parseVersion(root.value),
    title: isObject(title) && typeof title['title'] === 'string' ? title['title'] : '',
    raw: root.value,
    schemas: library.schemas,
    operations,
    unread,
    notes: [...library.notes, ...notes],
    paths: groupByPath(root, operations),
    securitySchemes: security.schemes,
    basePath: readBasePath(root),
  }
}

const findOperationIn = (entryUri: string, listed: readonly ListedOperation[]): OperationFinder => {
  const ids = new Set(listed.map(({ id }) => id))
  const routes = new Map(listed.map(({ id, path, method }) => [`${path} ${method}`, id]))
  const places = new Map(listed.map(({ id, part }) => [`${part.documentUri}#${part.pointer}`, id]))
  return {
    byId: (id) => (ids.has(id) ? id : undefined),
    byPlace: (documentUri, pointer) => {
      const [section, path = '', method = '', ...rest] = parsePointer(pointer)
      const route =
        documentUri === entryUri && section === 'paths' && rest.length === 0
          ? `${path} ${method.toUpperCase()}`
          : ''
      return routes.get(route) ?? places.get(`${documentUri}#${pointer}`)
    },
  }
}

const groupByPath = (
  root: ObjectPart,
  operations: readonly ApiOperation[],
): ReadonlyMap<string, readonly ApiOperation[]> => {
  const paths = new Map<string, ApiOperation[]>()
  const declared = findChild(root, 'paths')?.value
  for (const path of Object.keys(isObject(declared) ? declared : {}))
    if (path.startsWith('/')) paths.set(path, [])
  for (const operation of operations) paths.get(operation.path)?.push(operation)
  return paths
}

/** The servers of the document, of a path item or of an operation, variables at their defaults; undefined if it names none. */
const serversOf = ({ value }: ObjectPart): readonly URL[] | undefined => {
  const servers = own(value, 'servers')
  const urls = (Array.isArray(servers) ? servers : []).flatMap((server) => {
    const template = isObject(server) ? own(server, 'url') : undefined
    if (typeof template !== 'string') return []
    const variables = isObject(server) ? own(server, 'variables') : undefined
    const url = template.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => {
      const variable = isObject(variables) ? own(variables, name) : undefined
      const text = isObject(variable) ? own(variable, 'default') : undefined
      return typeof text === 'string' ? text : ''
    })
    return URL.canParse(url, NO_HOST) ? [new URL(url, NO_HOST)] : []
  })
  return urls.length === 0 ? undefined : urls
}

/** Stands for the host of a server that is given by its path alone. */
const NO_HOST = 'http://no-host.invalid'

const basePathOf = ({ pathname }: URL): string => pathname.replace(/\/+$/, '')

/** The path that every server of the document begins with, without a trailing slash; undefined if they differ or none is named. */
const readBasePath = (root: ObjectPart): string | undefined => {
  const [first, ...others] = new Set(serversOf(root)?.map(basePathOf))
  return others.length > 0 ? undefined : first
}

const addressesOf = (part: ObjectPart): readonly string[] | undefined =>
  serversOf(part)?.map((url) => `${url.origin}${basePathOf(url)}`)

/**
 * The reason why an operation is not served below the base URL; undefined if it is. An operation is elsewhere if it names its own servers
 * and none of them is one of the document. If no operation uses the servers of the document, those of the first one count.
 */
const createServerCheck = (
  root: ObjectPart,
  listed: readonly ListedOperation[],
): ((operation: ListedOperation) => string | undefined) => {
  const ownOf = ({ part, pathItems }: ListedOperation): readonly string[] | undefined =>
    addressesOf(part) ??
    pathItems
      .toReversed()
      .map(addressesOf)
      .find((found) => found !== undefined)
  const declared = new Set(addressesOf(root) ?? [NO_HOST])
  const isMain = (entry: ListedOperation): boolean => ownOf(entry)?.some((url) => declared.has(url)) ?? true
  const main = listed.some(isMain) ? declared : new Set(listed.flatMap(ownOf).slice(0, 1))
  return (entry) => {
    const addresses = ownOf(entry)
    if (addresses === undefined || addresses.some((address) => main.has(address))) return undefined
    const named = addresses.map((address) => address.replace(NO_HOST, '') || '/').join(', ')
    return `its server ${named} is not one of the document, and requests are only sent below the base URL`
  }
}

/** A note for a converted document: the places in findings are those of OpenAPI 3.0. */
export const CONVERTED =
  'The document was converted from Swagger 2.0 to OpenAPI 3.0; what findings name as #/components/schemas/X is written at #/definitions/X.'

/** A Swagger 2.0 document as OpenAPI 3.0; any other document as undefined. Throws {@link DocumentError} if that is impossible. */
export const convertSwagger = (root: Json): Json | undefined => {
  if (!isObject(root) || own(root, 'openapi') !== undefined) return undefined
  const version = own(root, 'swagger')
  // Unquoted in YAML, 2.0 is the number 2.
  if (version !== '2.0' && version !== 2) return undefined
  try {
    const copy = withMediaTypes({ ...structuredClone(root), swagger: '2.0' })
    return upgradeFromTwoToThree(copy) as JsonObject
  } catch (error) {
    if (error instanceof RangeError) throw error
    throw new DocumentError(
      `The document is Swagger 2.0 and cannot be converted to OpenAPI 3.0: ${(error as Error).message}.`,
    )
  }
}

/** If a document names no media types, any is allowed. Form fields without files are sent as browsers send them. */
const withMediaTypes = (root: JsonObject): JsonObject => {
  const paths = own(root, 'paths')
  if (own(root, 'consumes') === undefined)
    for (const item of Object.values(isObject(paths) ? paths : {}))
      for (const operation of Object.values(isObject(item) ? item : {}))
        if (isObject(operation) && own(operation, 'consumes') === undefined && isPlainForm(operation))
          operation['consumes'] = ['application/x-www-form-urlencoded']
  return { consumes: ['*/*'], produces: ['*/*'], ...root }
}

const isPlainForm = (operation: JsonObject): boolean => {
  const parameters = own(operation, 'parameters')
  const fields = (Array.isArray(parameters) ? parameters : []).flatMap((parameter) =>
    isObject(parameter) && own(parameter, 'in') === 'formData' ? [own(parameter, 'type')] : [],
  )
  return fields.length > 0 && !fields.includes('file')
}
