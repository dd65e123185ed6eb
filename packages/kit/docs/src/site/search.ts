import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isObject, type Json, type JsonObject } from '@contract-kit/json-schema/json'
import { createResolver } from '@contract-kit/openapi'
import MiniSearch from 'minisearch'
import { type DocumentPage, toOperationAddress } from '../home-page.ts'
import { toObject, toText } from '../openapi/json.ts'
import type { Operation } from '../openapi/operations.ts'
import type { SearchEntry } from '../options.ts'
import { toPassages, toPlainText } from './markdown.ts'
import { listParts, type NavigationSection } from './navigation.ts'
import { type IndexedEntry, searchOptions, toTerms } from './search-options.ts'
import { createSearch, type Search, type SearchIndex } from './search-pages.ts'
import { describeTryPage, type TryPage } from './try-page.ts'

/** The path of a page, and its navigation entry. */
export interface SearchedPage {
  readonly path: string
  readonly parent?: string | undefined
}

/** The script of the index, relative to the site. */
export const searchIndexPath = 'assets/search-index.js'

const assignment = 'globalThis.docsSearchIndex = '

/**
 * The index as a script that assigns it to `docsSearchIndex`. Unlike a request for data, a script also loads from a folder
 * without a server. `parts` names the parts of the site.
 */
export function toSearchIndexScript(
  entries: readonly SearchEntry[],
  navigation: readonly NavigationSection[],
  pages: readonly SearchedPage[],
  synonyms: Readonly<Record<string, string>>,
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
      const phrases = [...(entry.phrases ?? []), ...entry.keywords.split(/,\s*/)].filter(
        (phrase) => phrase !== '',
      )
      const passages = cutPassages(entry.passages ?? toPassages(entry.text), part)
      const indexed = { ...entry, ...(phrases.length === 0 ? {} : { phrases }), passages, part }
      return parent === undefined ? indexed : { ...indexed, list: lists.indexOf(parent) }
    }),
  )
  return `${assignment}${JSON.stringify({ parts, synonyms, ...index.toJSON() })}\n`
}

/** For entries outside the first part of the site, only the first passages are indexed. */
function cutPassages(passages: readonly string[], part: number): readonly string[] {
  if (part === 0) return passages
  let length = 0
  return passages.filter((passage, index) => {
    length += passage.length
    return index === 0 || length <= passagesLength
  })
}

/** Characters. */
const passagesLength = 400

/** Loads the search of a built site, to test readers' questions. */
export function readSearch(outDir: string): Search {
  const script = readFileSync(join(outDir, searchIndexPath), 'utf8')
  return createSearch(JSON.parse(script.slice(assignment.length)) as SearchIndex)
}

/** The search entries of a reference: the page and each operation. */
export function toReferenceEntries(page: DocumentPage): readonly SearchEntry[] {
  const { title, summary } = toObject(page.document.raw['info'])
  const text = toText(summary) || toText(title)
  return [
    { href: page.path, kind: 'Reference', title: page.label, keywords: '', text },
    ...toOperationEntries(page),
  ]
}

/** Its try-it page. */
export function toTryEntry({ path, label, page }: TryPage): SearchEntry {
  return { href: path, kind: 'Page', title: label, keywords: '', text: describeTryPage(page) }
}

function toOperationEntries(page: DocumentPage): readonly SearchEntry[] {
  const { follow } = createResolver(page.document.raw)
  return page.operations.map((operation) => {
    const { id, method, path, summary, description, tag, isNamed, isWebhook } = operation
    const request = isWebhook ? path : `${method} ${path}`
    const heading = summary === request ? request : `${summary}: ${request}`
    const title = isNamed ? id : summary
    const prose = toPlainText(description)
    const text = `${heading} ${prose} ${tag}`.trim()
    const known = new Set(toTerms(`${title} ${text}`))
    return {
      href: toOperationAddress(page.path, operation),
      kind: isWebhook ? 'Webhook' : 'Operation',
      title,
      keywords: '',
      // Names in the text are indexed there.
      names: listNames(operation, follow)
        .filter((name) => !toTerms(name).every((term) => known.has(term)))
        .join(' '),
      text,
      passages: [heading, ...toPassages(prose)],
    }
  })
}

/** The depth limit, since schemas may be recursive. */
const mostNames = 200

/** The names of parameters and of the members of bodies, nearest first. Headers have names that are made of other words. */
function listNames(
  { parameters, raw }: Operation,
  follow: ReturnType<typeof createResolver>['follow'],
): readonly string[] {
  const names = new Set(parameters.flatMap(({ in: place, name }) => (place === 'header' ? [] : name)))
  const visited = new Set<JsonObject>()
  const open: (Json | undefined)[] = [raw['requestBody'], raw['responses']]
  for (const value of open) {
    if (names.size >= mostNames) break
    const found = follow(value)
    if (Array.isArray(found)) open.push(...found)
    if (!isObject(found) || visited.has(found)) continue
    visited.add(found)
    for (const [key, child] of Object.entries(found)) {
      if (key === 'properties' && isObject(child)) for (const name of Object.keys(child)) names.add(name)
      if (!['example', 'examples', 'links', 'default', 'enum'].includes(key)) open.push(child)
    }
  }
  return [...names]
}
