import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  findAccessibilityFaults,
  noFaults,
  openBrowser,
  switchTheme,
  type TestBrowser,
} from '@giftcards/test-browser'
import { errors, sandbox } from '../site.ts'
import { findOverflow } from './find-overflow.ts'
import { openSearch, search } from './search-dialog.ts'

/** Pages that a script renders, each with an expression that is true once it has done so. */
const madeByScript: readonly (readonly [path: RegExp, isReady: string])[] = [
  [/^\/sandbox\/$/, `document.querySelector('canvas') !== null`],
  [/^\/sandbox\/status\.html$/, `document.querySelector('#status table') !== null`],
  [/^\/docs\/try\.html$/, `document.querySelector('.workspace') !== null`],
  [/^\/docs\/(?:reference|sandbox)\.html$/, `document.querySelector('#redoc a[href^="#/"]') !== null`],
]

/** Error pages differ only in their text. A phone opens all of them, and a desktop only the longest one. */
const isOtherError = (path: string): boolean => /\/errors\/(?!internal_error\b)[^/]/.test(path)

/** Decision pages also differ only in their text, so only the first one is checked in detail. */
const isOneOfItsKind = (path: string): boolean => !/\/decisions\/(?!0001)\d/.test(path) && !isOtherError(path)

/** One page of each layout: a phone checks only these pages in detail. */
const layouts = [
  '/docs/',
  '/docs/guides/errors.html',
  '/docs/errors/internal_error.html',
  '/docs/rules.html',
  '/docs/try.html',
  '/docs/reference.html',
  '/docs/sandbox.html',
  '/sandbox/',
  '/sandbox/status.html',
]

/** Checking hundreds of rows and code blocks of one kind takes seconds, so only the first ones are kept. */
const keepSome = `document.querySelectorAll('tbody tr:nth-child(n + 3)').forEach((row) => row.remove());
  Array.from(document.querySelectorAll('.code')).slice(3).forEach((code) => code.remove())`

/** Matches signs of unrendered Markdown: a heading, bold text, a link, a fence, a table or a comment. */
const rawMarkdown = /^#{1,6} |\*\*\S|\]\(|^```|^\|.*\|$|<!--/m

/** Returns the text of the page without code, which may contain intended Markdown. */
const readProse = `(() => {
  const main = document.querySelector('main').cloneNode(true)
  for (const code of main.querySelectorAll('pre, code, textarea')) code.remove()
  return main.textContent
})()`

const screens = [
  {
    name: 'a desktop',
    width: 1280,
    height: 800,
    isOpened: (path: string) => !isOtherError(path),
    isJudged: isOneOfItsKind,
  },
  {
    name: 'a phone',
    width: 390,
    height: 844,
    isOpened: () => true,
    isJudged: (path: string) => layouts.includes(path),
  },
]

let browser: TestBrowser
let site: CrawledSite
beforeAll(async () => {
  site = await crawlSite(sandbox.url)
  browser = await openBrowser()
})
afterAll(() => browser.closePages())

async function openReady(page: Page, path: string): Promise<void> {
  await page.goto(`${sandbox.url}${path}`)
  const isReady = madeByScript.find(([pattern]) => pattern.test(path))?.[1] ?? 'true'
  await expect.poll(() => page.evaluate<boolean>(isReady)).toBe(true)
}

/** Returns all faults of all pages on a screen. */
async function findFaults(screen: (typeof screens)[number]): Promise<readonly string[]> {
  const { width, height, isOpened, isJudged } = screen
  const page = await browser.openPage(`${sandbox.url}/docs/`)
  await page.setViewportSize({ width, height })
  const faults: string[] = []
  for (const path of site.pages.filter(isOpened)) {
    await page.emulateMedia({ colorScheme: 'light' })
    await openReady(page, path)
    faults.push(...(await findOverflow(page)).map((fault) => `${path} is too wide at ${width}: ${fault}`))
    if (rawMarkdown.test(await page.evaluate<string>(readProse))) faults.push(`${path} shows raw Markdown`)
    const lost = await page.evaluate<readonly string[]>(readPaths)
    faults.push(
      ...lost
        .filter((to) => !site.reached.includes(to))
        .map((to) => `${path} leads to ${to} by script alone`),
    )
    if (isJudged(path)) {
      await page.evaluate(keepSome)
      const found = await findAccessibilityFaults(page)
      faults.push(...found.filter(isSerious).map((fault) => `${path} at ${width}: ${fault}`))
    } else {
      await switchTheme(page, 'dark')
    }
  }
  return faults
}

/** Returns the paths of all links within the server, including links that a script has added. */
const readPaths = `[...new Set(Array.from(document.querySelectorAll('a[href]'))
  .filter((link) => link.origin === location.origin)
  .map((link) => link.pathname.replace(/\\/index\\.html$/, '/')))]`

describe('the site of a server', () => {
  it('leads to every page, and to no address that is none', () => {
    expect(site.broken).toStrictEqual([])
    expect(site.pages).toEqual(
      expect.arrayContaining([
        '/docs/',
        '/docs/reference.html',
        '/docs/try.html',
        '/docs/sandbox.html',
        '/docs/guides/quickstart.html',
        '/docs/errors/',
        '/docs/errors/cart_not_found.html',
      ]),
    )
    expect(site.pages.length).toBeGreaterThan(50)
  })

  it('is without fault on a desktop and on a phone, in the light and in the dark', async () => {
    // Runs both in parallel, because each mostly waits for its browser.
    const faults = await Promise.all(screens.map(findFaults))
    expect(faults.flat()).toStrictEqual([])
    expect(await browser.takeFaults()).toStrictEqual(noFaults)
  })

  it.each([
    ['/docs/', 250_000],
    ['/docs/rules.html', 250_000],
    ['/docs/guides/operating.html', 250_000],
    ['/docs/try.html', 250_000],
    ['/sandbox/', 250_000],
    ['/docs/reference.html', 700_000],
    ['/docs/sandbox.html', 700_000],
  ])('sends a new reader of %s at most %i bytes', async (path, most) => {
    const page = await browser.openPage('about:blank', { alsoReaches: [sandbox.url] })
    const requests: Request[] = []
    page.on('requestfinished', (request) => requests.push(request))
    await page.goto(`${sandbox.url}${path}`)
    const sizes = await Promise.all(requests.map((request) => request.sizes()))
    const bytes = sizes.reduce((sum, size) => sum + size.responseBodySize + size.responseHeadersSize, 0)
    expect(bytes).toBeGreaterThan(5000)
    expect(bytes).toBeLessThan(most)
  })

  it.each(['/docs/reference.html', '/docs/sandbox.html'])(
    'opens each link within %s as itself',
    async (path) => {
      const page = await browser.openPage(`${sandbox.url}${path}`)
      await openReady(page, path)
      const links = await page.evaluate<readonly string[]>(
        `[...new Set(Array.from(document.querySelectorAll('#redoc a[href]'), (link) => link.getAttribute('href')))]`,
      )
      // Other links lead to files of the site or to other sites.
      const inside = links.filter((link) => /^[#/]/.test(link))
      expect(inside.length).toBeGreaterThan(7)
      expect(inside.filter((link) => !link.startsWith('#/'))).toStrictEqual([])
      const readLost = `${JSON.stringify(inside)}.filter((link) => {
      const place = link.slice(1)
      return place !== '/' && document.getElementById(place.slice(1)) === null &&
        document.querySelector('[data-section-id="' + place + '"]') === null
        })`
      // The viewer renders its sections one after another.
      await expect.poll(() => page.evaluate<readonly string[]>(readLost)).toStrictEqual([])
    },
  )
})

describe('the search of the site', () => {
  it('leads first from the code and each message of an error to its page', async () => {
    const page = await openSearch(browser)
    const queries = new Set(errors.flatMap(({ code, messages }) => [code, ...messages]))
    expect(queries.size).toBeGreaterThan(80)
    const lost: string[] = []
    for (const query of queries) {
      const [first = ''] = await search(page, query)
      if (!pagesOf(query).includes(first)) lost.push(`${query}: ${first}`)
    }
    expect(lost).toStrictEqual([])
  })
})

/** Returns the pages of the errors with this code or message. */
const pagesOf = (query: string): readonly string[] =>
  errors
    .filter(({ code, messages }) => code === query || messages.includes(query))
    .map(({ href }) => href.replace(/#.*/, ''))

const isSerious = (fault: string): boolean => /^(?:serious|critical) /.test(fault)

/** The result of following all links of the site. */
interface CrawledSite {
  /** Paths of the pages. */
  readonly pages: readonly string[]
  /** Paths of everything that was reached, including files. */
  readonly reached: readonly string[]
  /** Broken links, one sentence each. */
  readonly broken: readonly string[]
}

/** Pages whose anchors a script creates in the browser: the operations of the references and of the try-it page. */
const anchorsByScript = /\/(?:reference|sandbox|try)(?:\.html)?$/

/** The start pages. The pages of the sandbox are linked only by a script that the server provides. */
const beginnings = ['/', '/sandbox/', '/sandbox/status.html']

/** Follows every internal link of a server, as a browser does. Looks up anchors in the HTML. */
async function crawlSite(origin: string): Promise<CrawledSite> {
  const found = new Map<string, Found>()
  const links: { readonly from: string; readonly to: URL }[] = []
  const waiting = beginnings.map((path) => new URL(path, origin))
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
    const isThere =
      anchor === '' || anchorsByScript.test(to.pathname) || target.html.includes(` id="${anchor}"`)
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
  /** The path after redirects. */
  readonly path: string
  /** Empty if the response is not a page. */
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
