import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { findAccessibilityFaults, useBrowser } from '@giftcards/test-browser'
import { docsUrl, sandbox } from '../site.ts'
import { findOverflow } from './find-overflow.ts'

const browser = useBrowser()

const open = (fragment: string, phone = false): Promise<Page> =>
  browser.openPage(`${sandbox.url}/docs/reference.html${fragment}`, { phone })

describe('the reference', () => {
  it('leads from an operation to the try-it page, and back', async () => {
    const page = await open('#operation/addCards')
    const operation = page.locator('[data-section-id]').filter({ hasText: '/v3.1/carts/{cartId}/cards' })
    const link = operation.getByRole('link', { name: 'Try it', exact: true }).last()
    await link.waitFor()
    // Text and samples are side by side.
    expect((await operation.last().boundingBox())?.width).toBeGreaterThan(800)
    await link.click()
    await page.waitForURL(/\/try\.html#addCards$/)
    const form = page.getByRole('form', { name: 'Add cards to the cart' })
    await expect.poll(() => form.isVisible()).toBe(true)
    await page.getByRole('main').getByRole('link', { name: 'Reference', exact: true }).click()
    // The viewer replaces the fragment with its own.
    await page.waitForURL(/\/reference\.html#.*\/addCards$/i)
  })

  it('names servers that can be reached, with the defaults of their variables', async () => {
    const page = await browser.openPage(`${docsUrl}/reference.html`)
    await page.getByText('https://partner-api.example.com').first().waitFor()
    expect(await page.locator('#redoc').textContent()).not.toContain('base_url')
  })

  it('has the actions of the page once, below its title', async () => {
    const page = await open('')
    const title = page.getByRole('heading', { level: 1 })
    const copy = page.getByRole('button', { name: 'Copy page as Markdown' })
    await copy.waitFor()
    const [above, below] = [await title.boundingBox(), await copy.boundingBox()]
    expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? Infinity))
    const copies = page.locator('#content').getByRole('button', { name: 'Copy' }).filter({ visible: true })
    expect((await copies.allTextContents()).filter((text) => text.trim() !== '')).toStrictEqual([
      'Copy page as Markdown',
    ])
  })

  it('has one menu on a phone, which leads to every operation', async () => {
    const page = await open('', true)
    await expect
      .poll(() => page.getByRole('button', { name: /menu/i }).filter({ visible: true }).count())
      .toBe(1)
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    const menu = page.getByRole('navigation', { name: 'Pages', exact: true })
    await menu.locator('summary', { hasText: 'Carts' }).click()
    expect(await findAccessibilityFaults(page, '#site-navigation')).toStrictEqual([])
    await menu.getByRole('link', { name: 'Adjust a card quantity' }).click()
    await menu.waitFor({ state: 'hidden' })
    await page.getByRole('heading', { name: 'Adjust a card quantity' }).first().waitFor()
    expect(page.url()).toMatch(/\/adjustCardQuantity$/i)
    expect(await findOverflow(page)).toStrictEqual([])
  })
})

describe('the button that copies code', () => {
  it.each([false, true])('covers none of it, on a phone: %s', async (phone) => {
    const page = await browser.openPage(`${docsUrl}/guides/quickstart.html`, { phone })
    const covered = await page.evaluate<readonly string[]>(
      `Array.from(document.querySelectorAll('.code:has([data-copies])'))
        .filter((block) => block.checkVisibility())
        .filter((block) => {
          const code = block.querySelector('pre').getBoundingClientRect()
          const button = block.querySelector('[data-copies]').getBoundingClientRect()
          return code.right > button.left
        })
        .map((block) => block.textContent)`,
    )
    expect(covered).toStrictEqual([])
  })
})
