import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from '@giftcards/test-harness'
import { docsFolder, listDocsPages } from './docs-folder.ts'
import { findAccessibilityFaults, openBrowser, type TestBrowser } from '@giftcards/test-browser'

let browser: TestBrowser
let sandbox: Sandbox
let page: Page
beforeAll(async () => {
  sandbox = await startSandbox()
  browser = await openBrowser()
  // One page goes through all of the docs, as a reader does.
  page = await browser.openPage(`${sandbox.url}/docs/`, { phone: true })
})
afterAll(async () => {
  await browser.closePages()
  await sandbox.close()
})

const isGuide = (path: string): boolean => path.startsWith('guides/')

describe('docs', () => {
  it('lead to every guide from every page', async () => {
    await page.goto(`${sandbox.url}/docs/guides/quickstart.html`)
    const named = await page.evaluate<readonly string[]>(
      `Array.from(document.querySelectorAll('nav[aria-label=Pages] a'), (link) => link.pathname)
        .filter((path) => path.startsWith('/docs/'))
        .map((path) => path.slice('/docs/'.length))`,
    )
    expect(named.filter((path) => !existsSync(join(docsFolder, path)))).toStrictEqual([])
    expect(named.filter(isGuide).toSorted()).toStrictEqual(listDocsPages().filter(isGuide))
    const current = page.locator('nav[aria-label=Pages] [aria-current=page]')
    expect(await current.getAttribute('href')).toBe('quickstart.html')
  })
})

describe('accessibility of the docs', () => {
  it('has no fault where they are searched', async () => {
    await page.goto(`${sandbox.url}/docs/`)
    await page.keyboard.press('/')
    await page.keyboard.type('coupon')
    await page.getByRole('dialog', { name: 'Search' }).getByRole('link').first().waitFor()
    expect(await findAccessibilityFaults(page, 'dialog')).toStrictEqual([])
  })
})
