import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { docsFolder } from './docs-folder.ts'
import { serveFolder, useBrowser } from '@giftcards/test-browser'

const browser = useBrowser()
let files: Awaited<ReturnType<typeof serveFolder>>
beforeAll(async () => {
  files = await serveFolder(docsFolder)
})
afterAll(() => files.close())

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

/** The pages that the dialog finds, best first, as paths within the site. */
/** An entry of `errors.json`, as far as search is about it. */
interface ErrorEntry {
  readonly code: string
  readonly messages: readonly string[]
  readonly href: string
}

async function search(page: Page, query: string): Promise<readonly string[]> {
  const dialog = page.getByRole('dialog', { name: 'Search' })
  await dialog.getByRole('searchbox').fill(query)
  const links = dialog.getByRole('link')
  await links.first().waitFor()
  const hrefs = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''))
  return hrefs.map((href) => new URL(href).pathname.slice(1))
}

async function openSearch(): Promise<Page> {
  const page = await browser.openPage(`${files.url}/index.html`)
  await page.keyboard.press('/')
  // The first search loads the index.
  await search(page, 'cart')
  return page
}

describe('the search of the docs', () => {
  it('leads first to the page that has the answer', async () => {
    const page = await openSearch()
    const found: Record<string, string | undefined> = {}
    for (const query of Object.keys(questions)) [found[query]] = await search(page, query)
    expect(found).toStrictEqual(questions)
  })

  it('leads first to the page of an error, by its code and by the text of each message', async () => {
    const page = await openSearch()
    const { errors }: { readonly errors: readonly ErrorEntry[] } = JSON.parse(
      readFileSync(join(docsFolder, 'errors.json'), 'utf8'),
    )
    const pagesOf = (query: string): readonly string[] =>
      errors
        .filter(({ code, messages }) => code === query || messages.includes(query))
        .map(({ href }) => href.replace(/#.*/, ''))
    const queries = new Set(errors.flatMap(({ code, messages }) => [code, ...messages]))
    expect(queries.size).toBeGreaterThan(80)
    const lost: string[] = []
    for (const query of queries) {
      const [first = ''] = await search(page, query)
      if (!pagesOf(query).includes(first)) lost.push(`${query}: ${first}`)
    }
    expect(lost).toStrictEqual([])
  })

  it('is narrowed to one part of the site', async () => {
    const page = await openSearch()
    const filter = page.getByRole('group', { name: 'Search in' })
    expect(
      await filter.getByRole('radio').evaluateAll((all) => all.map((one) => one.parentElement?.textContent)),
    ).toStrictEqual(['Everything', 'Use the API', 'Run it yourself', 'Your own API'])
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

  it('shows at most three results of one page', async () => {
    const page = await openSearch()
    const paths = await search(page, 'coupon')
    const counts = Map.groupBy(paths, (path) => path)
    expect(Math.max(...[...counts.values()].map((same) => same.length))).toBe(3)
  })
})
