import MiniSearch, { type AsPlainObject, type SearchResult } from 'minisearch'
import { type IndexedEntry, searchOptions, toTerms } from './search-options.ts'

/** A result: `text` is the passage with most words of the query. */
export type FoundPage = Pick<IndexedEntry, 'href' | 'kind' | 'title' | 'page' | 'text'>

/** The content of `assets/search-index.js`. */
export type SearchIndex = AsPlainObject & {
  /** The names of the parts of the site. */
  readonly parts: readonly string[]
  /** Synonyms: words of readers, and the words of the site for them. */
  readonly synonyms?: Readonly<Record<string, string>>
}

/** Finds pages, best first; with a `part`, only those of that part of the site. */
export type Search = (query: string, part?: number) => readonly FoundPage[]

const mostResults = 12
/** The typos that a longer word may have if nothing else matches. */
const mistyped = (term: string): number => (term.length > 4 ? 2 : 0)
/** The most results of one page or kind. */
const mostResultsOfPage = 3

/**
 * A search over the index, best results first. A query with synonyms is searched twice: as it is, and in the words of the site. A
 * result has the better score of the two.
 */
export function createSearch(index: SearchIndex): Search {
  const miniSearch = MiniSearch.loadJS<IndexedEntry>(index, searchOptions)
  const translate = createTranslation(index.synonyms ?? {})
  return (query, part) => {
    const options = part === undefined ? {} : { filter: (result: SearchResult) => result['part'] === part }
    const ranked = new Map<string, RankedResult>()
    for (const words of new Set([query, translate(query)])) {
      const exact = miniSearch.search(words, options)
      const results = exact.length > 0 ? exact : miniSearch.search(words, { ...options, fuzzy: mistyped })
      for (const found of rankResults(results, words)) {
        const known = ranked.get(found.result.id)
        if (known === undefined || byRank(found, known) < 0) ranked.set(found.result.id, found)
      }
    }
    const counts = new Map<string | number, number>()
    return [...ranked.values()]
      .toSorted(byRank)
      .filter(({ result, name }) => {
        if (name > 0) return true
        const [path = ''] = String(result.id).split('#')
        const page = typeof result['list'] === 'number' ? result['list'] : path
        const count = (counts.get(page) ?? 0) + 1
        counts.set(page, count)
        return count <= mostResultsOfPage
      })
      .slice(0, mostResults)
      .map(({ result }) => toFoundPage(result))
  }
}

interface RankedResult {
  readonly result: SearchResult
  /** Counts before the score. */
  readonly name: number
  readonly score: number
}

const byRank = (left: RankedResult, right: RankedResult): number =>
  right.name - left.name || right.score - left.score

/**
 * The score falls with the cube of the share of missing words, so that one extra word does not hide all results. A
 * result whose name is the query, such as an operation id, comes first.
 */
function rankResults(results: readonly SearchResult[], query: string): readonly RankedResult[] {
  const most = Math.max(...results.map(({ queryTerms }) => queryTerms.length))
  const name = toName(query)
  return results.map((result) => ({
    result,
    name: rankName(result, name),
    score: result.score * (result.queryTerms.length / most) ** 3,
  }))
}

interface Name {
  readonly text: string
  readonly terms: string
}

const toName = (text: string): Name => ({
  text: text.trim().toLowerCase(),
  terms: toTerms(text).join(' '),
})

/**
 * 3: the query is the title of a page or an operation. 2: it is the heading of a section, or a phrase. 1: it has the words of one of
 * them, in their order. 0: none of this. The first part of a site is for most of its readers: in the others, a name counts 1.
 */
function rankName({ title, page, phrases = [], part = 0 }: SearchResult, query: Name): number {
  const names = [title, ...(phrases as readonly string[])].map((text) => toName(String(text)))
  const isName = names.some(({ text }) => text === query.text)
  if (part === 0 && isName) return page === undefined && names[0]?.text === query.text ? 3 : 2
  return isName || names.some(({ terms }) => terms === query.terms) ? 1 : 0
}

function toFoundPage(result: SearchResult): FoundPage {
  const { id, kind, title, page, passages, terms } = result
  return {
    href: String(id),
    kind: String(kind),
    title: String(title),
    ...(page === undefined ? {} : { page: String(page) }),
    text: findPassage(passages as readonly string[], new Set(terms)),
  }
}

/** The first passage with the most terms. */
function findPassage(passages: readonly string[], terms: ReadonlySet<string>): string {
  let best = ''
  let most = -1
  for (const passage of passages) {
    const count = new Set(toTerms(passage).filter((term) => terms.has(term))).size
    if (count > most) [best, most] = [passage, count]
  }
  return best
}

/** Replaces words of readers by those of the site; longer phrases before their words, in any form of a word. */
function createTranslation(synonyms: Readonly<Record<string, string>>): (query: string) => string {
  const known = Object.entries(synonyms)
    .map(([words, replacement]) => ({ pattern: ` ${toTerms(words).join(' ')} `, replacement }))
    .toSorted((left, right) => right.pattern.length - left.pattern.length)
  return (query) => {
    const found: string[] = []
    let rest = ` ${toTerms(query).join(' ')} `
    for (const { pattern, replacement } of known) {
      if (!rest.includes(pattern)) continue
      rest = rest.replace(pattern, ' ')
      found.push(replacement)
    }
    if (found.length === 0) return query
    return [...found, ...keepWords(query, rest)].join(' ')
  }
}

/** The words of a query whose terms occur in `rest`. */
function keepWords(query: string, rest: string): readonly string[] {
  const left = new Set(rest.split(' '))
  return query.split(/\s+/).filter((word) => toTerms(word).some((term) => left.has(term)))
}
