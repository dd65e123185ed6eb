import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from '@giftcards/test-harness'
import { phoneSize, useBrowser } from '@giftcards/test-browser'

const browser = useBrowser()
let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())

const open = (path: string, phone = false): Promise<Page> =>
  browser.openPage(`${sandbox.url}${path}`, { phone })

const pages = [
  '/',
  '/docs/guides/errors.html',
  '/docs/reference.html',
  '/docs/sandbox.html',
  '/docs/try.html',
  '/sandbox/',
  '/status',
]

/** The background of the page, and the text in its header, as they are shown. */
const readColors = `[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.querySelector('.site-name')).color].join(' ')`

describe('the frame of the site', () => {
  it.each(pages)('has the menu of the site on a phone on %s', async (path) => {
    const page = await open(path, true)
    const menu = page.getByRole('navigation', { name: 'Pages', exact: true })
    expect(await menu.isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await menu.getByRole('link', { name: 'Sandbox', exact: true }).waitFor()
    await menu.getByRole('link', { name: 'Five-minute quickstart' }).click()
    await page.waitForURL(`${sandbox.url}/docs/guides/quickstart.html`)
  })

  it.each(pages)('is skipped by keyboard on %s', async (path) => {
    const page = await open(path)
    await page.keyboard.press('Tab')
    expect(await page.locator(':focus').textContent()).toBe('Skip to the content')
    await page.keyboard.press('Enter')
    expect(await page.locator('#content:focus').count()).toBe(1)
  })

  it('has the same colors on every page, in the theme that was chosen', async () => {
    const page = await open('/docs/')
    for (const theme of ['dark', 'light']) {
      await page.getByRole('button', { name: 'Dark theme' }).click()
      const colors: Record<string, string> = {}
      for (const path of pages) {
        await page.goto(`${sandbox.url}${path}`)
        expect(await page.locator('html').getAttribute('data-theme')).toBe(theme)
        colors[path] = await page.evaluate<string>(readColors)
      }
      expect(colors).toStrictEqual(Object.fromEntries(pages.map((path) => [path, colors['/']])))
    }
  })

  it.each(['/docs/reference.html', '/docs/sandbox.html', '/docs/try.html', '/sandbox/', '/'])(
    'has one search on %s, which finds everything',
    async (path) => {
      const page = await open(path)
      const boxes = page.getByRole('button', { name: /search/i })
      await expect.poll(() => boxes.filter({ visible: true }).count()).toBe(1)
      await boxes.filter({ visible: true }).click()
      await page.keyboard.type('insufficient_inventory')
      await page.getByRole('dialog', { name: 'Search' }).getByRole('link').first().waitFor()
    },
  )
})

describe('what a reader takes away', () => {
  it.each(['/docs/guides/errors.html', '/docs/reference.html', '/docs/try.html'])(
    'is the Markdown of %s, at one click',
    async (path) => {
      const page = await open(path)
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      const button = page.getByRole('button', { name: 'Copy page as Markdown' })
      await button.click()
      await page.getByRole('button', { name: 'Copied' }).waitFor()
      const twin = await fetch(`${sandbox.url}${path.replace(/html$/, 'md')}`)
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(await twin.text())
      await page.getByRole('link', { name: 'View as Markdown' }).click()
      await page.waitForURL(/\.md$/)
    },
  )

  it('is code, by a button that is seen without pointing at it', async () => {
    const page = await open('/docs/guides/quickstart.html', true)
    await page.getByRole('main').getByRole('button', { name: 'Copy', exact: true }).first().waitFor()
    const opacity = `getComputedStyle(document.querySelector('[data-copies]')).opacity`
    expect(await page.evaluate(opacity)).toBe('1')
  })

  it('is the document of the reference, as JSON and YAML', async () => {
    const page = await open('/docs/reference.html')
    for (const name of ['OpenAPI JSON', 'OpenAPI YAML']) {
      const download = page.waitForEvent('download')
      await page.getByRole('link', { name }).click()
      expect((await download).suggestedFilename()).toMatch(/^reference\.(?:json|yaml)$/)
    }
  })
})

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
