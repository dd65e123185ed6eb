import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { docsFolder } from './docs-folder.ts'
import { expectOperation } from './expect-operation.ts'
import { findAccessibilityFaults, serveFolder, useBrowser } from '@giftcards/test-browser'

const browser = useBrowser()
let docs: Awaited<ReturnType<typeof serveFolder>>
beforeAll(async () => {
  docs = await serveFolder(docsFolder)
})
afterAll(() => docs.close())

// One test, because the page takes more than a second to load.
describe('reference', () => {
  it('is found and searched by keyboard, accessible throughout', async () => {
    const page = await browser.openPage(`${docs.url}/index.html`)
    await page.keyboard.press('/')
    await page.keyboard.type('applyCoupon')
    const results = page.getByRole('dialog', { name: 'Search' }).getByRole('link')
    await expect.poll(() => results.first().textContent()).toContain('applyCoupon')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/reference\.html#/)
    await expectOperation(page, 'Apply a coupon')

    // The key of the search that the viewer would have opens that of the site.
    await page.keyboard.press('Control+k')
    await page.keyboard.type('getDrawdownAccount')
    await expect.poll(() => results.first().textContent()).toContain('getDrawdownAccount')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expectOperation(page, 'Get the drawdown balance')
    expect(await findAccessibilityFaults(page)).toStrictEqual([])
  })
})
