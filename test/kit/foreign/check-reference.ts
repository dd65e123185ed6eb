import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openBrowser, serveFolder } from '@giftcards/test-browser'

/**
 * Opens the last link from the home page of a built site to an operation of its reference, in a browser. Where Redoc knows
 * the operation, it replaces the anchor by its own, `#/tag/operation`. One sentence where it does not.
 */
export async function listLostOperations(site: string): Promise<readonly string[]> {
  const home = readFileSync(join(site, 'index.html'), 'utf8')
  const links = Array.from(
    home.matchAll(/href="(reference\.html#operation\/[^"]+)"/g),
    ([, link = '']) => link,
  )
  const link = links.at(-1)
  if (link === undefined) return []
  const browser = await openBrowser()
  const server = await serveFolder(site)
  try {
    const page = await browser.openPage(`${server.url}/${link.replaceAll('&amp;', '&')}`)
    const isKnown = await page.waitForURL(/#\//).then(
      () => true,
      () => false,
    )
    await page.context().close()
    return isKnown ? [] : [`index.html links to ${link}, which the reference does not show`]
  } finally {
    server.close()
  }
}
