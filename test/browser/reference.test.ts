import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { docsFolder } from './docs-folder.ts'
import { expectOperation } from './expect-operation.ts'
import { findAccessibilityFaults } from './find-accessibility-faults.ts'
import { serveFolder } from './serve-folder.ts'
import { useBrowser } from './use-browser.ts'

const browser = useBrowser()
let docs: Awaited<ReturnType<typeof serveFolder>>
beforeAll(async () => {
  docs = await serveFolder(docsFolder)
})
afterAll(() => docs.close())

// One test, because the page takes more than a second to load.
describe('reference', () => {
  it('finds applyCoupon by keyboard, accessible throughout', async () => {
    const page = await browser.openPage(`${docs.url}/reference.html#/drawdown`)
    await page.getByRole('heading', { name: 'Drawdown', exact: false }).first().waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('applyCoupon')
    await page.getByRole('link', { name: /Apply a coupon/ }).waitFor()
    expect(await findAccessibilityFaults(page, '[data-testid=search-dialog]')).toStrictEqual([])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expectOperation(page, 'Apply a coupon')
    expect(await findAccessibilityFaults(page)).toStrictEqual([])
  })
})
