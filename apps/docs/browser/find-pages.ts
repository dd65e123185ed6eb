import MiniSearch, { type AsPlainObject } from 'minisearch'
import { type SearchDocument, searchOptions } from '../search/search-options.ts'

/** One result, as it is shown. */
export type FoundPage = Pick<SearchDocument, 'href' | 'kind' | 'title' | 'text'>

declare global {
  /** Left by `assets/search-index.js`. */
  var docsSearchIndex: AsPlainObject | undefined
}

const mostResults = 12

/** A search over the index, best results first. The index must be loaded. */
export function createSearch(index: AsPlainObject): (query: string) => readonly FoundPage[] {
  const search = MiniSearch.loadJS<SearchDocument>(index, searchOptions)
  return (query) =>
    search
      .search(query)
      .slice(0, mostResults)
      .map(({ id, kind, title, text }) => ({
        href: String(id),
        kind: String(kind),
        title: String(title),
        text: String(text),
      }))
}
