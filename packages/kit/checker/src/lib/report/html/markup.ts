/** A piece of HTML that may be put into a page as it is. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Part = string | number | Markup | readonly Markup[]

/** HTML from a template: every value is escaped, in content and in quoted attributes, unless it is {@link Markup} itself. */
export const html = (pieces: TemplateStringsArray, ...parts: readonly Part[]): Markup =>
  new Markup(pieces.map((piece, index) => piece + toText(parts[index] ?? '')).join(''))

const toText = (part: Part): string => {
  if (part instanceof Markup) return part.text
  return typeof part === 'object' ? part.map(({ text }) => text).join('\n') : escapeHtml(String(part))
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Controls that HTML forbids are shown as a replacement character (HTML, 13.2.3.5). */
const escapeHtml = (text: string): string =>
  text
    .replaceAll(/(?![\t\n\r])\p{Cc}/gu, '\uFFFD')
    .replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
