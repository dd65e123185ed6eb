import MiniSearch, { type Options } from 'minisearch'
import { type DocumentPage, toOperationAddress } from '../home-page.ts'
import { toPlainText } from './markdown.ts'
import type { SearchEntry } from '../options.ts'
import { searchOptions } from './search-options.ts'

/** What a result shows of a text, and about as much as a reader takes in. */
const excerptLength = 160

/**
 * The index as a script that leaves it in `docsSearchIndex`: a script, unlike a request for data, also loads from a
 * folder that no server serves. Texts are indexed whole and kept as excerpts.
 */
export function toSearchIndexScript(entries: readonly SearchEntry[]): string {
  const index = new MiniSearch<SearchEntry>(searchOptions satisfies Options<SearchEntry>)
  index.addAll(entries)
  const { storedFields, ...rest } = index.toJSON()
  const shortened = Object.fromEntries(
    Object.entries(storedFields).map(([id, { text, ...fields }]) => [
      id,
      { ...fields, text: String(text).slice(0, excerptLength) },
    ]),
  )
  return `globalThis.docsSearchIndex = ${JSON.stringify({ ...rest, storedFields: shortened })}\n`
}

/** The operations of a document as search finds them, on the page of its reference. */
export function toOperationEntries(page: DocumentPage): readonly SearchEntry[] {
  return page.operations.map((operation) => {
    const { id, method, path, summary, description, tag, isNamed, isWebhook } = operation
    const request = isWebhook ? path : `${method} ${path}`
    return {
      href: toOperationAddress(page.path, operation),
      kind: isWebhook ? 'Webhook' : 'Operation',
      title: isNamed ? id : summary,
      keywords: `${toWords(id)} ${path} ${tag} ${toPlainText(description)}`,
      text: summary === request ? request : `${summary}: ${request}`,
    }
  })
}

/** `listShips` and `list-ships` are also found by their single words. */
const toWords = (id: string): string => id.replaceAll(/(?<=[a-z\d])(?=[A-Z])|[-_./]/g, ' ')
