import { installCodeTabs } from './code-tabs.ts'
import { installCopyButtons } from './copy.ts'

/** The menu of examples, whose label hides the example that it shows. */
const menu = '[aria-label="Example"]'

/** The part of an operation that shows its request, and the method in the head of it. The path stands beside the method. */
const requestPanel = '.panel-request-samples'
const requestMethod = '[data-component-name="Panel/PanelHeader"] [data-component-name="Tag/Tag"]'

const tableBox = '.md-table-wrapper:not([tabindex])'

/** The title of the page. Its row is the first part of a section, which the row of actions follows. */
const pageTitle = '#redoc [data-section-id] > div > div > h1'

declare global {
  /** The viewer of the references. */
  var Redoc: { hydrate(definition: unknown, options: unknown, place: HTMLElement): void } | undefined
}

/** The row below the title of the page. */
const actions = document.querySelector('#content > .page-actions')

/** Starts the viewer of a reference, and adapts it to the site where it has no option for that. */
export function adaptReference(fillIn: (text: string) => string): void {
  const place = document.getElementById('redoc')
  if (place === null) return
  // The script of the viewer runs after this one.
  document.addEventListener('DOMContentLoaded', () => {
    const text = document.getElementById('redoc-data')?.textContent ?? '{}'
    const { definition, options } = JSON.parse(fillIn(text)) as Record<string, unknown>
    globalThis.Redoc?.hydrate(definition, options, place)
  })
  adapt()
  // Redoc makes its parts when they are needed, so its changes are watched.
  const observer = new MutationObserver(() => {
    adapt()
    placeActions()
  })
  observer.observe(document.body, { childList: true, subtree: true })
  addEventListener('keydown', openOneSearch, { capture: true })
}

function adapt(): void {
  // A screen reader names the menu as it is shown (WCAG 2.5.3).
  for (const element of document.querySelectorAll(menu)) element.removeAttribute('aria-label')
  for (const panel of document.querySelectorAll(requestPanel)) addSamples(panel)
  // A table may be wider than a phone: a keyboard scrolls its box (WCAG 2.2, 2.1.1).
  for (const box of document.querySelectorAll<HTMLElement>(tableBox)) box.tabIndex = 0
}

/** Puts the row of actions below the title. Redoc has made it by then: it takes over its own HTML alone. */
function placeActions(): void {
  const title = document.querySelector(pageTitle)?.parentElement?.parentElement
  if (actions !== null && title?.nextElementSibling !== actions) title?.after(actions)
}

/** Puts the samples of an operation into its panel. Redoc itself shows the languages that it knows, in a menu. */
function addSamples(panel: Element): void {
  const method = panel.querySelector(requestMethod)
  const request = `${method?.textContent} ${method?.nextElementSibling?.textContent}`
  const shown = panel.querySelector<HTMLElement>(':scope > .code-tabs')
  if (shown?.dataset['request'] === request) return
  shown?.remove()
  const template = document.querySelector<HTMLTemplateElement>(
    `template[data-samples="${CSS.escape(request)}"]`,
  )
  const samples = template?.content.cloneNode(true)
  if (!(samples instanceof DocumentFragment)) return
  samples.querySelector<HTMLElement>('.code-tabs')?.setAttribute('data-request', request)
  installCodeTabs(samples)
  installCopyButtons(samples, String)
  panel.firstElementChild?.after(samples)
}

/** The key of Redoc's own search, which knows one document alone, opens that of the site. */
function openOneSearch(event: KeyboardEvent): void {
  if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.stopImmediatePropagation()
  document.querySelector<HTMLElement>('[data-opens-search]')?.click()
}
