import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { findAccessibilityFaults, useBrowser } from '@giftcards/test-browser'
import { docsUrl } from '../site.ts'
import { dialogOf, linksOf, openSearch, search } from './search-dialog.ts'

const browser = useBrowser()

/** A few questions of each kind. A test of the docs without a browser covers all of them. */
const questions: Readonly<Record<string, string>> = {
  'how do I get an api key': 'guides/production-access.html',
  'add credit card': 'guides/where-offers-come-from.html',
  applyCoupon: 'reference.html',
  expiresInSeconds: 'reference.html',
  'Insufficient funds': 'errors/payment_declined.html',
  cuopon: 'guides/coupons-and-money.html',
  backup: 'guides/operating.html',
}

/** Waits until the reference shows the operation with this summary near the top of the window. */
async function expectOperation(page: Page, summary: string): Promise<void> {
  const heading = page.getByRole('heading', { name: summary, exact: false })
  await expect.poll(async () => (await heading.boundingBox())?.y).toBeLessThan(400)
}

describe('the search of the docs', () => {
  it('leads first to the page that has the answer', async () => {
    const page = await openSearch(browser)
    const found: Record<string, string | undefined> = {}
    for (const query of Object.keys(questions)) [found[query]] = await search(page, query)
    expect(found).toStrictEqual(questions)
  })

  it('shows the row of a table that matches', async () => {
    const page = await openSearch(browser)
    await search(page, '8002')
    await expect
      .poll(() => linksOf(page).first().textContent())
      .toContain('8002 · Kind: credit card · Payment: declined')
  })

  it('is narrowed to one part of the site, with at most three results of one page', async () => {
    const page = await openSearch(browser)
    const filter = page.getByRole('group', { name: 'Search in' })
    expect(
      await filter.getByRole('radio').evaluateAll((all) => all.map((one) => one.parentElement?.textContent)),
    ).toStrictEqual(['Everything', 'Use the API', 'Run it yourself', 'Your own API'])
    const counts = Map.groupBy(await search(page, 'coupon'), (path) => path)
    expect(Math.max(...[...counts.values()].map((same) => same.length))).toBe(3)

    await filter.getByRole('radio', { name: 'Run it yourself' }).check()
    expect(await search(page, 'rate limit')).toContain('decisions/0006-rate-limit-in-real-time.html')
    expect(
      (await search(page, 'idempotency')).filter((path) => path.startsWith('guides/checkout')),
    ).toStrictEqual([])
    await filter.getByRole('radio', { name: 'Your own API' }).check()
    expect([...new Set(await search(page, 'breaking changes'))].toSorted()).toStrictEqual([
      'guides/a-backend-before-the-backend.html',
      'guides/contract-checks-in-your-ci.html',
      'guides/documents-of-other-apis.html',
      'guides/how-much-do-our-checks-prove.html',
      'guides/your-own-api.html',
    ])
  })

  it('is opened, closed and followed by keyboard, from a page in a folder', async () => {
    const page = await browser.openPage(`${docsUrl}/guides/errors.html`)
    const button = page.getByRole('button', { name: 'Search' })
    const dialog = dialogOf(page)
    await button.press('Enter')
    await page.keyboard.type('coupon')
    await linksOf(page).first().waitFor()
    expect(await findAccessibilityFaults(page, 'dialog')).toStrictEqual([])
    await page.keyboard.press('Escape')
    expect(await dialog.count()).toBe(0)
    expect(await page.locator(':focus').textContent()).toBe(await button.textContent())

    await page.keyboard.press('/')
    expect(await dialog.getByRole('searchbox').inputValue()).toBe('coupon')
    await page.keyboard.type('xylophone')
    expect(await dialog.getByRole('searchbox').inputValue()).toBe('xylophone')
    await expect.poll(() => dialog.getByRole('status').textContent()).toBe('Nothing found for “xylophone”.')
    await dialog.getByRole('searchbox').fill('insufficient_inventory')
    await linksOf(page).filter({ hasText: 'Error code' }).first().click()
    await page.waitForURL('**/errors/insufficient_inventory.html')
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('insufficient_inventory')
  })

  it('finds operations in the reference by keyboard', async () => {
    const page = await browser.openPage(`${docsUrl}/index.html`)
    const find = async (operationId: string): Promise<void> => {
      await page.keyboard.type(operationId)
      await expect.poll(() => linksOf(page).first().textContent()).toContain(operationId)
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
    }
    await page.keyboard.press('/')
    await find('applyCoupon')
    await page.waitForURL(/\/reference\.html#/)
    await expectOperation(page, 'Apply a coupon')
    // The shortcut of the viewer's own search opens the search of the site.
    await page.keyboard.press('Control+k')
    await find('getDrawdownAccount')
    await expectOperation(page, 'Get the drawdown balance')
  })
})
