import { createSearch, type FoundPage, type Search, type SearchIndex } from '../../src/site/search-pages.ts'

declare global {
  /** Set by `assets/search-index.js`. */
  var docsSearchIndex: SearchIndex | undefined
}

/** Activates the search buttons and the `/` key. `site` is the URL of the site, with a trailing slash. */
export function installSearch(site: URL): void {
  const dialog = createDialog()
  const input = find(dialog, 'input')
  const status = find(dialog, 'p')
  const list = find(dialog, 'ul')
  const filter = find(dialog, 'fieldset')

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
      const { search, parts } = await loadSearch(new URL('assets/search-index.js', site).href)
      fillFilter(filter, parts)
      // Newer input is handled by its own call.
      if (query !== input.value.trim()) return
      const found = query === '' ? [] : search(query, readFilter(filter))
      list.replaceChildren(...found.map((page) => toItem(page, site)))
      status.textContent = toStatus(query, found.length)
    } catch (error) {
      status.textContent = error instanceof Error ? error.message : 'Search failed'
    }
  }

  input.addEventListener('input', () => void show())
  filter.addEventListener('change', () => void show())
  dialog.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.isComposing) {
      // Otherwise Escape would only clear a nonempty field.
      event.preventDefault()
      dialog.close()
    } else {
      moveByKey(event, input, list)
    }
  })
  dialog.addEventListener('click', (event) => {
    // A click outside the panel targets the dialog. A result may link to a section of this page.
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
<fieldset hidden><legend>Search in</legend></fieldset>
<p role="status"></p>
<ul aria-label="Results"></ul>`
  document.body.append(dialog)
  return dialog
}

/** Adds a button for each part, and one for all. A site with one part needs no filter. */
function fillFilter(filter: HTMLFieldSetElement, parts: readonly string[]): void {
  if (parts.length < 2 || !filter.hidden) return
  filter.hidden = false
  for (const [index, name] of ['Everything', ...parts].entries()) {
    const choice = document.createElement('input')
    choice.type = 'radio'
    choice.name = 'search-part'
    choice.value = index === 0 ? '' : String(index - 1)
    choice.checked = index === 0
    const label = document.createElement('label')
    label.append(choice, name)
    filter.append(label)
  }
}

/** Returns the index of the selected part; undefined for all parts. */
function readFilter(filter: HTMLFieldSetElement): number | undefined {
  const value = filter.querySelector<HTMLInputElement>('input:checked')?.value ?? ''
  return value === '' ? undefined : Number(value)
}

function find<Name extends keyof HTMLElementTagNameMap>(root: Element, name: Name) {
  const element = root.querySelector(name)
  if (element === null) throw new Error(`No ${name}`)
  return element
}

function toItem({ href, kind, title, page, text }: FoundPage, site: URL): HTMLLIElement {
  const link = document.createElement('a')
  link.href = new URL(href, site).href
  const excerpt = document.createElement('small')
  excerpt.textContent = text === '' ? kind : `${kind} · ${text}`
  link.append(page === undefined ? title : `${page}: ${title}`, excerpt)
  const item = document.createElement('li')
  item.append(link)
  return item
}

function toStatus(query: string, count: number): string {
  if (query === '') return 'Type to search; arrow keys choose, Enter opens.'
  return count === 0 ? `Nothing found for “${query}”.` : `${count} ${count === 1 ? 'result' : 'results'}`
}

/** Moves the focus between the field and the results with the arrow keys. Enter in the field opens the first result. */
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

interface LoadedSearch {
  readonly search: Search
  readonly parts: readonly string[]
}

let loading: Promise<LoadedSearch> | undefined

/** Returns the search. Loads the index on first use, and again after a failure. */
function loadSearch(indexUrl: string): Promise<LoadedSearch> {
  loading ??= loadScript(indexUrl).then(
    () => {
      const index = loadedIndex()
      return { search: createSearch(index), parts: index.parts }
    },
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

function loadedIndex(): SearchIndex {
  const index = globalThis.docsSearchIndex
  if (index === undefined) throw new Error('The search index is empty')
  return index
}
