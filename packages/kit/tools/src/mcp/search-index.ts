import MiniSearch from 'minisearch'
import { type DocsPage, splitSections } from './docs-pages.ts'
import type { McpOperation } from './operations.ts'

/** A search result: an operation for `read_operation`, or a section for `read_page`. */
export interface SearchHit {
  readonly kind: 'operation' | 'page'
  /** The id of the operation, or the path of the page with the anchor of the section. */
  readonly address: string
  readonly title: string
  readonly excerpt: string
}

interface Entry extends SearchHit {
  readonly key: string
  readonly isOptional: boolean
  readonly text: string
}

export type SearchIndex = (query: string, limit: number) => readonly SearchHit[]

/** Stop words. */
const stopWords: ReadonlySet<string> = new Set(
  'a an and are as at be by can do does for from get how i if in is it me my of on or should that the this to use what when where which why with you'.split(
    ' ',
  ),
)

/** Indexes the operations of a document and the sections of the pages beside it. */
export function createSearchIndex(
  operations: readonly McpOperation[],
  pages: readonly DocsPage[],
): SearchIndex {
  const entries = new Map(
    [...operations.map(toOperationEntry), ...pages.flatMap((page) => toPageEntries(page, operations))].map(
      (entry) => [entry.key, entry],
    ),
  )
  const index = new MiniSearch<Entry>({
    idField: 'key',
    fields: ['title', 'text'],
    processTerm: (term) => (stopWords.has(term.toLowerCase()) ? null : term.toLowerCase()),
    searchOptions: {
      boost: { title: 3 },
      boostDocument: (key) => weightOf(entries.get(String(key))),
      prefix: (term) => term.length > 3,
      fuzzy: (term) => (term.length > 4 ? 0.2 : 0),
    },
  })
  index.addAll([...entries.values()])
  return (query, limit) => {
    // Weight entries by the number of matching words, so that one rare word does not outweigh all others.
    const found = index
      .search(query)
      .map(({ id, score, queryTerms }) => ({ id, score: score * new Set(queryTerms).size }))
    return found
      .toSorted((one, other) => other.score - one.score)
      .slice(0, limit)
      .flatMap(({ id }) => entries.get(String(id)) ?? [])
  }
}

/** Ranks operations before texts that mention them, and tables and optional pages last. */
function weightOf(entry: Entry | undefined): number {
  if (entry?.kind === 'operation') return 2
  return (entry?.excerpt === '' ? 0.5 : 1) * (entry?.isOptional === true ? 0.5 : 1)
}

function toOperationEntry(operation: McpOperation): Entry {
  const { id, method, path, summary, description, tag } = operation
  const request = `${method} ${path}`
  return {
    key: `operation ${id}`,
    kind: 'operation',
    isOptional: false,
    address: id,
    title: `${toWords(id)} ${summary}`,
    excerpt: id === request ? summary : [request, summary].filter((part) => part !== '').join(': '),
    text: `${path} ${tag} ${description}`,
  }
}

/** Skips reference sections about known operations, because `read_operation` has more details. */
function toPageEntries(page: DocsPage, operations: readonly McpOperation[]): readonly Entry[] {
  const requests = operations.map(({ method, path }) => `\`${method} ${path}\``)
  return splitSections(page)
    .filter(({ text }) => !requests.some((request) => text.startsWith(request)))
    .map(({ path, anchor, heading, text }) => {
      const address = anchor === '' ? path : `${path}#${anchor}`
      return {
        key: `page ${address}`,
        kind: 'page',
        isOptional: page.isOptional === true,
        address,
        title: heading === '' ? page.title : `${page.title}: ${heading}`,
        excerpt: toExcerpt(text),
        text,
      }
    })
}

/** The first sentences of a section, without tables, code and links. */
function toExcerpt(markdown: string): string {
  const text = markdown
    .replaceAll(/^```[^]*?^```/gm, '')
    .replaceAll(/^\|.*$/gm, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return text.length <= 160 ? text : `${text.slice(0, 157)}...`
}

/** Splits names, so that `listShips` and `list-ships` are found by their single words. */
function toWords(id: string): string {
  return `${id} ${id.replaceAll(/(?<=[a-z\d])(?=[A-Z])|[-_./]/g, ' ')}`
}
