import { Renderer, type Token, type Tokens } from 'marked'
import { toCodeBlock } from './code-block.ts'
import { escapeHtml } from './escape-html.ts'
import { toHeadingId } from './heading-id.ts'
import { toPlainText } from './plain-text.ts'

/** A diagram as HTML, by its address in the Markdown and its text alternative; throws when there is no such file. */
export type ToDiagram = (address: string, alternative: string) => string

/** Markdown to HTML as the pages of the site have it. Raw HTML is refused. */
export class PageRenderer extends Renderer {
  readonly #toDiagram: ToDiagram
  readonly #headingIds: ReadonlyMap<Token, string>
  readonly #rowIds = new Set<string>()

  /** `headingIds` has the anchor of every heading that is to have one. */
  constructor(toDiagram: ToDiagram, headingIds: ReadonlyMap<Token, string>) {
    super()
    this.#toDiagram = toDiagram
    this.#headingIds = headingIds
  }

  override heading(token: Tokens.Heading): string {
    const { tokens, depth } = token
    const html = this.parser.parseInline(tokens)
    const id = this.#headingIds.get(token)
    if (id === undefined) return `<h${depth}>${html}</h${depth}>\n`
    const label = escapeHtml(`Link to ${toPlainText(tokens)}`)
    return `<h${depth} id="${id}">${html} <a class="anchor" href="#${id}" aria-label="${label}">#</a></h${depth}>\n`
  }

  override code({ text, lang }: Tokens.Code): string {
    return toCodeBlock(text, lang ?? '')
  }

  /** Links between Markdown files become links between pages. */
  override link({ href, tokens }: Tokens.Link): string {
    const address = href.replace(/\.md(?=#|$)/, '.html').replace(/(^|\/)README\.html/, '$1index.html')
    return `<a href="${escapeHtml(address)}">${this.parser.parseInline(tokens)}</a>`
  }

  /** An image that is a paragraph of its own is a figure. */
  override paragraph(token: Tokens.Paragraph): string {
    const [only] = token.tokens
    return token.tokens.length === 1 && only?.type === 'image'
      ? this.parser.parseInline(token.tokens)
      : super.paragraph(token)
  }

  override image({ href, text }: Tokens.Image): string {
    return this.#toDiagram(href, text)
  }

  /** A task is ticked on paper. */
  override checkbox(): string {
    return '<span aria-hidden="true">☐</span> '
  }

  /** A wide table scrolls by itself, and by keyboard. A row that begins with code is an anchor. */
  override table({ header, rows }: Tokens.Table): string {
    const head = header.map((cell) => this.tablecell(cell)).join('')
    const body = rows.map(
      (row) => `<tr${this.#rowAnchor(row)}>\n${row.map((cell) => this.tablecell(cell)).join('')}</tr>\n`,
    )
    return `<div class="table" tabindex="0">
<table>
<thead><tr>
${head}</tr></thead>
<tbody>
${body.join('')}</tbody>
</table>
</div>
`
  }

  /** A head without words is no head. */
  override tablecell(token: Tokens.TableCell): string {
    return token.header && token.tokens.length === 0 ? '<td></td>\n' : super.tablecell(token)
  }

  override html({ text }: Tokens.HTML | Tokens.Tag): string {
    throw new Error(`Markdown must not contain HTML: ${text}`)
  }

  #rowAnchor([first]: readonly Tokens.TableCell[]): string {
    if (first?.tokens.some(({ type }) => type === 'codespan') !== true) return ''
    const id = toHeadingId(toPlainText(first.tokens))
    if (this.#rowIds.has(id)) return ''
    this.#rowIds.add(id)
    return ` id="${id}"`
  }
}
