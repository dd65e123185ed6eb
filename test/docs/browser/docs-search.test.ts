import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from '@giftcards/test-harness'
import { useBrowser } from '@giftcards/test-browser'

const browser = useBrowser()
let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())

const open = (path: string): Promise<Page> => browser.openPage(`${sandbox.url}/docs/${path}`)

describe('search of the docs', () => {
  it('closes at one Escape, whatever was typed, and leaves the reader where they were', async () => {
    const page = await open('guides/errors.html')
    const button = page.getByRole('button', { name: 'Search' })
    await button.press('Enter')
    await page.keyboard.type('coupon')
    const dialog = page.getByRole('dialog', { name: 'Search' })
    await dialog.getByRole('link').first().waitFor()
    await page.keyboard.press('Escape')
    expect(await dialog.count()).toBe(0)
    expect(await page.locator(':focus').textContent()).toBe(await button.textContent())
    await page.keyboard.press('/')
    expect(await dialog.getByRole('searchbox').inputValue()).toBe('coupon')
    await page.keyboard.type('drawdown')
    expect(await dialog.getByRole('searchbox').inputValue()).toBe('drawdown')
  })

  it('says when nothing is found', async () => {
    const page = await open('index.html')
    await page.keyboard.press('/')
    await page.keyboard.type('xylophone')
    const status = page.getByRole('dialog', { name: 'Search' }).getByRole('status')
    await expect.poll(() => status.textContent()).toBe('Nothing found for “xylophone”.')
  })
})
