import MiniSearch, { type AsPlainObject } from 'minisearch'
import type { SearchEntry } from '../../src/options.ts'
import { searchOptions } from '../../src/site/search-options.ts'

/** One result, as it is shown. */
export type FoundPage = Pick<SearchEntry, 'href' | 'kind' | 'title' | 'text'>

declare global {
  /** Left by `assets/search-index.js`. */
  var docsSearchIndex: AsPlainObject | undefined
}

const mostResults = 12

/** Makes the search buttons work, and the key `/`. `site` is the address of the site, with a slash at its end. */
export function installSearch(site: URL): void {
  const dialog = createDialog()
  const input = find(dialog, 'input')
  const status = find(dialog, 'p')
  const list = find(dialog, 'ul')

  const open = (): void => {
    if (dialog.open) return
    dialog.showModal()
    input.select()
    status.textContent = 'Loading …'
    void show()
  }

  const show = async (): Promise<void> => {
    const query = input.value.trim()
    try {
      const search = await loadSearch(new URL('assets/search-index.js', site).href)
      // What has been typed meanwhile is shown by its own call.
      if (query !== input.value.trim()) return
      const found = query === '' ? [] : search(query)
      list.replaceChildren(...found.map((page) => toItem(page, site)))
      status.textContent = toStatus(query, found.length)
    } catch (error) {
      status.textContent = error instanceof Error ? error.message : 'Search failed'
    }
  }

  input.addEventListener('input', () => void show())
  dialog.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.isComposing) {
      // As long as the field holds something it would take the key for itself, to be emptied.
      event.preventDefault()
      dialog.close()
    } else {
      moveByKey(event, input, list)
    }
  })
  dialog.addEventListener('click', (event) => {
    // A click beside the panel is a click on the dialog itself; one on a result leads within this page, perhaps.
    if (event.target === dialog || (event.target instanceof Element && event.target.closest('a')))
      dialog.close()
  })
  for (const button of document.querySelectorAll<HTMLElement>('[data-opens-search]')) {
    button.hidden = false
    button.addEventListener('click', open)
  }
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    event.preventDefault()
    open()
  })
}

function createDialog(): HTMLDialogElement {
  const dialog = document.createElement('dialog')
  dialog.className = 'search-dialog'
  dialog.setAttribute('aria-label', 'Search')
  dialog.innerHTML = `<input type="search" aria-label="Search the docs" placeholder="Operation, error code, word …" autocomplete="off" spellcheck="false">
<p role="status"></p>
<ul aria-label="Results"></ul>`
  document.body.append(dialog)
  return dialog
}

function find<Name extends keyof HTMLElementTagNameMap>(root: Element, name: Name) {
  const element = root.querySelector(name)
  if (element === null) throw new Error(`No ${name}`)
  return element
}

function toItem({ href, kind, title, text }: FoundPage, site: URL): HTMLLIElement {
  const link = document.createElement('a')
  link.href = new URL(href, site).href
  const excerpt = document.createElement('small')
  excerpt.textContent = text === '' ? kind : `${kind} · ${text}`
  link.append(title, excerpt)
  const item = document.createElement('li')
  item.append(link)
  return item
}

function toStatus(query: string, count: number): string {
  if (query === '') return 'Type to search; arrow keys choose, Enter opens.'
  return count === 0 ? `Nothing found for “${query}”.` : `${count} ${count === 1 ? 'result' : 'results'}`
}

/** Arrows go through the results, from the field and back to it; Enter in the field opens the first one. */
function moveByKey(event: KeyboardEvent, input: HTMLInputElement, list: HTMLUListElement): void {
  const stops: readonly HTMLElement[] = [input, ...list.querySelectorAll('a')]
  const at = stops.findIndex((stop) => stop === document.activeElement)
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step !== 0) {
    event.preventDefault()
    stops[(at + step + stops.length) % stops.length]?.focus()
  } else if (event.key === 'Enter' && at === 0) {
    event.preventDefault()
    stops[1]?.click()
  }
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null
}

/** A search over the index, best results first. The index must be loaded. */
export function createSearch(index: AsPlainObject): (query: string) => readonly FoundPage[] {
  const search = MiniSearch.loadJS<SearchEntry>(index, searchOptions)
  return (query) =>
    search
      .search(query)
      .slice(0, mostResults)
      .map(({ id, kind, title, text }) => ({
        href: String(id),
        kind: String(kind),
        title: String(title),
        text: String(text),
      }))
}

let loading: Promise<(query: string) => readonly FoundPage[]> | undefined

/** The search, its index fetched on first use; after a failure the next call tries again. */
function loadSearch(indexUrl: string): Promise<(query: string) => readonly FoundPage[]> {
  loading ??= loadScript(indexUrl).then(
    () => createSearch(loadedIndex()),
    (error: unknown) => {
      loading = undefined
      throw error
    },
  )
  return loading
}

function loadScript(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = url
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => reject(new Error('The search index could not be loaded')))
    document.head.append(script)
  })
}

function loadedIndex() {
  const index = globalThis.docsSearchIndex
  if (index === undefined) throw new Error('The search index is empty')
  return index
}
