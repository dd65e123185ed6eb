import { lexer, parser, Renderer, type Token, type Tokens } from 'marked'
import { isKnownLanguage, toCodeBlock } from './code-block.ts'
import { captions, findCodeGroups } from './code-groups.ts'
import type { ToSamples } from './requests.ts'
import { escapeHtml, toHeadingId } from './text.ts'

/** A heading that the table of contents lists. */
export interface PageHeading {
  readonly id: string
  readonly text: string
  readonly level: 2 | 3
}

/** The text below one heading, for search; `id` is empty for text before the first heading. */
export interface PageSection {
  readonly id: string
  readonly heading: string
  readonly text: string
  /** The text in short pieces: sentences, items, table rows. */
  readonly passages: readonly string[]
}

/** Rendered Markdown: HTML, and sections for search. */
export interface RenderedMarkdown {
  /** The first-level heading; empty without one. */
  readonly title: string
  /** The first paragraph; empty without one. */
  readonly lead: string
  readonly html: string
  readonly headings: readonly PageHeading[]
  readonly sections: readonly PageSection[]
}

/** The context of rendering. */
export interface MarkdownContext {
  /** An image as HTML, by its address in the Markdown and its text alternative. */
  readonly toImage: (address: string, alternative: string) => string
  /** Writes the samples of a block `yaml request`. */
  readonly toSamples?: ToSamples | undefined
  /** Receives one sentence about each part that is not shown as written. */
  readonly warn: (problem: string) => void
  /** Whether the text comes from an OpenAPI document. Then request blocks and HTML tags are not rendered. */
  readonly isOfDocument?: boolean | undefined
}

/** Renders a page. Second- and third-level headings become anchors and search sections. Raw HTML is escaped. */
export function renderMarkdown(markdown: string, context: MarkdownContext): RenderedMarkdown {
  const tokens = readMarkdown(markdown)
  const headings = headingsOf(tokens)
  const groups = context.isOfDocument === true ? new Map() : findCodeGroups(tokens, context.toSamples)
  const renderer = new PageRenderer(context, headings, groups)
  const html = parser(tokens, { renderer })
  if (renderer.leftOut.size > 0)
    context.warn(`tags of HTML are left out: ${[...renderer.leftOut].map((name) => `<${name}>`).join(', ')}`)
  return {
    title: textOfFirst(tokens, 'heading'),
    lead: textOfFirst(tokens, 'paragraph'),
    html,
    headings: [...headings.values()],
    sections: sectionsOf(tokens, headings),
  }
}

/** The plain text of Markdown, without code blocks and comments. */
export function toPlainText(markdown: string): string {
  return textOf(readMarkdown(markdown))
}

/** The longest passage. A search result shows one passage. */
const passageLength = 160

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })

/** Splits plain text into passages of whole sentences. Cuts sentences that are too long. */
export function toPassages(text: string): readonly string[] {
  const passages: string[] = []
  for (const { segment } of sentences.segment(text)) {
    const sentence = segment.trim()
    const last = passages.at(-1)
    if (last !== undefined && last.length + sentence.length < passageLength)
      passages[passages.length - 1] = `${last} ${sentence}`
    else if (sentence.length <= passageLength) passages.push(sentence)
    else passages.push(`${sentence.slice(0, passageLength).replace(/\s+\S*$/, '')} …`)
  }
  return passages
}

/** The blocks of Markdown. Text that is nested too deeply becomes one code block. */
export function readMarkdown(markdown: string): Token[] {
  try {
    return lexer(markdown)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return [{ type: 'code', raw: markdown, text: markdown }]
  }
}

/** Allowed link addresses: relative ones, and common safe schemes. */
const safeAddress = /^(?:https?:|mailto:|[^:]*(?:[/?#]|$))/i

class PageRenderer extends Renderer {
  readonly #context: MarkdownContext
  readonly #headings: ReadonlyMap<Token, PageHeading>
  readonly #codeGroups: ReadonlyMap<Token, string>
  readonly #ids: Set<string>
  /** The names of HTML tags that are not rendered. */
  readonly leftOut = new Set<string>()

  constructor(
    context: MarkdownContext,
    headings: ReadonlyMap<Token, PageHeading>,
    codeGroups: ReadonlyMap<Token, string>,
  ) {
    super()
    this.#context = context
    this.#headings = headings
    this.#codeGroups = codeGroups
    this.#ids = new Set([...headings.values()].map(({ id }) => id))
  }

  /** Marked treats the text after a tag such as `<code>` as HTML. */
  override text(token: Tokens.Text | Tokens.Escape): string {
    return super.text(token.type === 'text' ? { ...token, escaped: false } : token)
  }

  override heading(token: Tokens.Heading): string {
    const html = this.parser.parseInline(token.tokens)
    const heading = this.#headings.get(token)
    if (heading === undefined) return `<h${token.depth}>${html}</h${token.depth}>\n`
    const { id, text, level } = heading
    return `<h${level} id="${id}">${html} <a class="anchor" href="#${id}" aria-label="${escapeHtml(`Link to ${text}`)}">#</a></h${level}>\n`
  }

  /** `json response` and `text output` have a caption. */
  override code(token: Tokens.Code): string {
    const { text, lang } = token
    const group = this.#codeGroups.get(token)
    if (group !== undefined) return group
    const [language = '', use = ''] = (lang ?? '').split(' ')
    if (!isKnownLanguage(language) && this.#context.isOfDocument !== true)
      this.#context.warn(`a code block has the unknown language "${language}" and is not highlighted`)
    return toCodeBlock(text, language, { className: use, caption: captions[use] })
  }

  /** Links between Markdown files become links between pages. */
  override link({ href, tokens }: Tokens.Link): string {
    const html = this.parser.parseInline(tokens)
    if (!safeAddress.test(href)) return html
    const isPage = !/^[a-z]+:/i.test(href)
    const address = isPage
      ? href.replace(/\.md(?=#|$)/, '.html').replace(/(^|\/)README\.html/, '$1index.html')
      : href
    return `<a href="${escapeHtml(address)}">${html}</a>`
  }

  /** An image that is a paragraph of its own is a figure. */
  override paragraph(token: Tokens.Paragraph): string {
    const [only] = token.tokens
    return token.tokens.length === 1 && only?.type === 'image'
      ? this.parser.parseInline(token.tokens)
      : super.paragraph(token)
  }

  override image({ href, text }: Tokens.Image): string {
    return this.#context.toImage(href, text)
  }

  /** A list whose items all begin with a bold link is shown as cards. */
  override list(token: Tokens.List): string {
    const isCards = !token.ordered && token.items.every(beginsWithBoldLink)
    if (!isCards) return super.list(token)
    return `<ul class="cards">\n${token.items.map((item) => `<li>${this.parser.parseInline(inlineTokens(item))}</li>\n`).join('')}</ul>\n`
  }

  /** A task is ticked on paper. */
  override checkbox(): string {
    return '<span aria-hidden="true">☐</span> '
  }

  /**
   * A wide table scrolls by itself, and by keyboard. One of many columns becomes a list of rows on a phone. Each cell then
   * shows the title of its column. A row that begins with code is an anchor.
   */
  override table({ header, rows }: Tokens.Table): string {
    const isOfRows = header.length > 2 && header.every(({ tokens }) => tokens.length > 0)
    const titles = isOfRows ? header.map(({ tokens }) => ` data-title="${escapeHtml(textOf(tokens))}"`) : []
    const head = header.map((cell) => this.tablecell(cell)).join('')
    const body = rows.map((row) => {
      const cells = row.map((cell, index) =>
        this.tablecell(cell).replace('<td', () => `<td${titles[index] ?? ''}`),
      )
      return `<tr${this.#rowAnchor(row)}>\n${cells.join('')}</tr>\n`
    })
    return `<div class="table${isOfRows ? ' of-rows' : ''}" tabindex="0">
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

  override html({ text, block }: Tokens.HTML | Tokens.Tag): string {
    if (/^\s*(?:<!--[^]*?-->\s*)*$/.test(text)) return ''
    if (this.#context.isOfDocument === true) return this.#withoutTags(text, block)
    this.#context.warn(`HTML is shown as text: ${text.trim()}`)
    return escapeHtml(text)
  }

  /** The words of HTML. Line breaks stay. */
  #withoutTags(html: string, isBlock: boolean): string {
    if (/^<br\s*\/?>$/i.test(html)) return '<br>'
    for (const [, name = ''] of html.matchAll(/<([a-z][\w-]*)/gi)) this.leftOut.add(name.toLowerCase())
    if (!isBlock) return ''
    const words = html
      .replaceAll(/<!--[^]*?(?:-->|$)|<(script|style)\b[^]*?(?:<\/\1\s*>|$)/gi, ' ')
      .replaceAll(/<\/?[a-z][^>]*(?:>|$)/gi, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim()
    return words === '' ? '' : `<p>${escapeHtml(decodeEntities(words))}</p>\n`
  }

  #rowAnchor([first]: readonly Tokens.TableCell[]): string {
    if (first?.tokens.some(({ type }) => type === 'codespan') !== true) return ''
    const id = toHeadingId(textOf(first.tokens))
    if (id === '' || this.#ids.has(id)) return ''
    this.#ids.add(id)
    return ` id="${id}"`
  }
}

function inlineTokens(item: Tokens.ListItem): Token[] {
  return item.tokens.flatMap((token) => ('tokens' in token ? (token.tokens ?? []) : []))
}

function beginsWithBoldLink(item: Tokens.ListItem): boolean {
  const [first] = inlineTokens(item)
  return first?.type === 'link' && (first as Tokens.Link).tokens.every(({ type }) => type === 'strong')
}

/** The ids that the frame uses on every page. */
const frameIds: readonly string[] = ['content', 'site-navigation']

function headingsOf(tokens: readonly Token[]): ReadonlyMap<Token, PageHeading> {
  const usedIds = new Set(frameIds)
  const headings = new Map<Token, PageHeading>()
  for (const token of tokens) {
    if (token.type !== 'heading' || (token.depth !== 2 && token.depth !== 3)) continue
    const text = textOf((token as Tokens.Heading).tokens)
    const name = toHeadingId(text) || 'section'
    let id = name
    for (let count = 2; usedIds.has(id); count += 1) id = `${name}-${count}`
    usedIds.add(id)
    headings.set(token, { id, text, level: token.depth })
  }
  return headings
}

function textOfFirst(tokens: readonly Token[], type: string): string {
  const token = tokens.find((candidate) => candidate.type === type)
  return token === undefined ? '' : textOf([token])
}

function sectionsOf(tokens: readonly Token[], headings: ReadonlyMap<Token, PageHeading>): PageSection[] {
  const sections: { id: string; heading: string; below: Token[] }[] = [{ id: '', heading: '', below: [] }]
  for (const token of tokens) {
    const heading = headings.get(token)
    if (heading !== undefined) sections.push({ id: heading.id, heading: heading.text, below: [] })
    else if (token.type !== 'heading') sections.at(-1)?.below.push(token)
  }
  return sections.map(({ id, heading, below }) => ({
    id,
    heading,
    text: textOf(below),
    passages: below.flatMap(passagesOf),
  }))
}

function passagesOf(token: Token): readonly string[] {
  switch (token.type) {
    case 'list':
      return (token as Tokens.List).items.flatMap(({ tokens }) => toPassages(textOf(tokens)))
    case 'table': {
      const { header, rows } = token as Tokens.Table
      const titles = header.map(({ tokens }) => textOf(tokens))
      return rows.flatMap((row) => toPassages(toRowText(row, titles)))
    }
    default:
      return toPassages(textOf([token]))
  }
}

/** A table row on one line: `8002 · Kind: credit card · Payment: declined`. With two columns, the second has no title. */
function toRowText(row: readonly Tokens.TableCell[], titles: readonly string[]): string {
  return row
    .map(({ tokens }, column) => {
      const text = textOf(tokens)
      const title = column > 0 && titles.length > 2 ? (titles[column] ?? '') : ''
      return text === '' || title === '' ? text : `${title}: ${text}`
    })
    .filter((cell) => cell !== '')
    .join(' · ')
}

function textOf(tokens: readonly Token[]): string {
  return tokens.map(textOfToken).join('').replaceAll(/\s+/g, ' ').trim()
}

function textOfToken(token: Token): string {
  switch (token.type) {
    case 'code':
    case 'html':
    case 'checkbox':
      return ''
    case 'list':
      return (token as Tokens.List).items.map(({ tokens }) => `${textOf(tokens)} `).join('')
    case 'table': {
      const { header, rows } = token as Tokens.Table
      return [header, ...rows]
        .flat()
        .map(({ tokens }) => `${textOf(tokens)} `)
        .join('')
    }
    default:
      if ('tokens' in token && token.tokens !== undefined) {
        const isBlock = token.type === 'paragraph' || token.type === 'blockquote' || token.type === 'heading'
        return token.tokens.map(textOfToken).join('') + (isBlock ? ' ' : '')
      }
      return decodeEntities('text' in token && typeof token.text === 'string' ? token.text : token.raw)
  }
}

/** Characters to escape in HTML. */
function decodeEntities(text: string): string {
  return text.replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (entity) => entities[entity] ?? entity)
}

const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
}
