import type { Browser, BrowserContext, Page } from 'playwright-core'
import { launchBrowser } from './launch-browser.ts'

/** How a page is looked at. By default: 1280 pixels wide, alone with its own origin, and no error is expected. */
export interface PageOptions {
  /** On a screen of `phoneSize`. */
  readonly phone?: boolean
  /** Origins that it may reach beside its own. */
  readonly alsoReaches?: readonly string[]
  /** Errors in the browser's console that this test provokes, such as a response of 400. */
  readonly expectedErrors?: readonly RegExp[]
}

/** What no page may do. */
export interface Faults {
  /** Addresses of other origins that a page tried to reach; every such request was blocked. */
  readonly attempted: readonly string[]
  /** Errors in the browser's console, and exceptions that no script caught. */
  readonly errors: readonly string[]
}

/** A browser for the tests of one file. */
export interface TestBrowser {
  /** A page in a profile of its own, loaded. It reaches the origin of `url`, and no other that is not named. */
  openPage(url: string, options?: PageOptions): Promise<Page>
  /** What the pages did wrong since the last time. */
  takeFaults(): Promise<Faults>
  /** Closes them with their profiles. */
  closePages(): Promise<void>
}

/** What `takeFaults` gives where nothing is wrong. */
export const noFaults: Faults = { attempted: [], errors: [] }

/** In pixels: the narrowest phone in wide use. */
export const phoneSize = { width: 375, height: 667 }

/** All test files of a process share it: a start costs more than most tests. It ends with the process. */
let started: Promise<Browser> | undefined

/** Starts a browser unless one runs; throws what to install where a machine has none (see `launchBrowser`). */
export async function openBrowser(): Promise<TestBrowser> {
  const browser = await (started ??= launchBrowser())
  let faults: { attempted: string[]; errors: string[] } = { attempted: [], errors: [] }

  async function openPage(url: string, options: PageOptions = {}): Promise<Page> {
    const context = await browser.newContext({
      colorScheme: 'light',
      viewport: options.phone === true ? phoneSize : { width: 1280, height: 800 },
      reducedMotion: 'reduce',
    })
    // A machine may be busy; no test is judged by its speed.
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
      // What a page has reported so far arrives before this response.
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
  // `data:` and `blob:` addresses hold what they name and have no host.
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
