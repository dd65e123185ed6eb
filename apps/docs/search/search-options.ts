import type { Options } from 'minisearch'

/** What a reader can find: a page, a part of one, an operation, an error code, a rule or a decision. */
export interface SearchDocument {
  /** Address relative to the site, anchor included; unique. */
  readonly href: string
  /** Where it is from, as a result says it: `Operation`, `Error code`, `Guide`. */
  readonly kind: string
  readonly title: string
  /** Words that find it although it does not show them. */
  readonly keywords: string
  readonly text: string
}

/** How the index is made and asked; the site's build and its script must agree. */
export const searchOptions: Options<SearchDocument> = {
  idField: 'href',
  fields: ['title', 'keywords', 'text'],
  // The address is the id of a document already.
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
