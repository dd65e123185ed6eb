import { readFile } from 'node:fs/promises'
import { isAbsolute, join, relative, resolve } from 'node:path'
import { suggest } from '@contract-kit/json-schema/text'
import { InputError } from '../input-error.ts'
import { ToolInputError } from './operations.ts'

/** A page of Markdown. */
export interface DocsPage {
  /** As `llms.txt` links to it: `guides/errors.md`. */
  readonly path: string
  readonly title: string
  readonly markdown: string
  /** Whether it is listed below `Optional` in `llms.txt`. */
  readonly isOptional?: boolean
}

/** A section of a page. */
export interface DocsSection {
  readonly path: string
  /** The anchor of the heading; empty for the text above the first heading. */
  readonly anchor: string
  readonly page: string
  readonly heading: string
  readonly text: string
}

/** The published Markdown of a documentation site: `llms.txt` (llmstxt.org) and the pages that it lists. */
export interface DocsSite {
  /** All listed pages, read on first use. */
  pages(): Promise<readonly DocsPage[]>
  /** One page below the site, listed or not. */
  page(path: string): Promise<DocsPage>
}

/** The number of parallel requests, since servers limit the rate of one client. */
const atOneTime = 8

type ReadText = (path: string) => Promise<string | undefined>

/** Opens a site at a URL or in a folder. Throws an InputError if there is no `llms.txt`. */
export async function openDocsSite(place: string, cwd: string): Promise<DocsSite> {
  const read = /^https?:\/\//.test(place) ? readFromUrl(place) : readFromFolder(resolve(cwd, place))
  const map = await read('llms.txt')
  if (map === undefined)
    throw new InputError(`${place} has no llms.txt: name the folder or the base URL of the documentation.`)
  const links = listLinks(map)
  const toPage = async (link: Link): Promise<DocsPage | undefined> => {
    const markdown = await read(link.path)
    return markdown === undefined ? undefined : { ...link, markdown }
  }
  let reading: Promise<readonly DocsPage[]> | undefined
  async function readAll(): Promise<readonly DocsPage[]> {
    const found: (DocsPage | undefined)[] = []
    for (let at = 0; at < links.length; at += atOneTime)
      found.push(...(await Promise.all(links.slice(at, at + atOneTime).map(toPage))))
    return found.filter((page) => page !== undefined)
  }
  const pages = (): Promise<readonly DocsPage[]> => (reading ??= readAll())
  return {
    pages,
    async page(path) {
      const found = await toPage(
        links.find((link) => link.path === path) ?? { path, title: path, isOptional: false },
      )
      if (found !== undefined) return found
      const paths = links.map((link) => link.path)
      throw new ToolInputError(
        `There is no page "${path}"${suggest(paths, path)} Take a path from search_docs.`,
      )
    },
  }
}

/** Reads only files below a URL, of the same origin. */
function readFromUrl(place: string): ReadText {
  const base = new URL(place.replace(/llms\.txt$/, '').replace(/\/?$/, '/'))
  return async (path) => {
    const url = new URL(path, base)
    const isBelow = url.origin === base.origin && url.pathname.startsWith(base.pathname)
    if (!isBelow || !isPage(url.pathname)) return undefined
    const response = await fetch(url, { signal: AbortSignal.timeout(30_000) }).catch(() => undefined)
    return response?.ok === true ? response.text() : undefined
  }
}

const isPage = (path: string): boolean => /\.(?:md|txt)$/.test(path)

function readFromFolder(folder: string): ReadText {
  return async (path) => {
    const file = join(folder, path)
    const below = relative(folder, file)
    if (isAbsolute(below) || below.startsWith('..') || !isPage(file)) return undefined
    return readFile(file, 'utf8').catch(() => undefined)
  }
}

interface Link {
  readonly path: string
  readonly title: string
  readonly isOptional: boolean
}

function listLinks(map: string): readonly Link[] {
  return map.split(/^## /m).flatMap((section) =>
    Array.from(section.matchAll(/^- \[([^\]]+)\]\(([^)\s]+)\)/gm), ([, title = '', path = '']) => ({
      path,
      title,
      isOptional: /^Optional\s/.test(section),
    })).filter(({ path }) => isPage(path)),
  )
}

/** The sections of a page down to headings of the third level; code blocks stay whole. */
export function splitSections({ path, title, markdown }: DocsPage): readonly DocsSection[] {
  const sections: { anchor: string; heading: string; lines: string[] }[] = [
    { anchor: '', heading: '', lines: [] },
  ]
  let isCode = false
  for (const line of markdown.split('\n')) {
    if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode
    const [, marks = '', heading = ''] = (isCode ? null : /^(#{1,3}) (.+)$/.exec(line)) ?? []
    if (marks === '#') continue
    if (heading === '') sections.at(-1)?.lines.push(line)
    else sections.push({ anchor: toAnchor(heading), heading, lines: [] })
  }
  return sections
    .map(({ anchor, heading, lines }) => ({
      path,
      anchor,
      page: title,
      heading,
      text: lines.join('\n').trim(),
    }))
    .filter(({ anchor, text }) => anchor !== '' || text !== '')
}

/** The anchor of a heading, as code hosts and the documentation site make it. */
function toAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s+/g, '-')
}

/** The longest page that is returned whole: about 9,000 tokens. */
const maxPageLength = 30_000

/** A page, or a section with its subsections; the outline of a page that is too long. */
export function readSection(page: DocsPage, anchor: string): string {
  if (anchor === '') {
    if (page.markdown.length <= maxPageLength) return page.markdown
    const outline = splitSections(page)
      .filter((section) => section.anchor !== '')
      .map((section) => `- ${page.path}#${section.anchor}`)
    return `# ${page.title}\n\nThis page is long. Read one of its sections:\n\n${outline.join('\n')}`
  }
  const text = cutSection(page.markdown, anchor)
  if (text !== undefined) return text
  const anchors = splitSections(page).flatMap((section) => (section.anchor === '' ? [] : [section.anchor]))
  throw new ToolInputError(`${page.path} has no section "${anchor}"${suggest(anchors, anchor)}`)
}

function cutSection(markdown: string, anchor: string): string | undefined {
  const lines: string[] = []
  let level = 0
  let isCode = false
  for (const line of markdown.split('\n')) {
    if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode
    const [, marks = '', heading = ''] = (isCode ? null : /^(#{1,6}) (.+)$/.exec(line)) ?? []
    if (level > 0 && marks !== '' && marks.length <= level) break
    if (level === 0 && marks !== '' && toAnchor(heading) === anchor) level = marks.length
    if (level > 0) lines.push(line)
  }
  return level === 0 ? undefined : lines.join('\n').trim()
}
