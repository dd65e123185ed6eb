import { posix } from 'node:path'
import { percentDecode } from '@contract-kit/openapi/wire'

/** A page as it is checked. */
export interface CheckedPage {
  readonly path: string
  readonly html: string
}

/**
 * Links that lead to no file or anchor of the site, one sentence each. `anchors` are those that pages make in the browser:
 * `reference.html#operation/listShips`; `searched` are the addresses that search leads to.
 */
export function findBrokenLinks(
  pages: readonly CheckedPage[],
  files: readonly string[],
  anchors: readonly string[],
  searched: readonly string[],
): readonly string[] {
  const targets = new Set([
    ...files,
    ...anchors,
    ...pages.flatMap(({ path, html }) => [
      path,
      ...Array.from(html.matchAll(/\sid="([^"]+)"/g), ([, id = '']) => `${path}#${id}`),
    ]),
  ])
  const broken = pages.flatMap(({ path, html }) => {
    const links = Array.from(html.matchAll(/<a\b[^>]*?\shref="([^"]*)"/g), ([, address = '']) =>
      unescapeHtml(address),
    )
    return links
      .filter((address) => !/^[a-z]+:/i.test(address))
      .filter((address) => !targets.has(toTarget(path, address)))
      .map((address) => `${path} links to ${address}, which the site does not have`)
  })
  const lost = searched
    .filter((href) => !targets.has(toTarget('index.html', href)))
    .map((href) => `Search leads to ${href}, which the site does not have`)
  return [...new Set([...broken, ...lost])]
}

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
