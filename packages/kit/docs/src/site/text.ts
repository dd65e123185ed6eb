import { posix } from 'node:path'

/** The text as it stands in HTML, in an element or in a quoted attribute. */
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

/** Plain text as it stands in Markdown, a cell of a table included. */
export function toMarkdownText(text: string): string {
  return text.replaceAll(/[\\`*_~[\]|]|<(?=[a-z/!?])|&(?=#?\w+;)/gi, String.raw`\$&`).replaceAll(/\s+/g, ' ')
}

/** Markdown on one line, as it stands in a cell of a table. */
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

/** The address of a file of the site as a page links to it, so that the site works in any folder. */
export function toRelativeLink(fromPage: string, target: string): string {
  return posix.relative(posix.dirname(fromPage), target)
}

/** The anchor of a heading: its words in small letters, joined by hyphens, as code hosts make it. */
export function toHeadingId(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s+/g, '-')
}
