import { isObject, type Json, parsePointer } from '../json-schema/base/json.ts'
import type { ApiDocument, ApiOperation } from './api-document.ts'
import {
  asObject,
  type DocumentLibrary,
  findChild,
  findText,
  listItems,
  mapEntries,
  type ObjectPart,
  parseVersion,
  type Part,
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
  const listed = listOperations(root)
  const securitySchemes = readSecuritySchemes(root)
  const surroundings = { root, securitySchemes, findOperation: findOperationIn(library.entryUri, listed) }
  const operations = listed.map((operation) => readOperation(operation, surroundings))
  const title = findChild(root, 'info')?.value
  return {
    uri: library.entryUri,
    version: parseVersion(root.value),
    title: isObject(title) && typeof title['title'] === 'string' ? title['title'] : '',
    raw: root.value,
    schemas: library.schemas,
    operations,
    paths: groupByPath(root, operations),
    securitySchemes,
    serverUrl: readServerUrl(root),
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

/** The path prefix of the first server, its variables at their defaults, without a trailing slash; undefined where no server is named. */
const readServerUrl = (root: Part): string | undefined => {
  const [first] = listItems(root, 'servers')
  if (first === undefined) return undefined
  const server = asObject(first)
  const template = findText(server, 'url')
  if (template === undefined) return undefined
  const defaults = new Map(
    mapEntries(server, 'variables').map(([name, variable]) => [
      name,
      findText(asObject(variable), 'default'),
    ]),
  )
  const url = template.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => defaults.get(name) ?? '')
  const base = 'http://localhost'
  return URL.canParse(url, base) ? new URL(url, base).pathname.replace(/\/+$/, '') : undefined
}
