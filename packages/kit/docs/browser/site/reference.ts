/** The menu of examples, whose label hides the example that it shows, and the button that clears the search field. */
const menu = '[aria-label="Example"]'
const clear = '[data-testid="search-dialog"] button[tabindex="-1"]'

/**
 * Names the two buttons of Redoc that a screen reader cannot name, or names as something else than they show (WCAG 4.1.2,
 * 2.5.3). Redoc has no option for it. It makes them when they are needed, so its changes are watched.
 */
export function nameReferenceButtons(): void {
  if (document.getElementById('redoc') === null) return
  nameButtons()
  new MutationObserver(nameButtons).observe(document.body, { childList: true, subtree: true })
}

function nameButtons(): void {
  for (const element of document.querySelectorAll(menu)) element.removeAttribute('aria-label')
  for (const element of document.querySelectorAll(clear)) element.setAttribute('aria-label', 'Clear')
}
