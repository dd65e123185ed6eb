import type { Page } from 'playwright-core'
import type { TestBrowser } from '@giftcards/test-browser'
import { docsUrl } from '../site.ts'

export const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Search' })
export const linksOf = (page: Page) => dialogOf(page).getByRole('link')

/** Searches in the dialog and returns the pages found, best first, as paths within the site. */
export async function search(page: Page, query: string): Promise<readonly string[]> {
  await dialogOf(page).getByRole('searchbox').fill(query)
  await linksOf(page).first().waitFor()
  const hrefs = await linksOf(page).evaluateAll((found) =>
    found.map((link) => link.getAttribute('href') ?? ''),
  )
  return hrefs.map((href) => new URL(href).pathname.slice(1))
}

/** Opens a page of the site with its search dialog. */
export async function openSearch(browser: Pick<TestBrowser, 'openPage'>): Promise<Page> {
  const page = await browser.openPage(`${docsUrl}/index.html`)
  await page.keyboard.press('/')
  // The first search loads the index.
  await search(page, 'cart')
  return page
}
