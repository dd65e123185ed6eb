import { installCodeTabs } from './code-tabs.ts'
import { installCopyButtons } from './copy.ts'

/** The menu of examples. Its label hides the displayed example. */
const menu = '[aria-label="Example"]'

/** The request panel of an operation, and the method in its header. The path is next to the method. */
const requestPanel = '.panel-request-samples'
const requestMethod = '[data-component-name="Panel/PanelHeader"] [data-component-name="Tag/Tag"]'

const tableBox = '.md-table-wrapper:not([tabindex])'

/** The page title, in the first row of a section. The page actions follow that row. */
const pageTitle = '#redoc [data-section-id] > div > div > h1'

declare global {
  /** The reference viewer. */
  var Redoc: { hydrate(definition: unknown, options: unknown, place: HTMLElement): void } | undefined
}

/** The page actions, a row below the page title. */
const actions = document.querySelector('#content > .page-actions')

/** Starts the reference viewer, and makes the adaptations for which it has no options. */
export function adaptReference(fillIn: (text: string) => string): void {
  const place = document.getElementById('redoc')
  if (place === null) return
  // The viewer's script runs after this one.
  document.addEventListener('DOMContentLoaded', () => {
    const text = document.getElementById('redoc-data')?.textContent ?? '{}'
    const { definition, options } = JSON.parse(fillIn(text)) as Record<string, unknown>
    globalThis.Redoc?.hydrate(definition, options, place)
  })
  adapt()
  // Redoc renders its parts on demand, so its changes are observed.
  const observer = new MutationObserver(() => {
    adapt()
    placeActions()
  })
  observer.observe(document.body, { childList: true, subtree: true })
  addEventListener('keydown', openOneSearch, { capture: true })
}

function adapt(): void {
  // The accessible name of the menu must contain its visible text (WCAG 2.5.3).
  for (const element of document.querySelectorAll(menu)) element.removeAttribute('aria-label')
  for (const panel of document.querySelectorAll(requestPanel)) addSamples(panel)
  // A table may be wider than a phone, so its container must be scrollable by keyboard (WCAG 2.2, 2.1.1).
  for (const box of document.querySelectorAll<HTMLElement>(tableBox)) box.tabIndex = 0
}

/** Moves the page actions below the title. This runs after hydration, because Redoc hydrates only its own HTML. */
function placeActions(): void {
  const title = document.querySelector(pageTitle)?.parentElement?.parentElement
  if (actions !== null && title?.nextElementSibling !== actions) title?.after(actions)
}

/** Adds the samples of an operation to its panel. Redoc would only show the languages that it supports, in a menu. */
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

/** Opens the site search with the shortcut of Redoc's search, which covers only one document. */
function openOneSearch(event: KeyboardEvent): void {
  if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.stopImmediatePropagation()
  document.querySelector<HTMLElement>('[data-opens-search]')?.click()
}
