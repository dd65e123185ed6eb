import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { BoundedCache } from '@contract-kit/json-schema/memo'
import type { KnownFormat } from '@contract-kit/json-schema/text'
import { type Json, own, writeJson } from '@contract-kit/json-schema/json'
import { SchemaSet } from '@contract-kit/json-schema/schemas'
import type { ApiDocument } from './api-document.ts'
import { DocumentError, type DocumentLibrary, tellUri } from './document-part.ts'
import { copyOf, dialectOf, type Entry, MEMORY_URI, openEntry, tooDeep } from './open-document.ts'
import { parseDocumentText } from './parse-document.ts'
import { readDocument } from './read-document.ts'
import { visitReferences } from './visit-references.ts'

/** Documents by content, so that later runs and replays in the process reuse the results cached for their schemas. */
const known = new BoundedCache<ApiDocument>(8)

/**
 * Reads an OpenAPI document, or a Swagger 2.0 document, which it converts first. The source is a file path, a URL or the parsed object, and
 * the text is YAML or JSON. Follows references to other files and URLs. `formats` holds custom formats by name. Throws {@link
 * DocumentError} for a document that cannot be read.
 */
export const loadDocument = async (
  source: string | object,
  formats: ReadonlyMap<string, KnownFormat> = new Map(),
): Promise<ApiDocument> => {
  try {
    const { uri, root } =
      typeof source === 'string' ? await readEntry(source) : { uri: MEMORY_URI, root: copyOf(source) }
    const entry = openEntry(root, uri)
    const library = { ...(await loadLibrary(entry, formats)), notes: entry.notes }
    return known.get(digestOf(library, formats), () => readDocument(library))
  } catch (error) {
    throw tooDeep(error)
  }
}

const digestOf = (
  { entryUri, documents, failures, texts, notes }: DocumentLibrary,
  formats: ReadonlyMap<string, KnownFormat>,
): string =>
  createHash('sha256')
    .update(
      writeJson([
        entryUri,
        [...documents],
        [...failures],
        [...texts],
        notes,
        [...formats].map(([name, { key }]) => [name, key]),
      ]),
    )
    .digest('base64')

export const readEntry = async (source: string): Promise<{ readonly uri: string; readonly root: Json }> => {
  const { text, uri } = await readSource(toUri(source))
  return { uri, root: parseDocumentText(text, `The document ${tellUri(uri)}`) }
}

/** Reads everything that the entry document refers to, directly or through others. Notes unreadable documents, and does not throw. */
export const loadLibrary = async (
  { entryUri, root, locate }: Entry,
  formats: ReadonlyMap<string, KnownFormat>,
): Promise<Omit<DocumentLibrary, 'notes'>> => {
  const documents = new Map<string, Json>()
  const failures = new Map<string, string>()
  const texts = new Map<string, string>()
  const schemas = new SchemaSet(formats)
  const requestedUris = new Set<string>([entryUri])
  const requestedTexts = new Set<string>()
  const referred = new Set<string>()
  let found: { readonly uri: string; readonly root: Json }[] = [{ uri: entryUri, root }]
  while (found.length > 0) {
    for (const document of found) {
      documents.set(document.uri, document.root)
      schemas.addDocument(
        document.uri,
        document.root,
        dialectOf(document.root) ?? dialectOf(root) ?? '2020-12',
      )
    }
    const references = found.map((document) => collectReferences(document.root, document.uri, referred))
    const wanted = unseen(
      references.flatMap((entry) => entry.documents).filter((uri) => !schemas.hasDocument(uri)),
      requestedUris,
    )
    const wantedTexts = unseen(
      references.flatMap((entry) => entry.texts),
      requestedTexts,
    )
    found = []
    const answers = await Promise.all(wanted.map((uri) => readReferred(locate(uri))))
    for (const [index, uri] of wanted.entries()) {
      const answer = answers[index]
      if (typeof answer === 'string') failures.set(uri, answer)
      else if (answer !== undefined) found.push({ uri, root: answer.root })
    }
    const answeredTexts = await Promise.all(wantedTexts.map((uri) => readText(locate(uri))))
    for (const [index, uri] of wantedTexts.entries()) {
      const text = answeredTexts[index]
      if (text !== undefined) texts.set(uri, text)
    }
  }
  return { entryUri, documents, schemas, failures, texts, soundSchemas: new Set() }
}

const unseen = (uris: readonly string[], seen: Set<string>): readonly string[] =>
  uris.filter((uri) => {
    const isNew = !seen.has(uri)
    seen.add(uri)
    return isNew
  })

const readReferred = async (uri: string): Promise<{ readonly root: Json } | string> => {
  try {
    const { text } = await readSource(uri)
    return { root: parseDocumentText(text, `The document ${tellUri(uri)}`) }
  } catch (error) {
    return (error as Error).message
  }
}

const readText = async (uri: string): Promise<string | undefined> => {
  try {
    return (await readSource(uri)).text
  } catch {
    return undefined
  }
}

/** Lists the documents and texts that a document refers to: absolute URIs without fragments, in document order, with repetitions. */
export const collectReferences = (
  root: Json,
  documentUri: string,
  referred?: Set<string>,
): { readonly documents: readonly string[]; readonly texts: readonly string[] } => {
  const documents: string[] = []
  const texts: string[] = []
  visitReferences(
    root,
    documentUri,
    { reference: ({ uri, isText }) => void (isText ? texts : documents).push(uri) },
    referred,
  )
  return { documents, texts }
}

/** The first reference, as written, to another document; undefined for a self-contained document. */
export const findOutsideReference = ({ raw, uri, schemas }: ApiDocument): string | undefined => {
  let found: string | undefined
  visitReferences(raw, uri, {
    reference({ uri: target, holder, key, isText }) {
      const written = own(holder, key)
      if (isText || schemas.hasDocument(target) || typeof written !== 'string' || written.startsWith('#'))
        return
      found ??= written
    },
  })
  return found
}

const TIMEOUT_MS = 10_000

/** The absolute URI of a document named by a path, relative to the working directory, or by a URL. */
const toUri = (source: string): string => {
  if (!/^(https?|file):/i.test(source)) return pathToFileURL(resolve(source)).href
  if (!URL.canParse(source))
    throw new DocumentError(`The document ${source} cannot be read: it is not a valid URL.`)
  const url = new URL(source)
  url.hash = ''
  return url.href
}

/** The text at an absolute URI, and the URI after redirects; throws {@link DocumentError} if it cannot be read within 10 s. */
const readSource = async (uri: string): Promise<{ readonly text: string; readonly uri: string }> => {
  try {
    if (uri.startsWith('file:')) return { text: await readFile(fileURLToPath(uri), 'utf8'), uri }
    if (!/^https?:/.test(uri)) throw new Error('only files and http(s) URLs can be read')
    const response = await fetch(uri, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (!response.ok) throw new Error(`the server returned ${response.status}`)
    return { text: await response.text(), uri: response.url }
  } catch (error) {
    throw new DocumentError(`The document ${tellUri(uri)} cannot be read: ${reasonOf(error)}.`)
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a directory',
  EACCES: 'reading it is not permitted',
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'the host is not known',
}

const reasonOf = (error: unknown): string => {
  const { code, cause, message, name } = error as {
    code?: string
    cause?: unknown
    message?: string
    name?: string
  }
  if (name === 'TimeoutError') return `no response came within ${TIMEOUT_MS / 1000} seconds`
  if (typeof code === 'string' && REASONS[code] !== undefined) return REASONS[code]
  return cause === undefined ? String(message) : reasonOf(cause)
}
