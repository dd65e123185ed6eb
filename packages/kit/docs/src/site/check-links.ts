import { posix } from 'node:path'
import { percentDecode } from '@contract-kit/openapi/wire'

/** HTML as it is checked: a page, or the part of it that differs from others. */
export interface CheckedPage {
  readonly path: string
  readonly html: string
}

/** A link that leads to no file or anchor of the site. */
export interface BrokenLink {
  /** The page that it is on. */
  readonly path: string
  /** As the page has it. */
  readonly address: string
}

/**
 * The links of pages that lead nowhere, each once. `places` are the files of the site, and the anchors that pages make in the browser:
 * `reference.html#operation/listShips`.
 */
export function findBrokenLinks(
  pages: readonly CheckedPage[],
  places: readonly string[],
): readonly BrokenLink[] {
  const targets = listTargets(pages, places)
  return pages.flatMap(({ path, html }) => {
    const addresses = Array.from(html.matchAll(/<a\b[^>]*?\shref="([^"]*)"/g), ([, address = '']) =>
      unescapeHtml(address),
    )
    return [...new Set(addresses)]
      .filter((address) => !isElsewhere(address) && !targets.has(toTarget(path, address)))
      .map((address) => ({ path, address }))
  })
}

/** The addresses that search leads to, but no file or anchor has. */
export function findLostAddresses(
  searched: readonly string[],
  pages: readonly CheckedPage[],
  places: readonly string[],
): readonly string[] {
  const targets = listTargets(pages, places)
  return searched.filter((href) => !targets.has(toTarget('index.html', href)))
}

/** HTML with the links to these addresses as their texts. */
export function withoutLinks(html: string, addresses: readonly string[]): string {
  return html.replaceAll(
    /<a\b[^>]*?\shref="([^"]*)"[^>]*>([^]*?)<\/a>/g,
    (link, address: string, text: string) => (addresses.includes(unescapeHtml(address)) ? text : link),
  )
}

function listTargets(pages: readonly CheckedPage[], places: readonly string[]): ReadonlySet<string> {
  return new Set([
    ...places,
    ...pages.flatMap(({ path, html }) => [
      path,
      ...Array.from(html.matchAll(/\sid="([^"]+)"/g), ([, id = '']) => `${path}#${id}`),
    ]),
  ])
}

/** Of another site: with a scheme, or with a host alone. */
const isElsewhere = (address: string): boolean => /^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(address)

/** The file, and anchor if any, that an address on a page leads to. */
function toTarget(page: string, address: string): string {
  const [place = '', anchor] = address.split('#')
  const [path = ''] = place.split('?')
  const file = path === '' ? page : posix.join(posix.dirname(page), percentDecode(path))
  return anchor === undefined || anchor === '' ? file : `${file}#${percentDecode(anchor)}`
}

function unescapeHtml(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
