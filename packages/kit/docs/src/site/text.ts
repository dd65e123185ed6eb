import { posix } from 'node:path'

/** Escapes text for HTML, in an element or in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** A Markdown table. Cells are Markdown; plain text must go through `toMarkdownText` first. */
export function toMarkdownTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** Escapes plain text for Markdown, including table cells. */
export function toMarkdownText(text: string): string {
  return text.replaceAll(/[\\`*_~[\]|]|<(?=[a-z/!?])|&(?=#?\w+;)/gi, String.raw`\$&`).replaceAll(/\s+/g, ' ')
}

/** Markdown on one line, for a table cell. */
export function toMarkdownCell(markdown: string): string {
  return markdown
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(?<!\\)\|/g, String.raw`\|`)
}

/** Text as inline code in a cell of a Markdown table. */
export function toMarkdownCode(text: string): string {
  const fence = text.includes('`') ? '``' : '`'
  return `${fence}${text.replaceAll('|', String.raw`\|`).replaceAll(/\s+/g, ' ')}${fence}`
}

/** The relative link from a page to a file, so that the site works in any folder. */
export function toRelativeLink(fromPage: string, target: string): string {
  return posix.relative(posix.dirname(fromPage), target)
}

/** The anchor of a heading: lower-case words joined by hyphens, as code hosts generate it. */
export function toHeadingId(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s+/g, '-')
}
