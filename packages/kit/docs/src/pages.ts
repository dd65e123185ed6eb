import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'
import { parse } from 'yaml'
import { toObject, toText } from './openapi/json.ts'
import { captions } from './site/code-groups.ts'
import type { PageContent } from './site/layout.ts'
import { type MarkdownContext, type RenderedMarkdown, renderMarkdown } from './site/markdown.ts'
import type { NavigationEntry } from './site/navigation.ts'
import type { ExtraPage, Insert, SearchEntry } from './options.ts'
import { withFirstSamples } from './site/code-groups.ts'
import type { ToSamples } from './site/requests.ts'
import { escapeHtml, toRelativeLink } from './site/text.ts'

/** A Markdown page in all its output forms. */
export interface MarkdownPage {
  readonly content: PageContent
  readonly entry: NavigationEntry
  /** Its Markdown file: `guides/errors.md`. */
  readonly markdown: string
  readonly search: readonly SearchEntry[]
  /** Whether its text comes from OpenAPI documents. */
  readonly isOfDocument: boolean
}

/** The images and inserts that Markdown may refer to. */
export interface MarkdownSources {
  readonly inserts: Readonly<Record<string, Insert>>
  readonly drawings: Readonly<Record<string, string>>
  readonly toSamples: ToSamples | undefined
  readonly warn: (problem: string) => void
  /** Whether the text comes from OpenAPI documents, so that no site markup applies. */
  readonly isOfDocument?: boolean
  /** Copies a file into the site, and returns its path relative to the site. */
  readonly addFile: (file: string) => string
}

/** Every Markdown file of a folder, and of those in it, as a page in `guides/`. */
export function readGuides(folder: string, sources: MarkdownSources): readonly MarkdownPage[] {
  if (!existsSync(folder)) throw new Error(`The folder of guides, ${folder}, does not exist.`)
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .toSorted()
    .map((name) => {
      const file = join(folder, name)
      const { attributes, markdown } = readFrontMatter(readFileSync(file, 'utf8'), file)
      const path = `guides/${name
        .replaceAll(sep, '/')
        .replace(/README\.md$/, 'index.md')
        .replace(/\.md$/, '.html')}`
      const order = attributes['order'] === undefined ? undefined : Number(attributes['order'])
      if (Number.isNaN(order)) throw new Error(`${file}: \`order\` must be a number.`)
      const title = toText(attributes['title'])
      const hasHeading = /^# /m.test(markdown)
      const page = toMarkdownPage(
        {
          path,
          kind: 'Guide',
          group: toText(attributes['group']) || 'Guides',
          markdown: hasHeading ? markdown : `# ${title || basename(name, '.md')}\n\n${markdown}`,
          ...(title === '' ? {} : { label: title }),
          ...(toText(attributes['description']) === ''
            ? {}
            : { description: toText(attributes['description']) }),
          ...(order === undefined ? {} : { order }),
          keywords: toText(attributes['keywords']),
        },
        sources,
        dirname(file),
      )
      return page
    })
}

/** A Markdown page with expanded inserts. Each section is a search entry. `folder` contains its images. */
export function toMarkdownPage(page: ExtraPage, sources: MarkdownSources, folder?: string): MarkdownPage {
  const { path, kind = 'Page' } = page
  const { isOfDocument = false } = sources
  const markdown = isOfDocument ? page.markdown : expandInserts(page.markdown, sources.inserts, path)
  const rendered = renderPage(path, markdown, {
    toSamples: sources.toSamples,
    isOfDocument,
    warn: (problem) => sources.warn(`${path}: ${problem}`),
    toImage: (address, alternative) => toImage({ path, folder, address, alternative }, sources),
  })
  const title = page.title ?? (rendered.title || path)
  return {
    content: {
      path,
      title,
      description: page.description ?? rendered.lead,
      body: page.html ?? rendered.html,
      headings: page.html === undefined ? rendered.headings : [],
      parent: page.parent,
      isWide: page.isWide,
    },
    entry: { path, label: page.label ?? title, group: page.group, order: page.order },
    isOfDocument,
    markdown: toTwin(isOfDocument ? markdown : withFirstSamples(markdown, sources.toSamples)),
    search:
      page.search ??
      rendered.sections.map(({ id, heading, text, passages }) => ({
        href: id === '' ? path : `${path}#${id}`,
        kind,
        ...(heading === '' ? { title } : { title: heading, page: title }),
        keywords: id === '' ? (page.keywords ?? '') : '',
        text,
        passages,
      })),
  }
}

function renderPage(path: string, markdown: string, context: MarkdownContext): RenderedMarkdown {
  try {
    return renderMarkdown(markdown, context)
  } catch (error) {
    throw new Error(`${path}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

const fence = /^---\r?\n([^]*?)\r?\n---\r?\n/

function readFrontMatter(text: string, file: string) {
  const found = fence.exec(text)
  if (found === null) return { attributes: toObject(undefined), markdown: text }
  try {
    return { attributes: toObject(parse(found[1] ?? '')), markdown: text.slice(found[0].length).trimStart() }
  } catch (error) {
    throw new Error(
      `${file}: the front matter must be YAML: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    )
  }
}

function expandInserts(markdown: string, inserts: MarkdownSources['inserts'], path: string): string {
  return markdown.replaceAll(/^<!-- insert: ([\w-]+) -->$/gm, (_line, name: string) => {
    const insert = inserts[name]
    if (insert === undefined) throw new Error(`${path} names the insert ${name}: add it to \`inserts\`.`)
    return insert('../'.repeat(path.split('/').length - 1))
  })
}

interface NamedImage {
  readonly path: string
  readonly folder: string | undefined
  readonly address: string
  readonly alternative: string
}

/** Inlines drawings, so that they use the colors of the page. Copies other images into the site. */
function toImage({ path, folder, address, alternative }: NamedImage, sources: MarkdownSources): string {
  const { isOfDocument = false } = sources
  if (alternative === '' && !isOfDocument)
    sources.warn(`${path}: the image ${address} needs a text alternative`)
  const label = escapeHtml(alternative)
  const drawing = sources.drawings[address]
  if (drawing !== undefined) return toFigure(drawing, label)
  const file = folder === undefined || /^[a-z]+:/i.test(address) ? undefined : join(folder, address)
  if (file === undefined || !existsSync(file)) {
    const origin = isOfDocument ? 'the site' : 'the guides'
    sources.warn(`${path}: the image ${shorten(address)} is not a file of ${origin} and is shown as its text`)
    return label
  }
  if (file.endsWith('.svg')) return toFigure(readFileSync(file, 'utf8'), label)
  return `<img src="${escapeHtml(toRelativeLink(path, sources.addFile(file)))}" alt="${label}" loading="lazy">`
}

/** `data:` URLs hold the whole image. */
const shorten = (address: string): string => (address.length > 100 ? `${address.slice(0, 80)}…` : address)

function toFigure(svg: string, label: string): string {
  return `<figure class="diagram" tabindex="0">\n${svg.replace('<svg ', `<svg role="img" aria-label="${label}" `)}</figure>\n`
}

/**
 * The Markdown file of a page: images become their text, links to `README.md` lead to `index.md`, and code blocks keep
 * only their language. Readers see the caption of an output above it.
 */
function toTwin(markdown: string): string {
  return `${markdown
    .replaceAll(/^!\[([^\]]*)\]\([^)]*\)$/gm, '_Figure: $1_')
    .replaceAll(/\]\(((?:[^)\s]*\/)?)README\.md/g, ']($1index.md')
    .replaceAll(
      /^( *)(`{3,})(\S+) +(\S.*)$/gm,
      (_line, indent: string, ticks: string, language: string, use: string) => {
        const caption = captions[use]
        return `${caption === undefined ? '' : `${indent}${caption}:\n\n`}${indent}${ticks}${language}`
      },
    )
    .trim()}\n`
}
