import { posix } from 'node:path'
import { errorIndexPath } from '../errors/error-index.ts'
import { errorListPath } from '../errors/error-codes.ts'
import { type DocumentPage, toDocumentPath } from '../home-page.ts'
import { titleOf } from '../openapi/read-document.ts'
import type { SiteOptions } from '../options.ts'
import type { MarkdownPage } from '../pages.ts'
import { toCollectionPath } from '../postman/collection.ts'
import { type SiteFrame, toTwinPath } from './layout.ts'
import { toReferenceMarkdown } from './reference-markdown.ts'
import { toMarkdownText } from './text.ts'

/** A page for `llms.txt`. */
export interface LlmsPage {
  /** The path of the page, not of its Markdown: `guides/errors.html`. */
  readonly path: string
  readonly label: string
  /** One sentence, or empty. */
  readonly description: string
  /** Undefined for a page that only works in a browser. */
  readonly markdown: string | undefined
}

/** A file other than a page. */
export interface LlmsFile {
  readonly path: string
  readonly label: string
  readonly description: string
}

/** A site for `llms.txt`. */
export interface LlmsSite {
  readonly title: string
  /** One sentence, or empty. */
  readonly description: string
  /** The groups of the navigation in their order. */
  readonly sections: readonly {
    readonly title: string
    /** Whether it is listed below `Optional`. */
    readonly isOptional: boolean
    /** Whether `llms-full.txt` omits its pages, because another page summarizes them. */
    readonly isInShort?: boolean
    readonly pages: readonly LlmsPage[]
  }[]
  /** OpenAPI documents first. */
  readonly files: readonly LlmsFile[]
}

/** The file name of the full text. */
export const fullTextPath = 'llms-full.txt'

/** Converts a site for `llms.txt`. */
export function toLlmsSite(
  { navigation = [] }: SiteOptions,
  frame: SiteFrame,
  documents: readonly DocumentPage[],
  pages: readonly MarkdownPage[],
): LlmsSite {
  const optional = new Set(
    navigation.flatMap(({ title, isOptional }) => (isOptional === true ? [title] : [])),
  )
  const known = new Map([
    ...documents.map(
      (page) =>
        [
          page.path,
          { description: 'Every operation and schema of the document.', markdown: toReferenceMarkdown(page) },
        ] as const,
    ),
    ...pages.map(
      ({ content, markdown }) => [content.path, { description: content.description, markdown }] as const,
    ),
  ])
  const errorPages = pages.filter(({ content }) => content.parent === errorListPath)
  const sections = frame.navigation.map((section) => ({
    title: section.title,
    isOptional: optional.has(section.title),
    pages: section.pages.map(({ path, label }) => ({
      path,
      label,
      ...(known.get(path) ?? {
        description: 'Send requests from a page in a browser.',
        markdown: undefined,
      }),
    })),
  }))
  return {
    title: frame.title,
    description: known.get('index.html')?.description ?? '',
    sections: [...sections, ...toErrorSection(errorPages)],
    files: [
      ...documents.flatMap(({ path, document }) => [
        { path: toDocumentPath(path, 'json'), label: titleOf(document), description: 'the OpenAPI document' },
        {
          path: toCollectionPath(path),
          label: `${titleOf(document)} for Postman`,
          description: 'a collection of every request',
        },
      ]),
      ...(errorPages.length === 0
        ? []
        : [
            {
              path: errorIndexPath,
              label: 'Error codes as JSON',
              description: 'status, messages, causes, action, retry and operations of every code',
            },
          ]),
    ],
  }
}

/** The pages of single error codes, which the navigation does not list. */
function toErrorSection(pages: readonly MarkdownPage[]): LlmsSite['sections'] {
  if (pages.length === 0) return []
  const listed = pages.map(({ content: { path, title: label, description }, markdown }) => ({
    path,
    label,
    description,
    markdown,
  }))
  return [{ title: errorSection, isOptional: false, isInShort: true, pages: listed }]
}

const errorSection = 'Single error codes'

/**
 * The map of the site for language models (llmstxt.org). It lists the Markdown of every page by group. Pages that may be skipped
 * are last, below `Optional`.
 */
export function toLlmsText({ title, description, sections, files }: LlmsSite): string {
  const [first] = files
  const required = sections.filter(({ isOptional }) => !isOptional)
  const optional = sections.filter(({ isOptional }) => isOptional).flatMap(({ pages }) => pages)
  return toText([
    `# ${toMarkdownText(title)}`,
    description === '' ? '' : `> ${description}`,
    `Every page is linked as Markdown. [${fullTextPath}](${fullTextPath}) has them in one file, in the order of reading, without those below ${sections.some(({ isInShort }) => isInShort === true) ? `"${errorSection}" and ` : ''}"Optional".`,
    first === undefined
      ? ''
      : `An assistant that speaks MCP can search these pages, read operations and call the API. Put the address of this site in place of \`SITE\`: \`npx @contract-kit/tools mcp SITE/${first.path} --docs SITE\``,
    ...required.map((section) => `## ${section.title}\n\n${section.pages.map(toPageLink).join('\n')}`),
    files.length === 0 ? '' : `## Files\n\n${files.map(toLink).join('\n')}`,
    optional.length === 0 ? '' : `## Optional\n\n${optional.map(toPageLink).join('\n')}`,
  ])
}

/** All pages that are not optional as one text, each below a line with its path. Links are relative to the top of the site. */
export function toLlmsFullText({ title, description, sections }: LlmsSite): string {
  const pages = sections
    .filter(({ isOptional, isInShort = false }) => !isOptional && !isInShort)
    .flatMap((section) => section.pages)
  return toText([
    `# ${toMarkdownText(title)}`,
    description === '' ? '' : `> ${description}`,
    ...pages.flatMap(({ path, markdown }) => {
      if (markdown === undefined) return []
      const twin = toTwinPath(path)
      return ['---', `Page: ${twin}`, rebaseLinks(markdown.trim(), twin)]
    }),
  ])
}

function toText(parts: readonly string[]): string {
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

function toPageLink({ path, label, description }: LlmsPage): string {
  return toLink({ path: toTwinPath(path), label, description })
}

function toLink({ path, label, description }: LlmsFile): string {
  return `- [${toMarkdownText(label)}](${path})${description === '' ? '' : `: ${description}`}`
}

/** Relative links of a page in a folder as they are from the top of the site; code blocks stay as they are. */
function rebaseLinks(markdown: string, page: string): string {
  let isCode = false
  return markdown
    .split('\n')
    .map((line) => {
      if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode
      return isCode
        ? line
        : line.replaceAll(/\]\((?![a-z][a-z\d+.-]*:|\/)([^)\s]+)/gi, (_link, target: string) =>
            target.startsWith('#') ? `](${page}${target}` : `](${posix.join(posix.dirname(page), target)}`,
          )
    })
    .join('\n')
}
