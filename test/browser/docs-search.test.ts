import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from '../sandbox/start-sandbox.ts'
import { patience } from './patience.ts'
import { expectOperation } from './expect-operation.ts'
import { useBrowser } from './use-browser.ts'

const browser = useBrowser()
let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())

const open = (path: string): Promise<Page> => browser.openPage(`${sandbox.url}/docs/${path}`)

describe('search of the docs', () => {
  it('finds applyCoupon by keyboard and leads to it', async () => {
    const page = await open('index.html')
    await page.keyboard.press('/')
    await page.keyboard.type('applyCoupon')
    const results = page.getByRole('dialog', { name: 'Search' }).getByRole('link')
    await expect.poll(() => results.first().textContent(), patience).toContain('applyCoupon')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/reference\.html#/)
    await expectOperation(page, 'Apply a coupon')
  })

  it('says when nothing is found', async () => {
    const page = await open('index.html')
    await page.keyboard.press('/')
    await page.keyboard.type('xylophone')
    const status = page.getByRole('dialog', { name: 'Search' }).getByRole('status')
    await expect.poll(() => status.textContent(), patience).toBe('Nothing found for “xylophone”.')
  })
})
