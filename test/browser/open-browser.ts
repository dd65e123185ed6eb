import type { Browser, BrowserContext, Page } from 'playwright-core'
import { launchBrowser } from './launch-browser.ts'

/** Options for opening a page. By default, it is 1280 pixels wide, may reach only its own origin, and may report no errors. */
export interface PageOptions {
  /** Whether to use a screen of `phoneSize`. */
  readonly phone?: boolean
  /** Other origins that the page may reach. */
  readonly alsoReaches?: readonly string[]
  /** Errors in the browser's console that this test provokes, such as a response with status 400. */
  readonly expectedErrors?: readonly RegExp[]
}

/** Faults that no page may have. */
export interface Faults {
  /** Addresses of other origins that a page requested. Every such request was blocked. */
  readonly attempted: readonly string[]
  /** Errors in the browser's console, and uncaught exceptions. */
  readonly errors: readonly string[]
}

/** A browser for the tests of one file. */
export interface TestBrowser {
  /** Opens and loads a page in its own profile. The page may reach only the origin of `url` and the origins in `options`. */
  openPage(url: string, options?: PageOptions): Promise<Page>
  /** Returns the faults of the pages since the last call. */
  takeFaults(): Promise<Faults>
  /** Closes the pages and their profiles. */
  closePages(): Promise<void>
}

/** The result of `takeFaults` if there are no faults. */
export const noFaults: Faults = { attempted: [], errors: [] }

/** The size of the narrowest phone in wide use, in pixels. */
export const phoneSize = { width: 375, height: 667 }

/** Shared by all test files of a process, because a start takes longer than most tests. It ends with the process. */
let started: Promise<Browser> | undefined

/** Starts the browser at the first call. If it cannot start, throws an error that says what to install (see `launchBrowser`). */
export async function openBrowser(): Promise<TestBrowser> {
  const browser = await (started ??= launchBrowser())
  let faults: { attempted: string[]; errors: string[] } = { attempted: [], errors: [] }

  async function openPage(url: string, options: PageOptions = {}): Promise<Page> {
    const context = await browser.newContext({
      colorScheme: 'light',
      viewport: options.phone === true ? phoneSize : { width: 1280, height: 800 },
      reducedMotion: 'reduce',
    })
    // The machine may be busy, so no test depends on speed.
    context.setDefaultTimeout(60_000)
    const hosts = [url, ...(options.alsoReaches ?? [])].map((address) => new URL(address).host)
    await keepInside(context, hosts, (address) => faults.attempted.push(address))
    noteErrors(context, options.expectedErrors ?? [], (error) => faults.errors.push(error))
    const page = await context.newPage()
    await page.goto(url)
    return page
  }

  return {
    openPage,
    async takeFaults() {
      const pages = browser.contexts().flatMap((context) => context.pages())
      // Errors that a page has already reported arrive before this response.
      await Promise.all(pages.map((page) => page.evaluate('document.readyState')))
      const found = faults
      faults = { attempted: [], errors: [] }
      return found
    },
    async closePages() {
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
  }
}

async function keepInside(
  context: BrowserContext,
  hosts: readonly string[],
  note: (address: string) => void,
) {
  // `data:` and `blob:` addresses contain their data and have no host.
  const isOutside = (url: URL): boolean => url.host !== '' && !hosts.includes(url.host)
  await context.route(isOutside, (route) => {
    note(route.request().url())
    return route.abort('blockedbyclient')
  })
  await context.routeWebSocket(isOutside, (socket) => {
    note(socket.url())
    return socket.close()
  })
}

function noteErrors(context: BrowserContext, expected: readonly RegExp[], note: (error: string) => void) {
  context.on('console', (message) => {
    const text = `${message.text()} (${message.location().url})`
    if (message.type() === 'error' && !expected.some((pattern) => pattern.test(text))) note(text)
  })
  context.on('weberror', (event) => note(String(event.error())))
}
