import { lexer, parser, type Token, type Tokens } from 'marked'
import { toHeadingIds } from './heading-id.ts'
import type { PageHeading } from './page-layout.ts'
import { PageRenderer, type ToDiagram } from './page-renderer.ts'
import { toPlainText } from './plain-text.ts'

/** The text below one heading, as search finds it; `id` is empty for what stands before the first one. */
export interface PageSection {
  readonly id: string
  readonly heading: string
  readonly text: string
}

/** Markdown as a page shows it and as search finds it. */
export interface RenderedMarkdown {
  /** The first-level heading. */
  readonly title: string
  /** The first paragraph. */
  readonly lead: string
  readonly html: string
  readonly headings: readonly PageHeading[]
  readonly sections: readonly PageSection[]
}

/** Renders a guide or a decision. Second- and third-level headings are anchors, and parts of their own to search. */
export function renderMarkdown(markdown: string, toDiagram: ToDiagram): RenderedMarkdown {
  const tokens = lexer(markdown)
  const headings = headingsOf(tokens)
  const ids = new Map<Token, string>([...headings].map(([token, { id }]) => [token, id]))
  return {
    title: textOfFirst(tokens, 'heading'),
    lead: textOfFirst(tokens, 'paragraph'),
    html: parser(tokens, { renderer: new PageRenderer(toDiagram, ids) }),
    headings: [...headings.values()],
    sections: sectionsOf(tokens, headings),
  }
}

/** For Markdown that has no diagrams. */
export function withoutDiagrams(address: string): never {
  throw new Error(`No diagram is expected here, but ${address} is named`)
}

function headingsOf(tokens: readonly Token[]): ReadonlyMap<Token, PageHeading> {
  const headings = tokens.filter(
    (token): token is Tokens.Heading & { depth: 2 | 3 } =>
      token.type === 'heading' && (token.depth === 2 || token.depth === 3),
  )
  const texts = headings.map((heading) => toPlainText(heading.tokens))
  const ids = toHeadingIds(texts)
  return new Map(
    headings.map((heading, index) => [
      heading,
      { id: ids[index] ?? '', text: texts[index] ?? '', level: heading.depth },
    ]),
  )
}

function textOfFirst(tokens: readonly Token[], type: string): string {
  const token = tokens.find((candidate) => candidate.type === type)
  return token === undefined ? '' : toPlainText([token])
}

function sectionsOf(tokens: readonly Token[], headings: ReadonlyMap<Token, PageHeading>): PageSection[] {
  const sections: { id: string; heading: string; below: Token[] }[] = [{ id: '', heading: '', below: [] }]
  for (const token of tokens) {
    const heading = headings.get(token)
    if (heading !== undefined) sections.push({ id: heading.id, heading: heading.text, below: [] })
    else if (token.type !== 'heading') sections.at(-1)?.below.push(token)
  }
  return sections.map(({ id, heading, below }) => ({ id, heading, text: toPlainText(below) }))
}
