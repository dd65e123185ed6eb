import { isObject, type Json, own, parseJson, writeJson } from '@contract-kit/json-schema/json'
import type { KnownFormat } from '@contract-kit/json-schema/text'
import { type Dialect, resolveUri, SchemaSet } from '@contract-kit/json-schema/schemas'
import type { ApiDocument } from './api-document.ts'
import { CONVERTED, convertSwagger } from './convert-swagger.ts'
import { DocumentError, type DocumentLibrary, findVersion, parseVersion } from './document-part.ts'
import { readDocument } from './read-document.ts'

/** The URI of a document that is passed as an object. */
export const MEMORY_URI = 'memory:/document.json'

/**
 * Reads a self-contained document from an object, such as the output of a bundler. Like `loadDocument`, but synchronous and without file or
 * network access, so references to other documents lead nowhere. Throws {@link DocumentError} for a document that cannot be
 * read.
 */
export const openDocument = (
  source: object,
  formats: ReadonlyMap<string, KnownFormat> = new Map(),
): ApiDocument => {
  try {
    const { entryUri, root, notes } = openEntry(copyOf(source), MEMORY_URI)
    const schemas = new SchemaSet(formats)
    schemas.addDocument(entryUri, root, dialectOf(root) ?? '2020-12')
    const library: DocumentLibrary = {
      entryUri,
      documents: new Map([[entryUri, root]]),
      schemas,
      failures: new Map(),
      texts: new Map(),
      soundSchemas: new Set(),
      notes,
    }
    return readDocument(library)
  } catch (error) {
    throw tooDeep(error)
  }
}

/** The entry document. */
export interface Entry {
  readonly entryUri: string
  /** The document, converted to OpenAPI 3. */
  readonly root: Json
  readonly locate: Locate
  readonly notes: string[]
}

/** Prepares the entry document that was read from a URI. Throws {@link DocumentError} if it is not an OpenAPI document. */
export const openEntry = (found: Json, uri: string): Entry => {
  const converted = convertSwagger(found)
  const root = converted ?? found
  parseVersion(root)
  return { ...baseOf(root, uri), root, notes: converted === undefined ? [] : [CONVERTED] }
}

/** Converts a stack overflow to an error for a document that is nested too deeply. Returns other errors unchanged. */
export const tooDeep = (error: unknown): unknown =>
  error instanceof RangeError ? new DocumentError('The document is nested too deeply to be read.') : error

/**
 * The URI of an OpenAPI 3.2 document, to which its references are relative (`$self`). Files beside that URI are read from beside the given
 * file.
 */
const baseOf = (root: Json, uri: string): { readonly entryUri: string; readonly locate: Locate } => {
  const self = /^"?3\.2/.test(JSON.stringify(own(root, 'openapi') ?? null)) ? own(root, '$self') : undefined
  const entryUri = typeof self === 'string' ? resolveUri(self, uri).uri : uri
  const named = URL.parse('.', entryUri)?.href
  const given = URL.parse('.', uri)?.href
  if (named === undefined || given === undefined || named === given)
    return { entryUri, locate: (found) => found }
  return {
    entryUri,
    locate: (found) => (found.startsWith(named) ? `${given}${found.slice(named.length)}` : found),
  }
}

/** The source of a document of this URI. */
type Locate = (uri: string) => string

export const copyOf = (source: object): Json => {
  try {
    return parseJson(writeJson(source))
  } catch (error) {
    if (error instanceof RangeError) throw error
    throw new DocumentError(
      `The document given as an object is not plain JSON: ${(error as Error).message.split('\n')[0]}.`,
    )
  }
}

// A file of plain schemas has the dialect of the document that refers to it, unless it names its own.
export const dialectOf = (root: Json): Dialect | undefined => {
  if (!isObject(root)) return undefined
  const version = findVersion(own(root, 'openapi') ?? null)
  if (version !== undefined) return version === '3.0' ? 'openapi-3.0' : '2020-12'
  return typeof root['$schema'] === 'string' ? '2020-12' : undefined
}
