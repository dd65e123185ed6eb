import { posix } from 'node:path'
import { percentDecode } from '@contract-kit/openapi/wire'

/** HTML to check: a page, or its unique part. */
export interface CheckedPage {
  readonly path: string
  readonly html: string
}

/** A link that leads to no file or anchor of the site. */
export interface BrokenLink {
  /** The page with the link. */
  readonly path: string
  /** The address as written. */
  readonly address: string
}

/**
 * The broken links of pages, each once. `places` are the files of the site, and the anchors that pages create in the browser:
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

/** The addresses of search entries without a file or anchor. */
export function findLostAddresses(
  searched: readonly string[],
  pages: readonly CheckedPage[],
  places: readonly string[],
): readonly string[] {
  const targets = listTargets(pages, places)
  return searched.filter((href) => !targets.has(toTarget('index.html', href)))
}

/** Replaces links to these addresses by their text. */
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

/** Whether an address leads to another site: it has a scheme or a host. */
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
