import { createHash } from 'node:crypto'
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { writeJson } from '@contract-kit/json-schema/json'
import { stringify } from 'yaml'
import { errorIndexPath, toErrorIndex } from './errors/error-index.ts'
import { type ErrorCode, toErrorCodes } from './errors/error-codes.ts'
import { toErrorPages } from './errors/error-pages.ts'
import { listErrors } from './errors/list-errors.ts'
import { withErrorPages } from './errors/with-error-pages.ts'
import { DocumentNotes, notesPath } from './document-notes.ts'
import { type CheckedPage, findBrokenLinks, findLostAddresses, withoutLinks } from './site/check-links.ts'
import { type DocumentPage, toBuiltInInserts, toDocumentPath, toHomeMarkdown } from './home-page.ts'
import { listInlineSources } from './site/inline-hashes.ts'
import {
  serverScriptPath,
  type SiteFrame,
  toEmptyFrame,
  toNotFoundPage,
  toPage,
  toTwinPath,
} from './site/layout.ts'
import { fullTextPath, toLlmsFullText, toLlmsSite, toLlmsText } from './site/llms-text.ts'
import { toNavigation } from './site/navigation.ts'
import { listOperations } from './openapi/operations.ts'
import { readDocument, titleOf } from './openapi/read-document.ts'
import type { SiteOptions, SiteSummary } from './options.ts'
import { type MarkdownPage, type MarkdownSources, readGuides, toMarkdownPage } from './pages.ts'
import { toCollectionPath, toPostmanCollection } from './postman/collection.ts'
import { renderReference, writeReference } from './site/reference.ts'
import { toReferenceMarkdown } from './site/reference-markdown.ts'
import { searchIndexPath, toReferenceEntries, toSearchIndexScript, toTryEntry } from './site/search.ts'
import { toMarkdownText } from './site/text.ts'
import { describeTryPage, toDataPath, toTryData, toTryPage, type TryPage } from './site/try-page.ts'

/** Scripts and styles of the pages, bundled when this package is built. */
const assets = join(import.meta.dirname, '../generated')

const defaultIcon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#0f6b57"/><path d="M6 4 3 8l3 4M10 4l3 4-3 4" fill="none" stroke="#fff" stroke-width="1.5"/></svg>\n'

/**
 * Builds a documentation site into a folder. The site works with or without a server, at any path. It is built beside
 * `outDir` and moved there when complete, so a failed build keeps the previous site.
 * Rejects with one sentence if options, documents or guides are invalid.
 */
export async function buildSite(options: SiteOptions): Promise<SiteSummary> {
  const outDir = resolve(options.outDir)
  rejectForeignFolder(outDir)
  mkdirSync(dirname(outDir), { recursive: true })
  const folder = mkdtempSync(join(dirname(outDir), `.${basename(outDir)}-`))
  try {
    const summary = await writeSite(options, folder)
    rmSync(outDir, { recursive: true, force: true })
    renameSync(folder, outDir)
    return summary
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Rejects an `outDir` that is neither empty nor a site, so that a typo deletes no files. */
function rejectForeignFolder(outDir: string): void {
  if (!existsSync(outDir) || readdirSync(outDir).length === 0 || existsSync(join(outDir, 'assets/site.js')))
    return
  throw new Error(`${outDir} holds other files than a site: choose another \`outDir\`, or empty it.`)
}

async function writeSite(options: SiteOptions, folder: string): Promise<SiteSummary> {
  const warnings: string[] = []
  const notes = new DocumentNotes()
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const documents = readDocuments(options)
  const warn = (problem: string): void => {
    warnings.push(problem)
  }
  for (const { path, document } of documents) notes.addDocument(path, document)
  const codes = toErrorCodes(listErrors(documents, options, warn))
  const tries = toTryPages(options, documents, codes)
  const references = await Promise.all(
    documents.map((page) => {
      const tryPath = tries.find((one) => one.page === page)?.path
      return renderReference(page, tryPath, (problem) => notes.add('texts', problem))
    }),
  )
  const markdownPages = readPages({ options, documents, codes, tries, folder, warn, notes })
  const frame = toFrame(options, documents, tries, markdownPages, folder)

  cpSync(assets, join(folder, 'assets'), { recursive: true })
  if (options.styles !== undefined) appendFileSync(join(folder, 'assets/site.css'), options.styles)
  write('assets/icon.svg', options.icon ?? defaultIcon)
  const checked: CheckedPage[] = []
  const writePage = (path: string, html: string, markdown: string): void => {
    if (existsSync(join(folder, path)))
      throw new Error(`Two pages have the path ${path}: give one of them another.`)
    write(path, html)
    write(toTwinPath(path), markdown)
    checked.push({ path, html })
  }
  for (const { content, markdown } of markdownPages) writePage(content.path, toPage(frame, content), markdown)
  for (const page of tries) {
    writePage(page.path, toTryPage(frame, page), toTryMarkdown(page))
    write(toDataPath(page.path), toTryData(page))
  }
  for (const page of documents) {
    write(toTwinPath(page.path), toReferenceMarkdown(page))
    write(toDocumentPath(page.path, 'json'), writeJson(page.document.raw))
    write(toDocumentPath(page.path, 'yaml'), stringify(page.document.raw, { aliasDuplicateObjects: false }))
  }
  for (const [index, page] of documents.entries()) {
    const tryIt = options.documents[index]?.tryIt ?? options.tryIt
    const collection = toPostmanCollection(page, tryIt === undefined || tryIt === false ? {} : tryIt)
    write(toCollectionPath(page.path), writeJson(collection))
  }
  if (codes.length > 0) write(errorIndexPath, writeJson(toErrorIndex(codes), 2))
  for (const [index, page] of documents.entries()) {
    const reference = references[index]
    if (reference !== undefined) writeReference(page, reference, frame, folder)
  }
  write('404.html', toNotFoundPage(frame))
  write('frame.html', toEmptyFrame(frame))
  write(serverScriptPath, '')

  const entries = [
    ...documents.flatMap(toReferenceEntries),
    ...tries.map(toTryEntry),
    ...(options.search ?? []),
    ...markdownPages.flatMap(({ search }) => search),
  ]
  write(
    searchIndexPath,
    toSearchIndexScript(
      entries,
      frame.navigation,
      markdownPages.map(({ content }) => content),
      options.synonyms ?? {},
    ),
  )
  const llmsSite = toLlmsSite(options, frame, documents, markdownPages)
  write('llms.txt', toLlmsText(llmsSite))
  write(fullTextPath, toLlmsFullText(llmsSite))
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) =>
    name.replaceAll('\\', '/'),
  )
  const html = files
    .filter((file) => file.endsWith('.html'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
  write('content-security-policy.json', JSON.stringify(listInlineSources(html)))
  const places = [...files, ...listAnchors(documents)]
  const searched = entries.map(({ href }) => href)
  return {
    pages: [...checked, ...documents].map(({ path }) => path).toSorted(),
    warnings: [
      ...warnings,
      ...findBrokenLinks(checked, places).map(
        ({ path, address }) => `${path} links to ${address}, which does not exist`,
      ),
      ...findLostAddresses(searched, checked, places).map(
        (href) => `Search leads to ${href}, which does not exist`,
      ),
    ],
    notes: notes.list,
    notesPage: notes.list.length === 0 ? undefined : notesPath,
  }
}

/** The anchors that reference pages create in the browser. */
const listAnchors = (documents: readonly DocumentPage[]): readonly string[] =>
  documents.flatMap(({ path, operations }) => operations.map(({ id }) => `${path}#operation/${id}`))

function readDocuments({ documents }: SiteOptions): readonly DocumentPage[] {
  if (documents.length === 0) throw new Error('A site needs a document: name one in `documents`.')
  return documents.map(({ document: source, path, label }, index) => {
    const document = readDocument(source)
    return {
      document,
      operations: listOperations(document),
      path: path ?? (index === 0 ? 'reference.html' : `reference-${index + 1}.html`),
      label: label ?? (index === 0 ? 'API reference' : titleOf(document)),
    }
  })
}

/** A try-it page for each document with operations: `try.html` for the first, `try-admin.html` for `admin.html`. */
function toTryPages(
  options: SiteOptions,
  pages: readonly DocumentPage[],
  codes: readonly ErrorCode[],
): readonly TryPage[] {
  const tried = pages.flatMap((page, index) => {
    const tryIt = options.documents[index]?.tryIt ?? options.tryIt ?? {}
    return tryIt === false || page.operations.every(({ isWebhook }) => isWebhook)
      ? []
      : [{ page, options: tryIt }]
  })
  return tried.map(({ page, options: tryIt }, index) => ({
    page,
    options: withErrorPages(tryIt, options.errors, codes),
    path: index === 0 ? 'try.html' : `try-${page.path.replaceAll('/', '-')}`,
    label: index === 0 ? 'Try it' : `Try it: ${page.label}`,
  }))
}

interface PageSources {
  readonly options: SiteOptions
  readonly documents: readonly DocumentPage[]
  readonly codes: readonly ErrorCode[]
  readonly tries: readonly TryPage[]
  readonly folder: string
  readonly warn: (problem: string) => void
  readonly notes: DocumentNotes
}

/** The Markdown pages, the home page first. Problems in pages of the site's authors are warnings, all others are notes. */
function readPages(given: PageSources): readonly MarkdownPage[] {
  const { options, documents, codes, folder, warn, notes } = given
  const [first] = documents
  const sources: MarkdownSources = {
    inserts: { ...(first === undefined ? {} : toBuiltInInserts(first)), ...options.inserts },
    drawings: options.drawings ?? {},
    toSamples: options.toSamples,
    warn,
    addFile(file) {
      const path = `assets/images/${basename(file)}`
      mkdirSync(join(folder, 'assets/images'), { recursive: true })
      copyFileSync(file, join(folder, path))
      return path
    },
  }
  const note = (problem: string): void => notes.add('texts', problem)
  const ofDocument: MarkdownSources = { ...sources, warn: note, isOfDocument: true }
  const toHome = (link: string): MarkdownPage => {
    const page = { path: 'index.html', label: 'Overview', group: 'Start' }
    return options.home === undefined
      ? toMarkdownPage({ ...page, markdown: toHomeMarkdown(documents, link) }, ofDocument)
      : toMarkdownPage({ ...page, ...options.home }, sources)
  }
  const others = [
    ...(options.guides === undefined ? [] : readGuides(options.guides, sources)),
    ...toErrorPages(codes, options.errors).map((page) => toMarkdownPage(page, ofDocument)),
    ...(options.pages ?? []).map((page) => toMarkdownPage(page, sources)),
  ]
  const places = listPlaces(given)
  const pages = withoutBrokenLinks([toHome(''), ...others], places, note)
  const notesPage = notes.toPage()
  if (notesPage === undefined) return pages
  const withNotes = [toHome(notes.toLink()), ...others, toMarkdownPage(notesPage, sources)]
  return withoutBrokenLinks(withNotes, places, note)
}

/** Link targets other than Markdown pages. */
function listPlaces({ documents, tries }: PageSources): readonly string[] {
  return [
    errorIndexPath,
    ...tries.map(({ path }) => path),
    ...documents.flatMap(({ path }) => [
      path,
      toTwinPath(path),
      toDocumentPath(path, 'json'),
      toDocumentPath(path, 'yaml'),
      toCollectionPath(path),
    ]),
    ...listAnchors(documents),
  ]
}

/** Replaces broken links by their text in pages whose text comes from documents. */
function withoutBrokenLinks(
  pages: readonly MarkdownPage[],
  places: readonly string[],
  note: (problem: string) => void,
): readonly MarkdownPage[] {
  const checked = pages.map(({ content: { path, body } }) => ({ path, html: body }))
  const broken = Map.groupBy(findBrokenLinks(checked, places), ({ path }) => path)
  return pages.map((page) => {
    const { path, body } = page.content
    const addresses = (broken.get(path) ?? []).map(({ address }) => address)
    if (!page.isOfDocument || addresses.length === 0) return page
    for (const address of addresses) note(`${path}: the link to ${address} is broken and shown as plain text`)
    return { ...page, content: { ...page.content, body: withoutLinks(body, addresses) } }
  })
}

function toFrame(
  options: SiteOptions,
  documents: readonly DocumentPage[],
  tries: readonly TryPage[],
  pages: readonly MarkdownPage[],
  folder: string,
): SiteFrame {
  const [home, ...others] = pages.map(({ entry }) => entry)
  const ofDocuments = [...documents, ...tries].map(({ path, label }, order) => ({
    path,
    label,
    group: 'Start',
    order: order + 1,
  }))
  const entries = [...(home === undefined ? [] : [{ ...home, order: 0 }]), ...ofDocuments, ...others]
  return {
    title: options.title ?? (documents[0] === undefined ? 'API' : titleOf(documents[0].document)),
    navigation: toNavigation(entries, options.navigation ?? []),
    headerLinks: options.headerLinks ?? [
      ...documents.slice(0, 1).map(({ path }) => ({ path, label: 'Reference' })),
      ...tries.slice(0, 1).map(({ path, label }) => ({ path, label })),
    ],
    assetVersion: hashAssets(join(folder, 'assets')),
  }
}

/** The first characters of a file's hash, computed on first use. */
function hashAssets(folder: string): (name: string) => string {
  const known = new Map<string, string>()
  return (name) => {
    const hash =
      known.get(name) ??
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex')
        .slice(0, 12)
    known.set(name, hash)
    return hash
  }
}

function toTryMarkdown({ label, page }: TryPage): string {
  return `# ${toMarkdownText(label)}\n\n${describeTryPage(page)} The page itself needs a browser. Every operation is in the [reference](${toTwinPath(page.path)}).\n`
}
