import type { SearchDocument } from '../search/search-options.ts'
import type { PageContent } from '../site/page-layout.ts'
import type { RenderedMarkdown } from '../site/render-markdown.ts'

/** A page and what search finds of it. */
export interface SitePageSource {
  readonly content: PageContent
  readonly documents: readonly SearchDocument[]
}

/** A page of Markdown: each of its sections is found by itself, under the title of the page. */
export function toMarkdownPage(
  { title, lead, html, headings, sections }: RenderedMarkdown,
  place: { readonly path: string; readonly kind: string; readonly section?: string },
): SitePageSource {
  const { path, kind, ...rest } = place
  return {
    content: { path, title, description: lead, body: html, headings, ...rest },
    documents: sections.map(({ id, heading, text }) => ({
      href: id === '' ? path : `${path}#${id}`,
      kind,
      title: heading === '' ? title : `${title}: ${heading}`,
      keywords: '',
      text,
    })),
  }
}
