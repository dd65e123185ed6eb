import { installCodeTabs } from './code-tabs.ts'
import { installCopyButtons } from './copy.ts'
import { adaptReference } from './reference.ts'
import { installSearch } from './search.ts'
import { addServerLinks, createFillIn, fillInAddresses } from './server.ts'
import { installTheme } from './theme.ts'

/** The script of every page. It is in `assets/`, one level below the root of the site. */
const script = document.currentScript
if (!(script instanceof HTMLScriptElement)) throw new Error('This script must be a classic one')

const site = new URL('../', script.src)
const fillIn = createFillIn(site)
installTheme()
installSearch(site)
addServerLinks(site)
fillInAddresses(document.body, fillIn)
installCodeTabs()
installCopyButtons(document, fillIn)
installCurrentHeading()
adaptReference(fillIn)
// Without this, a link within the page would leave the drawer open.
const navigation = document.getElementById('site-navigation')
navigation?.addEventListener('click', ({ target }) => {
  if (target instanceof HTMLAnchorElement && navigation.matches(':popover-open')) navigation.hidePopover()
})

/**
 * Marks the section being read in the table of contents. On a narrow screen the table is collapsed and follows the page actions
 * and the first paragraph.
 */
function installCurrentHeading(): void {
  const links = new Map(
    Array.from(document.querySelectorAll<HTMLAnchorElement>('.contents a'), (link) => [
      decodeURIComponent(link.hash.slice(1)),
      link,
    ]),
  )
  const contents = document.querySelector<HTMLDetailsElement>('.contents details')
  if (contents === null) return
  const narrow = matchMedia('(max-width: 75rem)')
  const place = (): void => {
    const table = contents.parentElement
    const actions = document.querySelector('main > .page-actions')
    const lead = document.querySelector('main > .page-actions + p') ?? actions
    if (table === null || lead === null) return
    if (narrow.matches) lead.after(table)
    else document.querySelector('main')?.before(table)
    contents.open = !narrow.matches
  }
  if (narrow.matches) place()
  narrow.addEventListener('change', place)
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
