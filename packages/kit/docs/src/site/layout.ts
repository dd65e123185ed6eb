import type { PageHeading } from './markdown.ts'
import { listParts, type NavigationSection } from './navigation.ts'
import { escapeHtml, toRelativeLink } from './text.ts'

/** Data that all pages of a site share. */
export interface SiteFrame {
  readonly title: string
  readonly navigation: readonly NavigationSection[]
  readonly headerLinks: readonly { readonly path: string; readonly label: string }[]
  /** The suffix of an asset's URL for caching: a hash of its content. */
  readonly assetVersion: (name: string) => string
}

/** The data of a single page. */
export interface PageContent {
  /** Relative to the site: `guides/errors.html`. */
  readonly path: string
  readonly title: string
  /** One sentence for search engines and link previews. */
  readonly description: string
  /** HTML, including the `h1`. */
  readonly body: string
  /** The entries of the table of contents, which is shown for two or more. */
  readonly headings: readonly PageHeading[]
  /** The navigation entry to highlight. Default: the page itself. */
  readonly parent?: string | undefined
  /** Whether tables use the whole width. */
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
${toHeader(frame, path)}
<div class="page${isWide ? ' wide' : ''}${hasContents ? '' : ' without-contents'}">
${toNavigationList(frame, content.parent ?? path, path)}
${hasContents ? toContents(headings) : ''}
<main id="content" tabindex="-1">
${withPageActions(body, path)}
${toNeighbors(frame, path)}
</main>
</div>
</body>
</html>
`
}

/**
 * A page without navigation beside its content: the menu button opens it, on a screen of any width. `menu` is HTML at the top of the
 * navigation: parts of the page itself.
 */
export function toFramedBody(frame: SiteFrame, path: string, content: string, menu = ''): string {
  return `${toHeader(frame, path, { hasDrawer: true })}
${toNavigationList(frame, path, path, menu)}
${content}`
}

/** The page that a server sends with status 404. */
export function toNotFoundPage(frame: SiteFrame): string {
  const path = '404.html'
  const title = 'Page not found'
  return `<!doctype html>
<html lang="en">
<head>
${toHead(frame, path, { title, description: 'No page has this address.', style: 'site.css', hasTwin: false })}
<meta name="robots" content="noindex">
</head>
<body>
${toFramedBody(
  frame,
  path,
  `<main id="content" class="single" tabindex="-1">
<h1>${title}</h1>
<p>No page has this address. It may have moved, or the link to it is wrong.</p>
<p><button type="button" data-opens-search hidden>Search the docs</button></p>
<ul>
${frame.headerLinks.map((link) => `<li><a href="${toRelativeLink(path, link.path)}">${escapeHtml(link.label)}</a></li>`).join('\n')}
<li><a href="index.html">${escapeHtml(frame.title)}</a></li>
</ul>
</main>`,
)}
</body>
</html>
`
}

/** The empty frame of the site, `frame.html`. Pages built elsewhere replace its two comments. */
export function toEmptyFrame(frame: SiteFrame): string {
  const path = 'frame.html'
  return `<!doctype html>
<html lang="en">
<head>
${toHead(frame, path, { title: frame.title, description: '', style: 'frame.css', hasTwin: false })}
<!-- head -->
</head>
<body>
${toFramedBody(frame, path, '<div id="content" tabindex="-1">\n<!-- content -->\n</div>')}
</body>
</html>
`
}

/** The data in the head of a page. */
export interface PageHead {
  readonly title: string
  readonly description: string
  readonly style: 'site.css' | 'frame.css' | 'reference.css'
  /** Whether the page has a Markdown file. Default: true. */
  readonly hasTwin?: boolean
}

/** The head of any page. It loads only files of the site. */
export function toHead(frame: SiteFrame, path: string, head: PageHead): string {
  const { title, description, style, hasTwin = true } = head
  const name = title === frame.title ? title : `${title} · ${frame.title}`
  const twin = `<link rel="alternate" type="text/markdown" href="${toRelativeLink(path, toTwinPath(path))}">\n`
  return `<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(name)}</title>
<meta name="description" content="${escapeHtml(description)}">
${hasTwin ? twin : ''}<script>${earlyScript}</script>
<link rel="icon" href="${toAsset(frame, path, 'icon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${toAsset(frame, path, style)}">
<script src="${toRelativeLink(path, serverScriptPath)}" defer></script>
<script src="${toAsset(frame, path, 'site.js')}" defer></script>`
}

/** The script with settings from the server. The built file is empty: a server replaces it. */
export const serverScriptPath = 'assets/server.js'

/** The URL of an asset. It changes with the content. */
export function toAsset({ assetVersion }: SiteFrame, path: string, name: string): string {
  return `${toRelativeLink(path, `assets/${name}`)}?v=${assetVersion(name)}`
}

/** The Markdown beside a page: `guides/errors.md`. */
export function toTwinPath(page: string): string {
  return page.replace(/\.html$/, '.md')
}

/** The row of actions below the title of a page. */
function withPageActions(body: string, path: string): string {
  return body.replace('</h1>', (end) => `${end}\n${toPageActions(path)}`)
}

/** The downloads of a page: its Markdown, and the files in `downloads`. */
export function toPageActions(
  path: string,
  downloads: readonly { readonly path: string; readonly label: string }[] = [],
): string {
  const twin = toRelativeLink(path, toTwinPath(path))
  const links = downloads.map(
    (file) => `<a href="${toRelativeLink(path, file.path)}" download>${escapeHtml(file.label)}</a>`,
  )
  return `<div class="page-actions">
<button type="button" data-copies-page="${twin}" hidden>Copy page as Markdown</button>
<a href="${twin}">View as Markdown</a>
${links.join('\n')}
</div>`
}

// Before the first paint, so that a remembered theme does not flash, and tabs stand where they stay. Redoc keeps its theme
// under a key of its own.
const earlyScript = `document.documentElement.classList.add("has-script");try{var t=localStorage.getItem("docs.theme");if(t==="light"||t==="dark"){document.documentElement.dataset.theme=t;localStorage.setItem("redoc.colorMode",t)}else localStorage.removeItem("redoc.colorMode")}catch(e){}`

const menuIcon =
  '<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d="M1 3h14M1 8h14M1 13h14" stroke="currentColor" stroke-width="1.5"/></svg>'

const themeIcon =
  '<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" stroke-width="1.5"/><path d="M8 2a6 6 0 0 1 0 12z" fill="currentColor"/></svg>'

/**
 * The bar on top of every page: skip link, menu button, home link, search, theme. Search and theme need the
 * site's script and stay hidden without it. The menu button unfolds the navigation, on a narrow screen or, as a drawer, on any.
 */
function toHeader(frame: SiteFrame, path: string, { hasDrawer = false } = {}): string {
  const links = frame.headerLinks.map(
    (link) =>
      `<a href="${toRelativeLink(path, link.path)}"${link.path === path ? ' aria-current="page"' : ''}>${escapeHtml(link.label)}</a>`,
  )
  return `<a class="skip-link" href="#content">Skip to the content</a>
<header class="site-header${hasDrawer ? ' with-drawer' : ''}">
<button type="button" class="icon-button menu-button" popovertarget="site-navigation" aria-label="Menu">${menuIcon}</button>
<a class="site-name" href="${toRelativeLink(path, 'index.html')}"><img src="${toAsset(frame, path, 'icon.svg')}" alt="" width="20" height="20">${escapeHtml(frame.title)}</a>
<nav class="site-links" aria-label="Main">
${links.join('\n')}
</nav>
<button type="button" class="search-button" data-opens-search hidden>Search <kbd>/</kbd></button>
<button type="button" class="icon-button" data-switches-theme hidden aria-label="Dark theme" aria-pressed="false">${themeIcon}</button>
</header>`
}

function toNavigationList({ navigation }: SiteFrame, current: string, page: string, menu = ''): string {
  const toGroup = ({
    title,
    part,
    pages,
  }: NavigationSection): string => `${title === part ? '' : `<h2>${escapeHtml(title)}</h2>\n`}<ul>
${pages
  .map(
    ({ path, label }) =>
      `<li><a href="${toRelativeLink(page, path)}"${path === current ? ' aria-current="page"' : ''}>${escapeHtml(label)}</a></li>`,
  )
  .join('\n')}
</ul>`
  const parts = listParts(navigation).map((part, index) => {
    const groups = navigation.filter((group) => group.part === part)
    const html = groups.map(toGroup).join('\n')
    if (index === 0) return html
    const isOpen = groups.some(({ pages }) => pages.some(({ path }) => path === current))
    return `<details${isOpen ? ' open' : ''}>
<summary>${escapeHtml(part)}</summary>
${html}
</details>`
  })
  return `<nav id="site-navigation" class="site-navigation" aria-label="Pages" popover>
${menu}${parts.join('\n')}
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

/** Links to the pages before and after this one in its part; none on pages that the navigation does not list. */
function toNeighbors({ navigation }: SiteFrame, page: string): string {
  const part = navigation.find(({ pages }) => pages.some(({ path }) => path === page))?.part
  const pages = navigation.filter((group) => group.part === part).flatMap((group) => group.pages)
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
