import { toRelativeLink } from './relative-link.ts'

const menuIcon =
  '<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d="M1 3h14M1 8h14M1 13h14" stroke="currentColor" stroke-width="1.5"/></svg>'

const themeIcon =
  '<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" stroke-width="1.5"/><path d="M8 2a6 6 0 0 1 0 12z" fill="currentColor"/></svg>'

/**
 * The bar on top of every page: the way home, search, theme. `page` is the page's own path, for relative links.
 * Search and theme need the site's script and stay hidden without it; `hasMenu` adds the button that unfolds the
 * navigation on a narrow screen.
 */
export function toSiteHeader(page: string, { hasMenu }: { readonly hasMenu: boolean }): string {
  const link = (target: string, label: string) =>
    `<a href="${toRelativeLink(page, target)}"${target === page ? ' aria-current="page"' : ''}>${label}</a>`
  return `<header class="site-header">
${hasMenu ? `<button type="button" class="icon-button menu-button" popovertarget="site-navigation" aria-label="Menu">${menuIcon}</button>` : ''}
<a class="site-name" href="${toRelativeLink(page, 'index.html')}">Gift Card Partner API</a>
<nav class="site-links" aria-label="Main">
${link('guides/quickstart.html', 'Quickstart')}
${link('reference.html', 'Reference')}
${link('try.html', 'Try it')}
</nav>
<button type="button" class="search-button" data-opens-search hidden>Search <kbd>/</kbd></button>
<button type="button" class="icon-button" data-switches-theme hidden aria-label="Dark theme" aria-pressed="false">${themeIcon}</button>
</header>`
}
