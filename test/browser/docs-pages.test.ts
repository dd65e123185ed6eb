import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from '../sandbox/start-sandbox.ts'
import { docsFolder, listDocsPages } from './docs-folder.ts'
import { findAccessibilityFaults } from './find-accessibility-faults.ts'
import { findOverflow } from './find-overflow.ts'
import { noFaults, openBrowser, type TestBrowser } from './open-browser.ts'
import { browserStart } from './patience.ts'
import { switchTheme } from './switch-theme.ts'

let browser: TestBrowser
let sandbox: Sandbox
let page: Page
beforeAll(async () => {
  sandbox = await startSandbox()
  browser = await openBrowser()
  // One page goes through all of the docs, as a reader does.
  page = await browser.openPage(`${sandbox.url}/docs/`, { phone: true })
}, browserStart.timeout)
afterAll(async () => {
  await browser.closePages()
  await sandbox.close()
})

/** What a reader sees of Markdown that was not rendered: a heading, bold text, a link, a fence, a table, a comment. */
const rawMarkdown = /^#{1,6} |\*\*\S|\]\(|^```|^\|.*\|$|<!--/m

/** The text of the page without code, in which Markdown may be meant. */
const readProse = (): Promise<string> =>
  page.evaluate(`(() => {
    const main = document.querySelector('main').cloneNode(true)
    for (const code of main.querySelectorAll('pre, code, textarea')) code.remove()
    return main.textContent
  })()`)

/** Decisions differ in their text alone: the first stands for all. */
const isOneOfItsKind = (path: string): boolean => !/^decisions\/(?!0001)\d/.test(path)

const isGuide = (path: string): boolean => path.startsWith('guides/')

describe('docs', () => {
  it.each(listDocsPages().filter(isOneOfItsKind))(
    'show %s on a phone, in the light and in the dark',
    async (path) => {
      await page.emulateMedia({ colorScheme: 'light' })
      await page.goto(`${sandbox.url}/docs/${path}`)
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toMatch(/\w/)
      expect(await readProse()).not.toMatch(rawMarkdown)
      expect(await findOverflow(page)).toStrictEqual([])
      await switchTheme(page, 'dark')
      // Every external request was blocked, and none has been attempted.
      expect(await browser.takeFaults()).toStrictEqual(noFaults)
    },
  )

  it('lead to every guide from every page', async () => {
    await page.goto(`${sandbox.url}/docs/guides/quickstart.html`)
    const named = await page.evaluate<readonly string[]>(
      `Array.from(document.querySelectorAll('nav[aria-label=Pages] a'), (link) => link.pathname.slice('/docs/'.length))`,
    )
    expect(named.filter((path) => !existsSync(join(docsFolder, path)))).toStrictEqual([])
    expect(named.filter(isGuide).toSorted()).toStrictEqual(listDocsPages().filter(isGuide))
    const current = page.locator('nav[aria-label=Pages] [aria-current=page]')
    expect(await current.getAttribute('href')).toBe('quickstart.html')
  })
})

describe('accessibility of the docs', () => {
  it.each(['index.html', 'guides/quickstart.html', 'guides/coupons-and-money.html'])(
    'has no fault on %s',
    async (path) => {
      await page.goto(`${sandbox.url}/docs/${path}`)
      expect(await findAccessibilityFaults(page)).toStrictEqual([])
    },
  )

  it('has no fault in the rule catalogue', async () => {
    await page.goto(`${sandbox.url}/docs/rules.html`)
    // Hundreds of rows of one kind take seconds to judge: the first of each table stand for all.
    await page.evaluate(
      `document.querySelectorAll('tbody tr:nth-child(n + 3)').forEach((row) => row.remove())`,
    )
    expect(await findAccessibilityFaults(page)).toStrictEqual([])
  })

  it('has no fault where they are searched', async () => {
    await page.goto(`${sandbox.url}/docs/`)
    await page.keyboard.press('/')
    await page.keyboard.type('coupon')
    await page.getByRole('dialog', { name: 'Search' }).getByRole('link').first().waitFor()
    expect(await findAccessibilityFaults(page, 'dialog')).toStrictEqual([])
  })
})
