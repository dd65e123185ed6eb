import type { PageHeading } from './markdown.ts'
import type { NavigationSection } from './navigation.ts'
import { escapeHtml, toRelativeLink } from './text.ts'

/** What all pages of a site share. */
export interface SiteFrame {
  readonly title: string
  readonly navigation: readonly NavigationSection[]
  readonly headerLinks: readonly { readonly path: string; readonly label: string }[]
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
  readonly parent?: string | undefined
  /** Tables that use the whole width. */
  readonly isWide?: boolean | undefined
}

/** A whole page: header, navigation, content, table of contents, links to its neighbors. */
export function toPage(frame: SiteFrame, content: PageContent): string {
  const { path, title, description, body, headings, isWide = false } = content
  const hasContents = headings.length > 1
  return `<!doctype html>
<html lang="en">
<head>
${toHead(frame, path, { title, description, style: 'site.css' })}
</head>
<body>
<a class="skip-link" href="#content">Skip to the content</a>
${toHeader(frame, path, { hasMenu: true })}
<div class="page${isWide ? ' wide' : ''}${hasContents ? '' : ' without-contents'}">
${toNavigationList(frame, content.parent ?? path, path)}
${hasContents ? toContents(headings) : ''}
<main id="content" tabindex="-1">
${body}
${toNeighbors(frame, path)}
</main>
</div>
</body>
</html>
`
}

/** What the head of a page names. */
export interface PageHead {
  readonly title: string
  readonly description: string
  readonly style: 'site.css' | 'reference.css'
}

/** The head of any page. All that it loads is of the site itself. */
export function toHead(frame: SiteFrame, path: string, { title, description, style }: PageHead): string {
  const asset = (name: string) => toRelativeLink(path, `assets/${name}`)
  const name = title === frame.title ? title : `${title} · ${frame.title}`
  return `<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(name)}</title>
<meta name="description" content="${escapeHtml(description)}">
<link rel="alternate" type="text/markdown" href="${toRelativeLink(path, toTwinPath(path))}">
<script>${themeScript}</script>
<link rel="icon" href="${asset('icon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${asset(style)}">
<script src="${asset('site.js')}" defer></script>`
}

/** The Markdown beside a page: `guides/errors.md`. */
export function toTwinPath(page: string): string {
  return page.replace(/\.html$/, '.md')
}

// Before the first paint, so that a remembered theme does not flash. Redoc keeps its theme under a key of its own.
const themeScript = `try{var t=localStorage.getItem("docs.theme");if(t==="light"||t==="dark"){document.documentElement.dataset.theme=t;localStorage.setItem("redoc.colorMode",t)}else localStorage.removeItem("redoc.colorMode")}catch(e){}`

const menuIcon =
  '<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d="M1 3h14M1 8h14M1 13h14" stroke="currentColor" stroke-width="1.5"/></svg>'

const themeIcon =
  '<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" stroke-width="1.5"/><path d="M8 2a6 6 0 0 1 0 12z" fill="currentColor"/></svg>'

/**
 * The bar on top of every page: the way home, search, theme. Search and theme need the site's script and stay hidden
 * without it; `hasMenu` adds the button that unfolds the navigation on a narrow screen.
 */
export function toHeader(frame: SiteFrame, path: string, { hasMenu }: { readonly hasMenu: boolean }): string {
  const links = frame.headerLinks.map(
    (link) =>
      `<a href="${toRelativeLink(path, link.path)}"${link.path === path ? ' aria-current="page"' : ''}>${escapeHtml(link.label)}</a>`,
  )
  return `<header class="site-header">
${hasMenu ? `<button type="button" class="icon-button menu-button" popovertarget="site-navigation" aria-label="Menu">${menuIcon}</button>` : ''}
<a class="site-name" href="${toRelativeLink(path, 'index.html')}">${escapeHtml(frame.title)}</a>
<nav class="site-links" aria-label="Main">
${links.join('\n')}
</nav>
<button type="button" class="search-button" data-opens-search hidden>Search <kbd>/</kbd></button>
<button type="button" class="icon-button" data-switches-theme hidden aria-label="Dark theme" aria-pressed="false">${themeIcon}</button>
</header>`
}

function toNavigationList({ navigation }: SiteFrame, current: string, page: string): string {
  const groups = navigation.map(
    ({ title, pages }) => `<h2>${escapeHtml(title)}</h2>
<ul>
${pages
  .map(
    ({ path, label }) =>
      `<li><a href="${toRelativeLink(page, path)}"${path === current ? ' aria-current="page"' : ''}>${escapeHtml(label)}</a></li>`,
  )
  .join('\n')}
</ul>`,
  )
  return `<nav id="site-navigation" class="site-navigation" aria-label="Pages" popover>
${groups.join('\n')}
</nav>`
}

function toContents(headings: readonly PageHeading[]): string {
  const items = headings.map(
    ({ id, text, level }) => `<li class="level-${level}"><a href="#${id}">${escapeHtml(text)}</a></li>`,
  )
  return `<nav class="contents" aria-label="On this page">
<details open>
<summary>On this page</summary>
<ul>
${items.join('\n')}
</ul>
</details>
</nav>`
}

/** Links to the pages before and after this one; none on pages that the navigation does not list. */
function toNeighbors({ navigation }: SiteFrame, page: string): string {
  const pages = navigation.flatMap((section) => section.pages)
  const index = pages.findIndex(({ path }) => path === page)
  if (index < 0 || pages.length < 2) return ''
  const link = (offset: number, rel: string, toLabel: (label: string) => string) => {
    const neighbor = pages[index + offset]
    return neighbor === undefined
      ? ''
      : `<a rel="${rel}" href="${toRelativeLink(page, neighbor.path)}">${escapeHtml(toLabel(neighbor.label))}</a>`
  }
  return `<nav class="neighbors" aria-label="Neighboring pages">
${link(-1, 'prev', (label) => `← ${label}`)}
${link(1, 'next', (label) => `${label} →`)}
</nav>`
}
