import { isObject, own, type Json } from '../schema/json.ts'
import type { Dialect } from '../schema/schema-node.ts'
import { SchemaSet } from '../schema/schema-set.ts'
import { collectReferences } from './collect-references.ts'
import type { DocumentLibrary } from './document-library.ts'
import { tellUri } from './part.ts'
import { parseDocumentText } from './parse-document-text.ts'
import { findVersion } from './parse-version.ts'
import { readSource } from './read-source.ts'

/** Reads everything that the entry document refers to, directly or through others. What cannot be read is noted, not thrown. */
export const loadLibrary = async (entryUri: string, root: Json): Promise<DocumentLibrary> => {
  const documents = new Map<string, Json>()
  const failures = new Map<string, string>()
  const texts = new Map<string, string>()
  const schemas = new SchemaSet()
  const asked = new Set<string>([entryUri])
  const askedTexts = new Set<string>()
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
    const references = found.map((document) => collectReferences(document.root, document.uri))
    const wanted = unseen(
      references.flatMap((entry) => entry.documents).filter((uri) => !schemas.hasDocument(uri)),
      asked,
    )
    const wantedTexts = unseen(
      references.flatMap((entry) => entry.texts),
      askedTexts,
    )
    found = []
    const answers = await Promise.all(wanted.map(readReferred))
    for (const [index, uri] of wanted.entries()) {
      const answer = answers[index]
      if (typeof answer === 'string') failures.set(uri, answer)
      else if (answer !== undefined) found.push({ uri, root: answer.root })
    }
    for (const { uri, text } of await Promise.all(wantedTexts.map(readText)))
      if (text !== undefined) texts.set(uri, text)
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

const readText = async (
  uri: string,
): Promise<{ readonly uri: string; readonly text: string | undefined }> => {
  try {
    return { uri, text: (await readSource(uri)).text }
  } catch {
    return { uri, text: undefined }
  }
}

// A file of plain schemas speaks the dialect of the document that refers to it, unless it names its own.
const dialectOf = (root: Json): Dialect | undefined => {
  if (!isObject(root)) return undefined
  const version = findVersion(own(root, 'openapi') ?? null)
  if (version !== undefined) return version === '3.0' ? 'openapi-3.0' : '2020-12'
  return typeof root['$schema'] === 'string' ? '2020-12' : undefined
}
