import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { docsFolder } from './docs-folder.ts'
import { serveFolder, useBrowser } from '@giftcards/test-browser'

const browser = useBrowser()
let files: Awaited<ReturnType<typeof serveFolder>>
beforeAll(async () => {
  files = await serveFolder(docsFolder)
})
afterAll(() => files.close())

describe('docs as a static folder', () => {
  it('lead from page to page', async () => {
    const page = await browser.openPage(`${files.url}/`)
    const pages = page.getByRole('navigation', { name: 'Pages', exact: true })
    await pages.getByRole('link', { name: 'Five-minute quickstart' }).click()
    await page.waitForURL('**/guides/quickstart.html')
    // The parts for operators are folded on the pages of partners.
    await pages.getByText('Run it yourself').click()
    await pages.getByRole('link', { name: 'Rule catalogue' }).click()
    await page.waitForURL('**/rules.html')
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Rule catalogue')
  })

  it('are searched from a page in a folder', async () => {
    const page = await browser.openPage(`${files.url}/guides/quickstart.html`)
    await page.keyboard.press('/')
    await page.keyboard.type('insufficient_inventory')
    const results = page.getByRole('dialog', { name: 'Search' }).getByRole('link')
    await results.filter({ hasText: 'Error code' }).first().click()
    await page.waitForURL('**/errors/insufficient_inventory.html')
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('insufficient_inventory')
  })

  it('keep the theme that a reader has chosen', async () => {
    const page = await browser.openPage(`${files.url}/`)
    const toggle = page.getByRole('button', { name: 'Dark theme' })
    await toggle.click()
    await page.goto(`${files.url}/guides/quickstart.html`)
    expect(await toggle.getAttribute('aria-pressed')).toBe('true')
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
  })
})
