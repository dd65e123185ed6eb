const key = 'docs.language'

/** The language selected on this page, for browsers without storage. */
let chosen: string | undefined

/** Activates the tabs within `root`. They show the language last selected on any page. */
export function installCodeTabs(root: ParentNode = document): void {
  const language = recall()
  // The try-it page reads its initial language from here, since its script stores nothing.
  if (language !== undefined) document.documentElement.dataset['language'] = language
  for (const group of root.querySelectorAll<HTMLElement>('.code-tabs')) {
    for (const [index, tab] of tabsOf(group).entries()) {
      tab.addEventListener('click', () => choose(tab))
      tab.addEventListener('keydown', (event) => move(event, tabsOf(group), index))
    }
    if (language !== undefined) show(group, language)
  }
}

function tabsOf(group: Element): readonly HTMLElement[] {
  return Array.from(group.querySelectorAll<HTMLElement>('[role=tab]'))
}

/** Selects the language of a tab in every group of the page, and keeps the tab at its position on the screen. */
function choose(tab: HTMLElement): void {
  const language = tab.textContent
  const { top } = tab.getBoundingClientRect()
  for (const group of document.querySelectorAll('.code-tabs')) show(group, language)
  scrollBy({ top: tab.getBoundingClientRect().top - top, behavior: 'instant' })
  remember(language)
}

/** Shows a language in a group. A group without the language remains unchanged. */
function show(group: Element, language: string): void {
  const tabs = tabsOf(group)
  if (!tabs.some((tab) => tab.textContent === language)) return
  for (const tab of tabs) {
    const isSelected = tab.textContent === language
    tab.setAttribute('aria-selected', String(isSelected))
    tab.tabIndex = isSelected ? 0 : -1
    const panel = group.querySelector<HTMLElement>(`#${tab.getAttribute('aria-controls')}`)
    if (panel !== null) panel.hidden = !isSelected
  }
}

/** Selects and focuses a tab with the left and right arrow keys, Home and End. */
function move(event: KeyboardEvent, tabs: readonly HTMLElement[], index: number): void {
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return
  const target: Readonly<Record<string, number>> = {
    ArrowLeft: index - 1,
    ArrowRight: (index + 1) % tabs.length,
    Home: 0,
    End: -1,
  }
  const next = tabs.at(target[event.key] ?? index)
  if (target[event.key] === undefined || next === undefined) return
  event.preventDefault()
  next.focus()
  choose(next)
}

function recall(): string | undefined {
  try {
    return localStorage.getItem(key) ?? chosen
  } catch {
    return chosen
  }
}

/** Without storage, the choice is lost on the next page. */
function remember(language: string): void {
  chosen = language
  try {
    localStorage.setItem(key, language)
  } catch {
    // Storage is unavailable.
  }
}
