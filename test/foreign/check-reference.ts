import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openBrowser } from '../browser/open-browser.ts'
import { patience } from '../browser/patience.ts'
import { serveFolder } from '../browser/serve-folder.ts'

/**
 * Opens the first and the last link from the home page of a built site to an operation of its reference, in a browser. Where
 * Redoc knows the operation, it replaces the anchor by its own, `#/tag/operation`. One sentence for each link that it does
 * not know.
 */
export async function listLostOperations(site: string): Promise<readonly string[]> {
  const home = readFileSync(join(site, 'index.html'), 'utf8')
  const links = Array.from(
    home.matchAll(/href="(reference\.html#operation\/[^"]+)"/g),
    ([, link = '']) => link,
  )
  const chosen = [...new Set([links.at(0), links.at(-1)])].filter((link) => link !== undefined)
  if (chosen.length === 0) return []
  const browser = await openBrowser()
  const server = await serveFolder(site)
  try {
    const lost: string[] = []
    for (const link of chosen) {
      const page = await browser.openPage(`${server.url}/${link.replaceAll('&amp;', '&')}`)
      const isKnown = await page.waitForURL(/#\//, patience).then(
        () => true,
        () => false,
      )
      if (!isKnown) lost.push(`index.html links to ${link}, which the reference does not show`)
      await page.context().close()
    }
    return lost
  } finally {
    server.close()
  }
}
