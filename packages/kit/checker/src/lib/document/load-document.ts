import { createHash } from 'node:crypto'
import type { Json } from '../schema/json.ts'
import { BoundedCache } from '../text/bounded-cache.ts'
import type { ApiDocument } from './api-document.ts'
import { DocumentError } from './document-error.ts'
import type { DocumentLibrary } from './document-library.ts'
import { loadLibrary } from './load-library.ts'
import { parseDocumentText } from './parse-document-text.ts'
import { tellUri } from './part.ts'
import { parseVersion } from './parse-version.ts'
import { readDocument } from './read-document.ts'
import { readSource, toUri } from './read-source.ts'

/** The URI of a document that was given as an object. */
const MEMORY_URI = 'memory:/document.json'

/** Documents by all they say. A second run in the process, or a replay, starts from what was found out of their schemas. */
const known = new BoundedCache<ApiDocument>(8)

/**
 * Reads an OpenAPI document: a file path, a URL, or the parsed object; YAML or JSON; relative references to other files are
 * followed. Throws {@link DocumentError} for a document that cannot be checked.
 */
export const loadDocument = async (source: string | object): Promise<ApiDocument> => {
  try {
    const { uri, root } =
      typeof source === 'string' ? await readEntry(source) : { uri: MEMORY_URI, root: copyOf(source) }
    parseVersion(root)
    const library = await loadLibrary(uri, root)
    return known.get(digestOf(library), () => readDocument(library))
  } catch (error) {
    if (error instanceof RangeError) throw new DocumentError('The document is nested too deeply to be read.')
    throw error
  }
}

const digestOf = ({ entryUri, documents, failures, texts }: DocumentLibrary): string =>
  createHash('sha256')
    .update(JSON.stringify([entryUri, [...documents], [...failures], [...texts]]))
    .digest('base64')

const readEntry = async (source: string): Promise<{ readonly uri: string; readonly root: Json }> => {
  const { text, uri } = await readSource(toUri(source))
  return { uri, root: parseDocumentText(text, `The document ${tellUri(uri)}`) }
}

const copyOf = (source: object): Json => {
  try {
    return JSON.parse(JSON.stringify(source)) as Json
  } catch (error) {
    if (error instanceof RangeError) throw error
    throw new DocumentError(
      `The document given as an object is not plain JSON: ${(error as Error).message.split('\n')[0]}.`,
    )
  }
}
