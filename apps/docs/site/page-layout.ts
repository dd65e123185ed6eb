import { escapeHtml } from './escape-html.ts'
import { toPageHead } from './page-head.ts'
import { toRelativeLink } from './relative-link.ts'
import { toSiteHeader } from './site-header.ts'
import { siteMap, sitePages } from './site-map.ts'

/** A heading that the table of contents lists. */
export interface PageHeading {
  readonly id: string
  readonly text: string
  readonly level: 2 | 3
}

/** A page without what all pages share. */
export interface PageContent {
  /** Relative to the site: `guides/errors.html`. */
  readonly path: string
  readonly title: string
  /** One sentence for search engines and link previews. */
  readonly description: string
  /** HTML, its `h1` included. */
  readonly body: string
  /** For the table of contents; with fewer than two there is none. */
  readonly headings: readonly PageHeading[]
  /** The page of the navigation that this one belongs to; itself by default. */
  readonly section?: string
  /** Tables that use the whole width. */
  readonly isWide?: boolean
}

/** The page as one HTML document: skip link, header, navigation, content, table of contents, next and previous page. */
export function toPage(content: PageContent): string {
  const { path, title, description, body, headings, isWide = false } = content
  const hasContents = headings.length > 1
  return `<!doctype html>
<html lang="en">
${toPageHead(path, title, description)}
<body>
<a class="skip-link" href="#content">Skip to the content</a>
${toSiteHeader(path, { hasMenu: true })}
<div class="page${isWide ? ' wide' : ''}${hasContents ? '' : ' without-contents'}">
${toNavigation(content.section ?? path, path)}
${hasContents ? toContents(headings) : ''}
<main id="content" tabindex="-1">
${body}
${toNeighbours(path)}
</main>
</div>
</body>
</html>
`
}

function toNavigation(section: string, page: string): string {
  const groups = siteMap.map(
    ({ title, pages }) => `<h2>${title}</h2>
<ul>
${pages
  .map(
    ({ path, label }) =>
      `<li><a href="${toRelativeLink(page, path)}"${path === section ? ' aria-current="page"' : ''}>${label}</a></li>`,
  )
  .join('\n')}
</ul>`,
  )
  return `<nav id="site-navigation" class="site-navigation" aria-label="Pages" popover>
${groups.join('\n')}
</nav>`
}

function toContents(headings: readonly PageHeading[]): string {
  return `<nav class="contents" aria-label="On this page">
<details open>
<summary>On this page</summary>
<ul>
${headings.map(({ id, text, level }) => `<li class="level-${level}"><a href="#${id}">${escapeHtml(text)}</a></li>`).join('\n')}
</ul>
</details>
</nav>`
}

/** Links to the pages before and after this one; none on pages that the navigation does not list. */
function toNeighbours(page: string): string {
  const index = sitePages.findIndex(({ path }) => path === page)
  if (index < 0) return ''
  const link = (offset: number, rel: string, arrow: (label: string) => string) => {
    const neighbour = sitePages[index + offset]
    return neighbour === undefined
      ? ''
      : `<a rel="${rel}" href="${toRelativeLink(page, neighbour.path)}">${arrow(neighbour.label)}</a>`
  }
  return `<nav class="neighbours" aria-label="Neighbouring pages">
${link(-1, 'prev', (label) => `← ${label}`)}
${link(1, 'next', (label) => `${label} →`)}
</nav>`
}
