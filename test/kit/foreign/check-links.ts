import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'

/** A broken link: as written in the page, and as a sentence. */
export interface BrokenLink {
  readonly link: string
  readonly sentence: string
}

/**
 * Lists the links and assets of a built site that lead to none of its files, and links to missing anchors. The reference
 * creates its anchors and links in the browser; see `listLostOperations`.
 */
export function listBrokenLinks(site: string): readonly BrokenLink[] {
  const files = readdirSync(site, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => statSync(join(site, name)).isFile())
  const known = new Set(files)
  const pages = files
    .filter((name) => /\.(?:html|md)$/.test(name))
    .map((name) => ({ name, text: readFileSync(join(site, name), 'utf8') }))
  const ids = new Map(pages.map(({ name, text }) => [name, idsOf(text)]))
  return pages.flatMap(({ name, text }) =>
    [...new Set(linksOf(name, text))].flatMap((link) => {
      const [place = '', anchor = ''] = link.split('#').map(decode)
      const [path = ''] = place.split('?')
      const file = path === '' ? name : posix.join(posix.dirname(name), path)
      if (!known.has(file)) return [{ link, sentence: `${name} links to ${link}, which is no file` }]
      const isMade =
        anchor === '' || isReference(file) || file.endsWith('.md') || ids.get(file)?.has(anchor) === true
      return isMade ? [] : [{ link, sentence: `${name} links to ${link}, which is no anchor` }]
    }),
  )
}

function isReference(file: string): boolean {
  return /^reference[^/]*\.html$/.test(file)
}

/** Returns the links within the site, without those to other origins or schemes. Ignores the code of inline scripts. */
function linksOf(name: string, text: string): readonly string[] {
  const links = name.endsWith('.html')
    ? Array.from(
        text
          .replaceAll(/<script\b(?![^>]*\ssrc=)[^]*?<\/script>/g, '')
          .replaceAll(/<a\b[^>]*\sdata-discover=[^>]*>/g, '')
          .matchAll(/\s(?:href|src)="([^"]*)"/g),
        ([, link = '']) => link.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&'),
      )
    : Array.from(text.matchAll(/^- \[[^\]]*\]\(([^)\s]+)\)/gm), ([, link = '']) => link)
  return links.filter((link) => link !== '' && !/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(link))
}

function idsOf(text: string): ReadonlySet<string> {
  return new Set(
    Array.from(text.matchAll(/\s(?:id|data-section-id)="([^"]+)"/g), ([, id = '']) =>
      decode(id.replaceAll('&amp;', '&')),
    ),
  )
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
