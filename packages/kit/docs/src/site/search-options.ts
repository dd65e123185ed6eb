import MiniSearch, { type Options } from 'minisearch'
import { stemmer } from 'stemmer'
import type { SearchEntry } from '../options.ts'

/** A search entry in the index. */
export interface IndexedEntry extends SearchEntry {
  /** The part of the site that the entry belongs to, counted from 0 in the order of the menu. */
  readonly part: number
  /** The same for pages that share a navigation entry, such as an index. */
  readonly list?: number
}

/** Stop words. They are neither indexed nor searched. */
const stopWords: ReadonlySet<string> = new Set(
  `a about after all also am an and any are as at be been before but by can could did do does for from had has have how i if
  in into is it its may me more must my no not of on one only or other our over so some than that the their them then there
  they this to too two under up us was we were what when where whether which while who whose why will with would you your`.split(
    /\s+/,
  ),
)

const splitWords = MiniSearch.getDefault('tokenize') as (text: string) => string[]

function splitIdentifier(word: string): string[] {
  const parts = word.split(/(?<=[a-z\d])(?=[A-Z])/)
  return parts.length === 1 ? [] : parts
}

function toTerm(word: string): string | null {
  const term = word.toLowerCase()
  return stopWords.has(term) ? null : stemmer(term)
}

/** The indexed words of a text, in order. */
export function toTerms(text: string): readonly string[] {
  return splitWords(text).flatMap((word) => toTerm(word) || [])
}

/** How the index is built and searched. The build of a site and the script of its pages share these options. */
export const searchOptions: Options<IndexedEntry> = {
  idField: 'href',
  fields: ['title', 'keywords', 'page', 'names', 'text'],
  // The id is the address.
  storeFields: ['kind', 'title', 'page', 'passages', 'part', 'phrases', 'list'],
  // Also index the single words of `listShips`.
  tokenize(text, field) {
    const words = splitWords(text)
    return field === 'title' ? [...words, ...words.flatMap(splitIdentifier)] : words
  },
  processTerm: toTerm,
  searchOptions: {
    boost: { title: 6, keywords: 10, page: 2, names: 0.7 },
    // A long list of keywords must not count less than a short one.
    bm25: { k: 1.2, b: 0.4, d: 0.5 },
    prefix: true,
    fuzzy: (term) => (term.length > 4 ? 0.2 : 0),
    weights: { prefix: 0.5, fuzzy: 0.2 },
    // Most readers need the first part of a site.
    boostDocument: (_href, _term, stored) => (Number(stored?.['part'] ?? 0) > 0 ? 0.4 : 1),
  },
}
