import MiniSearch from 'minisearch'
import { type DocumentPage, toOperationAddress } from '../home-page.ts'
import type { SearchEntry } from '../options.ts'
import { toPlainText } from './markdown.ts'
import { listParts, type NavigationSection } from './navigation.ts'
import { type IndexedEntry, searchOptions } from './search-options.ts'

/** A result shows one line of its text. */
const excerptLength = 120

/** Where a page is, and the page of the navigation that it belongs to. */
export interface SearchedPage {
  readonly path: string
  readonly parent?: string | undefined
}

/**
 * The index as a script that assigns it to `docsSearchIndex`. Unlike a request for data, a script also loads from a folder
 * without a server. Texts are indexed whole, and stored as excerpts. `parts` names the parts of the site.
 */
export function toSearchIndexScript(
  entries: readonly SearchEntry[],
  navigation: readonly NavigationSection[],
  pages: readonly SearchedPage[],
): string {
  const parts = listParts(navigation)
  const partsByPath = new Map(
    navigation.flatMap((group) => group.pages.map(({ path }) => [path, parts.indexOf(group.part)])),
  )
  const parents = new Map(pages.flatMap(({ path, parent }) => (parent === undefined ? [] : [[path, parent]])))
  const lists = [...new Set(parents.values())]
  const index = new MiniSearch<IndexedEntry>(searchOptions)
  index.addAll(
    entries.map((entry) => {
      const [path = ''] = entry.href.split('#')
      const parent = parents.get(path)
      const part = partsByPath.get(parent ?? path) ?? 0
      return parent === undefined ? { ...entry, part } : { ...entry, part, list: lists.indexOf(parent) }
    }),
  )
  const { storedFields, ...rest } = index.toJSON()
  const shortened = Object.fromEntries(
    Object.entries(storedFields).map(([id, { text, part, phrases, list, ...fields }]) => [
      id,
      {
        ...fields,
        text: String(text).slice(0, excerptLength),
        ...(part === 0 ? {} : { part }),
        ...(phrases === undefined ? {} : { phrases }),
        ...(list === undefined ? {} : { list }),
      },
    ]),
  )
  return `globalThis.docsSearchIndex = ${JSON.stringify({ parts, ...rest, storedFields: shortened })}\n`
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
      keywords: '',
      text: `${summary === request ? request : `${summary}: ${request}`} ${toPlainText(description)} ${tag}`.trim(),
    }
  })
}
