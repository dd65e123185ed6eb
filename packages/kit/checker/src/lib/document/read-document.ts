import { isObject, type Json } from '../schema/json.ts'
import { parsePointer } from '../schema/json-pointer.ts'
import type { ApiDocument, ApiOperation } from './api-document.ts'
import type { DocumentLibrary } from './document-library.ts'
import { asObject, type ObjectPart } from './expect-part.ts'
import { listOperations, type ListedOperation } from './list-operations.ts'
import { findChild } from './part.ts'
import { parseVersion } from './parse-version.ts'
import type { OperationFinder } from './read-links.ts'
import { readOperation } from './read-operation.ts'
import { readSecuritySchemes } from './read-security.ts'
import { readServerUrl } from './read-server-url.ts'

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
