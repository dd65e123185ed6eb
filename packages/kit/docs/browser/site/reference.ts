/** The menu of examples, whose label hides the example that it shows. */
const menu = '[aria-label="Example"]'

/** Adapts the reference, a page of Redoc, to the site, where Redoc has no option for it. */
export function adaptReference(): void {
  if (document.getElementById('redoc') === null) return
  nameMenus()
  // Redoc makes its parts when they are needed, so its changes are watched.
  new MutationObserver(nameMenus).observe(document.body, { childList: true, subtree: true })
  addEventListener('keydown', openOneSearch, { capture: true })
}

/** A screen reader names the menu as it is shown (WCAG 2.5.3). */
function nameMenus(): void {
  for (const element of document.querySelectorAll(menu)) element.removeAttribute('aria-label')
}

/** The key of Redoc's own search, which knows one document alone, opens that of the site. */
function openOneSearch(event: KeyboardEvent): void {
  if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.stopImmediatePropagation()
  document.querySelector<HTMLElement>('[data-opens-search]')?.click()
}
