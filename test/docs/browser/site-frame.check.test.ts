import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { phoneSize, useBrowser } from '@giftcards/test-browser'
import { docsFolder, docsUrl, sandbox } from '../site.ts'

const browser = useBrowser()

const open = (path: string, phone = false): Promise<Page> =>
  browser.openPage(`${sandbox.url}${path}`, { phone })

const pages = ['/docs/guides/errors.html', '/docs/reference.html', '/docs/try.html', '/sandbox/', '/status']

/** Returns the displayed colors of the page background and of the site name in the header. */
const readColors = (page: Page): Promise<string> =>
  page.evaluate(
    `[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.querySelector('.site-name')).color].join(' ')`,
  )

describe('the frame of the site', () => {
  it.each(pages)('is the same on %s as on /: theme, keyboard, search and menu', async (path) => {
    const page = await open('/')
    const toggle = page.getByRole('button', { name: 'Dark theme' })
    const light = await readColors(page)
    await toggle.click()
    const dark = await readColors(page)
    expect(dark).not.toBe(light)

    await page.goto(`${sandbox.url}${path}`)
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
    expect(await toggle.getAttribute('aria-pressed')).toBe('true')
    expect(await readColors(page)).toBe(dark)
    await page.keyboard.press('Tab')
    expect(await page.locator(':focus').textContent()).toBe('Skip to the content')
    await page.keyboard.press('Enter')
    expect(await page.locator('#content:focus').count()).toBe(1)
    await toggle.click()
    expect(await page.locator('html').getAttribute('data-theme')).toBe('light')
    expect(await readColors(page)).toBe(light)

    const searches = page.getByRole('button', { name: /search/i }).filter({ visible: true })
    await expect.poll(() => searches.count()).toBe(1)
    await searches.click()
    await page.keyboard.type('insufficient_inventory')
    await page.getByRole('dialog', { name: 'Search' }).getByRole('link').first().waitFor()
    await page.keyboard.press('Escape')

    await page.setViewportSize(phoneSize)
    const menu = page.getByRole('navigation', { name: 'Pages', exact: true })
    await expect.poll(() => menu.isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await menu.getByRole('link', { name: 'Sandbox', exact: true }).waitFor()
    await menu.getByRole('link', { name: 'Five-minute quickstart' }).click()
    await page.waitForURL(`${sandbox.url}/docs/guides/quickstart.html`)
  })

  it('leads to every guide, and to no page that is none', async () => {
    const page = await open('/docs/guides/quickstart.html')
    const hrefs = await page
      .locator('nav[aria-label=Pages] a')
      .evaluateAll((links) => links.map((link) => (link as unknown as { pathname: string }).pathname))
    const named = hrefs.filter((path) => path.startsWith('/docs/')).map((path) => path.slice('/docs/'.length))
    expect(named.filter((path) => !existsSync(join(docsFolder, path)))).toStrictEqual([])
    expect(named.filter((path) => path.startsWith('guides/')).toSorted()).toStrictEqual(
      readdirSync(join(docsFolder, 'guides'))
        .filter((name) => name.endsWith('.html'))
        .map((name) => `guides/${name}`)
        .toSorted(),
    )
    const current = page.locator('nav[aria-label=Pages] [aria-current=page]')
    expect(await current.getAttribute('href')).toBe('quickstart.html')
  })

  it('leads from page to page in a static folder', async () => {
    const page = await browser.openPage(`${docsUrl}/`)
    const menu = page.getByRole('navigation', { name: 'Pages', exact: true })
    await menu.getByRole('link', { name: 'Five-minute quickstart' }).click()
    await page.waitForURL('**/guides/quickstart.html')
    // On pages for partners, the sections for operators are collapsed.
    await menu.getByText('Run it yourself').click()
    await menu.getByRole('link', { name: 'Rule catalogue' }).click()
    await page.waitForURL('**/rules.html')
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Rule catalogue')
  })
})

describe('what a reader takes away', () => {
  it.each(['/docs/guides/errors.html', '/docs/try.html'])(
    'is the Markdown of %s, at one click',
    async (path) => {
      const page = await open(path)
      expect(await copyMarkdown(page)).toBe(await twinOf(path))
    },
  )

  it('is the Markdown of the reference, and its document as JSON and YAML', async () => {
    const page = await open('/docs/reference.html')
    for (const name of ['OpenAPI JSON', 'OpenAPI YAML']) {
      const download = page.waitForEvent('download')
      await page.getByRole('link', { name }).click()
      expect((await download).suggestedFilename()).toMatch(/^reference\.(?:json|yaml)$/)
    }
    expect(await copyMarkdown(page)).toBe(await twinOf('/docs/reference.html'))
  })

  it('is code, by a button that is seen without pointing at it', async () => {
    const page = await open('/docs/guides/quickstart.html', true)
    await page.getByRole('main').getByRole('button', { name: 'Copy', exact: true }).first().waitFor()
    const opacity = `getComputedStyle(document.querySelector('[data-copies]')).opacity`
    expect(await page.evaluate(opacity)).toBe('1')
  })
})

/** Copies the page as Markdown, opens its Markdown version, and returns the copied text. */
async function copyMarkdown(page: Page): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy page as Markdown' }).click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  const copied = await page.evaluate<string>('navigator.clipboard.readText()')
  await page.getByRole('link', { name: 'View as Markdown' }).click()
  await page.waitForURL(/\.md$/)
  return copied
}

/** Returns the Markdown of a page, with the address of the server that the test has opened. */
const twinOf = async (path: string): Promise<string> => {
  const response = await fetch(`${sandbox.url}${path.replace(/html$/, 'md')}`)
  return (await response.text()).replaceAll(/http:\/\/127\.0\.0\.1:3000(?!\d)/g, sandbox.url)
}

interface Cell {
  readonly title: string
  readonly text: string
  readonly left: number
  readonly right: number
}

describe('tables of errors', () => {
  it('show what to do on a phone, within its width', async () => {
    const page = await open('/docs/errors/index.html', true)
    const cells = await page.evaluate<readonly Cell[]>(
      `Array.from(document.querySelector('a[href="insufficient_inventory.html"]').closest('tr').cells, (cell) => {
        const { left, right } = cell.getBoundingClientRect()
        return { title: cell.dataset.title, text: cell.textContent.trim(), left, right }
      })`,
    )
    const advice = cells.find(({ title }) => title === 'What to do')
    expect(advice?.text).toMatch(/\w+ \w+/)
    expect(cells.filter(({ left, right }) => left < 0 || right > phoneSize.width)).toStrictEqual([])
  })
})
