import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { findAccessibilityFaults, useBrowser } from '@giftcards/test-browser'
import { docsUrl, errors } from '../site.ts'

const browser = useBrowser()

/** What a partner's engineer asks, and the page that must come first. */
const questions: Readonly<Record<string, string>> = {
  idempotency: 'guides/checkout-by-each-method.html',
  'duplicate order': 'guides/checkout-by-each-method.html',
  'rate limit': 'guides/versions-and-limits.html',
  refund: 'guides/following-an-order.html',
  barcode: 'guides/fulfilment-wallet-secure-data-barcodes.html',
  'cancel an order': 'guides/following-an-order.html',
  'saved bank account': 'guides/where-offers-come-from.html',
  'token expired': 'guides/session-and-token-refresh.html',
  'coupon not valid': 'guides/coupons-and-money.html',
  'partial stock': 'guides/carts-reservations-partial-stock.html',
  'test card declined': 'guides/sandbox.html',
  'retry after 503': 'guides/errors.html',
  'drawdown deposit': 'guides/drawdown.html',
  'where do merchants come from': 'guides/where-offers-come-from.html',
  'what is NGC': 'guides/glossary.html',
  newEcodeAsPre: 'guides/glossary.html',
  webhook: 'guides/following-an-order.html',
  'poll order status': 'guides/following-an-order.html',
  'ACH return': 'guides/following-an-order.html',
  deprecation: 'guides/versions-and-limits.html',
  postman: 'guides/quickstart.html',
  'go live': 'guides/going-live.html',
  applyCoupon: 'reference.html',
  insufficient_inventory: 'errors/insufficient_inventory.html',
  'Card not found': 'errors/card_not_found.html',
  'Insufficient funds': 'errors/payment_declined.html',
  'list of error codes': 'errors/index.html',
  'advance clock': 'sandbox.html',
  backup: 'guides/operating.html',
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Search' })
const linksOf = (page: Page) => dialogOf(page).getByRole('link')

/** The pages that the dialog finds, best first, as paths within the site. */
async function search(page: Page, query: string): Promise<readonly string[]> {
  await dialogOf(page).getByRole('searchbox').fill(query)
  await linksOf(page).first().waitFor()
  const hrefs = await linksOf(page).evaluateAll((found) =>
    found.map((link) => link.getAttribute('href') ?? ''),
  )
  return hrefs.map((href) => new URL(href).pathname.slice(1))
}

async function openSearch(): Promise<Page> {
  const page = await browser.openPage(`${docsUrl}/index.html`)
  await page.keyboard.press('/')
  // The first search loads the index.
  await search(page, 'cart')
  return page
}

/** Waits until the reference shows the operation of this summary at the top of the window. */
async function expectOperation(page: Page, summary: string): Promise<void> {
  const heading = page.getByRole('heading', { name: summary, exact: false })
  await expect.poll(async () => (await heading.boundingBox())?.y).toBeLessThan(400)
}

/** The pages of the errors with this code or message. */
const pagesOf = (query: string): readonly string[] =>
  errors
    .filter(({ code, messages }) => code === query || messages.includes(query))
    .map(({ href }) => href.replace(/#.*/, ''))

describe('the search of the docs', () => {
  it('leads first to the page that has the answer, and by code and messages to that of an error', async () => {
    const page = await openSearch()
    const found: Record<string, string | undefined> = {}
    for (const query of Object.keys(questions)) [found[query]] = await search(page, query)
    expect(found).toStrictEqual(questions)

    const queries = new Set(errors.flatMap(({ code, messages }) => [code, ...messages]))
    expect(queries.size).toBeGreaterThan(80)
    const lost: string[] = []
    for (const query of queries) {
      const [first = ''] = await search(page, query)
      if (!pagesOf(query).includes(first)) lost.push(`${query}: ${first}`)
    }
    expect(lost).toStrictEqual([])
  })

  it('is narrowed to one part of the site, with at most three results of one page', async () => {
    const page = await openSearch()
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

  it('finds operations in the reference by keyboard, accessible throughout', async () => {
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
    // The key of the search that the viewer would have opens that of the site.
    await page.keyboard.press('Control+k')
    await find('getDrawdownAccount')
    await expectOperation(page, 'Get the drawdown balance')
    expect(await findAccessibilityFaults(page)).toStrictEqual([])
  })
})
