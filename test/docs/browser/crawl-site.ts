/** What a reader reaches by links alone. */
export interface CrawledSite {
  /** Paths of the pages, `/` first. */
  readonly pages: readonly string[]
  /** Paths of all that was reached, files included. */
  readonly reached: readonly string[]
  /** Links that lead to nothing, one sentence each. */
  readonly broken: readonly string[]
}

/** Anchors that a script makes in the browser: an operation of the reference or of the try-it page. */
const madeByScript = /\/(?:reference|sandbox|try)(?:\.html)?$/

/** Follows every internal link from `/` of a server, as a browser asks for it. Anchors are looked for in the HTML. */
export async function crawlSite(origin: string): Promise<CrawledSite> {
  const found = new Map<string, Found>()
  const links: { readonly from: string; readonly to: URL }[] = []
  const waiting = [new URL('/', origin)]
  for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
    if (found.has(url.pathname)) continue
    const page = await load(url)
    found.set(url.pathname, page)
    const base = new URL(page.path, origin)
    for (const [, address = ''] of page.html.matchAll(/\s(?:href|src)="([^"]+)"/g)) {
      const to = new URL(address.replaceAll('&amp;', '&'), base)
      if (to.origin !== base.origin) continue
      links.push({ from: page.path, to })
      waiting.push(to)
    }
  }
  const broken = links.flatMap(({ from, to }) => {
    const target = found.get(to.pathname)
    if (target === undefined || target.status !== 200)
      return [`${from} links to ${to.pathname}: ${target?.status ?? 'not loaded'}`]
    const anchor = decodeURIComponent(to.hash.slice(1))
    const isThere = anchor === '' || madeByScript.test(to.pathname) || target.html.includes(` id="${anchor}"`)
    return isThere ? [] : [`${from} links to ${to.pathname}${to.hash}: no such anchor`]
  })
  const pages = Array.from(found.values(), ({ html, path }) => (html === '' ? '' : path))
  return {
    pages: [...new Set(pages)].filter((path) => path !== ''),
    reached: Array.from(found.values(), ({ path }) => path),
    broken: [...new Set(broken)],
  }
}

interface Found {
  readonly status: number
  /** After redirects. */
  readonly path: string
  /** Empty where it is no page. */
  readonly html: string
}

async function load(url: URL): Promise<Found> {
  const response = await fetch(url, { headers: { accept: 'text/html,*/*;q=0.8' } })
  const text = await response.text()
  const isPage = response.headers.get('content-type')?.startsWith('text/html') === true
  return {
    status: response.status,
    path: new URL(response.url).pathname.replace(/\/index\.html$/, '/'),
    html: isPage ? text : '',
  }
}
