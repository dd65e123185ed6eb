import type { Options } from 'minisearch'
import type { SearchEntry } from '../options.ts'

/** How the index is made and asked; the build of a site and the script of its pages must agree. */
export const searchOptions: Options<SearchEntry> = {
  idField: 'href',
  fields: ['title', 'keywords', 'text'],
  // The address is the id of an entry already.
  storeFields: ['kind', 'title', 'text'],
  searchOptions: {
    boost: { title: 4, keywords: 2 },
    prefix: true,
    fuzzy: (term) => (term.length > 4 ? 0.2 : 0),
    combineWith: 'AND',
    // The operation itself before the many texts that mention it.
    boostDocument: (_href, _term, stored) => (stored?.['kind'] === 'Operation' ? 2 : 1),
  },
}
