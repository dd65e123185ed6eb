import { nameReferenceButtons } from './reference.ts'
import { installSearch } from './search.ts'
import { installTheme } from './theme.ts'

/** The script of every page. It is in `assets/`, one folder below the site. */
const script = document.currentScript
if (!(script instanceof HTMLScriptElement)) throw new Error('This script must be a classic one')

installTheme()
installSearch(new URL('../', script.src))
installCopyButtons()
installCurrentHeading()
nameReferenceButtons()

/** Makes the copy buttons of code blocks work, where the browser lets a page write to the clipboard. */
function installCopyButtons(): void {
  if (!('clipboard' in navigator)) return
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copies]')) {
    button.hidden = false
    button.addEventListener('click', () => void copy(button))
  }
}

async function copy(button: HTMLButtonElement): Promise<void> {
  const code = button.parentElement?.querySelector('code')?.textContent ?? ''
  try {
    await navigator.clipboard.writeText(code.trimEnd())
    button.textContent = 'Copied'
  } catch {
    button.textContent = 'Not allowed'
  }
  setTimeout(() => (button.textContent = 'Copy'), 2000)
}

/** Marks in the table of contents the section that is being read; above the text, on a narrow screen, it begins folded. */
function installCurrentHeading(): void {
  const links = new Map(
    Array.from(document.querySelectorAll<HTMLAnchorElement>('.contents a'), (link) => [
      decodeURIComponent(link.hash.slice(1)),
      link,
    ]),
  )
  const contents = document.querySelector<HTMLDetailsElement>('.contents details')
  if (contents === null) return
  if (matchMedia('(max-width: 75rem)').matches) contents.open = false
  const headings = Array.from(document.querySelectorAll('main :is(h2, h3)[id]'))

  const mark = (): void => {
    const read = headings.findLast((heading) => heading.getBoundingClientRect().top < innerHeight / 3)
    for (const [id, link] of links) {
      if (id === read?.id) link.setAttribute('aria-current', 'true')
      else link.removeAttribute('aria-current')
    }
  }

  addEventListener('scroll', mark, { passive: true })
  mark()
}
