import MiniSearch from 'minisearch'
import { type SearchDocument, searchOptions } from './search-options.ts'

/** What a result shows of a text, and about as much as a reader takes in. */
const excerptLength = 160

/**
 * The index as a script that leaves it in `docsSearchIndex`: a script, unlike a request for data, also loads from a
 * folder that no server serves. Texts are indexed whole and kept as excerpts.
 */
export function toSearchIndexScript(documents: readonly SearchDocument[]): string {
  const index = new MiniSearch<SearchDocument>(searchOptions)
  index.addAll(documents)
  const { storedFields, ...rest } = index.toJSON()
  const shortened = Object.fromEntries(
    Object.entries(storedFields).map(([id, { text, ...fields }]) => [
      id,
      { ...fields, text: String(text).slice(0, excerptLength) },
    ]),
  )
  return `globalThis.docsSearchIndex = ${JSON.stringify({ ...rest, storedFields: shortened })}\n`
}
