import { isObject, type Json, parsePointer } from '@contract-kit/json-schema/json'
import type { ApiDocument, ApiOperation, UnreadOperation } from './api-document.ts'
import {
  asObject,
  DocumentError,
  type DocumentLibrary,
  findChild,
  type ObjectPart,
  parseVersion,
} from './document-part.ts'
import { type ListedOperation, listOperations } from './list-operations.ts'
import { readOperation } from './read-operation.ts'
import type { OperationFinder } from './read-response.ts'
import { readSecuritySchemes } from './read-security.ts'
import { readServers } from './read-servers.ts'

/**
 * Interprets the entry document of a library. Lists operations that cannot be read; they do not affect others. Throws {@link
 * DocumentError} if it is not an OpenAPI document.
 */
export const readDocument = (library: DocumentLibrary): ApiDocument => {
  const root = asObject({
    library,
    documentUri: library.entryUri,
    pointer: '',
    value: library.documents.get(library.entryUri) as Json,
  })
  const version = parseVersion(root.value)
  const { listed, unread, notes } = listOperations(root)
  const security = readSecuritySchemes(root)
  const findOperation = findOperationIn(library.entryUri, listed)
  const surroundings = { root, security, findOperation, notes: [...notes] }
  const failed: UnreadOperation[] = []
  const read = listed.flatMap((entry): readonly ReadOperation[] => {
    try {
      return [{ isWebhook: entry.isWebhook, operation: readOperation(entry, surroundings) }]
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error
      failed.push({ id: entry.id, path: entry.path, method: entry.method, reason: error.message })
      return []
    }
  })
  const operations = operationsIn(read, false)
  const servers = readServers(root) ?? []
  const basePaths = new Set(servers.map(({ basePath }) => basePath))
  const info = findChild(root, 'info')?.value
  return {
    uri: library.entryUri,
    version,
    title: isObject(info) && typeof info['title'] === 'string' ? info['title'] : '',
    raw: root.value,
    schemas: library.schemas,
    operations,
    webhooks: operationsIn(read, true),
    unread: [...unread, ...failed],
    notes: [...library.notes, ...surroundings.notes, ...operations.flatMap(unchecked)],
    paths: groupByPath(root, operations),
    securitySchemes: security.schemes,
    servers,
    basePath: basePaths.size === 1 ? [...basePaths][0] : undefined,
  }
}

/** Notes on features that are not checked. */
const unchecked = ({ id, queryString, body }: ApiOperation): readonly string[] => [
  ...(queryString === undefined
    ? []
    : [`The query string of ${id} is described as a whole (\`in: querystring\`), which is not checked.`]),
  ...(body?.media.some(({ itemSchema }) => itemSchema !== undefined)
    ? [`The items of the request body of ${id} (\`itemSchema\`) are not checked.`]
    : []),
]

interface ReadOperation {
  readonly operation: ApiOperation
  readonly isWebhook: boolean
}

const operationsIn = (read: readonly ReadOperation[], wanted: boolean): readonly ApiOperation[] =>
  read.filter(({ isWebhook }) => isWebhook === wanted).map(({ operation }) => operation)

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
