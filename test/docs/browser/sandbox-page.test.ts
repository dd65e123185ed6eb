import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  fillCart,
  placeOrder,
  type Sandbox,
  type ServerOnDatabase,
  startSandbox,
  startServerOn,
  storyCard,
  storyPayments,
} from '@giftcards/test-harness'
import { findAccessibilityFaults, type PageOptions, useBrowser } from '@giftcards/test-browser'
import { findOverflow } from './find-overflow.ts'
import { readPlottedLine } from './read-plotted-line.ts'
import { steerTryPage } from './try-page.ts'

const browser = useBrowser()
let sandbox: Sandbox
let guarded: ServerOnDatabase
beforeAll(async () => {
  sandbox = await startSandbox()
  guarded = await startServerOn({
    SANDBOX_SEED: 'tests',
    SANDBOX_KEY: 'examples-sandbox-key',
    DATABASE_URL: 'sqlite::memory:',
  })
})
beforeEach(() => sandbox.reset())
afterAll(async () => {
  await guarded.close()
  await sandbox.close()
})

async function watch(options?: PageOptions): Promise<Page> {
  const page = await browser.openPage(`${sandbox.url}/sandbox/`, options)
  await page.getByRole('status').getByText('Live').waitFor()
  await page.locator('canvas').waitFor()
  return page
}

/** How far the plotted balance falls from its beginning to its end, in pixels. */
async function findFall(page: Page): Promise<number> {
  const line = await readPlottedLine(page)
  return line === undefined ? Number.NaN : line.endY - line.startY
}

const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name })

describe('sandbox page', () => {
  it('draws the same bars of stock when it is loaded again', async () => {
    const page = await watch()
    const partner = await sandbox.partner('elite@example.com')
    await placeOrder(partner, [storyCard.northwindPhysical()], storyPayments.DRAWDOWN_ACCOUNT)
    const row = region(page, 'Stock').getByRole('row', { name: 'Northwind Outfitters $100.00 physical' })
    await expect.poll(() => row.getByRole('cell').allTextContents()).toStrictEqual(['', '4', '0'])
    const readWidths = (): Promise<readonly string[]> =>
      region(page, 'Stock')
        .locator('.bar span')
        .evaluateAll((bars) => bars.map((bar) => bar.style.width))
    const before = await readWidths()
    expect(before).toContain('max(2px, 4%)')
    await page.reload()
    await row.waitFor()
    await expect.poll(readWidths).toStrictEqual(before)
  })

  it('shows a purchase of the try-it page as it happens', async () => {
    const page = await watch()
    await page.evaluate('globalThis.isFirstLoad = true')
    await expect.poll(() => findFall(page)).toBe(0)
    const stock = region(page, 'Stock').getByRole('row', { name: 'Northwind Outfitters $100.00 physical' })
    expect(await stock.getByRole('cell').allTextContents()).toStrictEqual(['', '5', '0'])

    const reader = steerTryPage(await browser.openPage(`${sandbox.url}/docs/try.html`))
    await reader.logIn('elite@example.com')
    await reader.choose('Check out in one request', 'Drawdown account, cards listed')
    await reader.send(201)

    await region(page, /^Processing/)
      .getByText('Order 100001')
      .waitFor()
    await expect.poll(() => stock.getByRole('cell').allTextContents()).toStrictEqual(['', '4', '0'])
    const requests = region(page, 'Requests').getByRole('row')
    await expect
      .poll(() => requests.allTextContents())
      .toStrictEqual([
        expect.any(String),
        expect.stringMatching(/checkout.*201/),
        expect.stringMatching(/login.*200/),
        expect.stringMatching(/createSession.*200/),
      ])
    const drawdown = region(page, 'Drawdown')
    await drawdown.getByText('$1,109.33 available, $390.67 held').waitFor()

    await page.getByRole('button', { name: '+24 h' }).click()
    await region(page, /^Shipped/)
      .getByText('Order 100001')
      .waitFor()
    await drawdown.getByRole('img', { name: /^Balance from \$1,500\.00 .* to \$1,409\.33 now$/ }).waitFor()
    await expect.poll(() => findFall(page)).toBeGreaterThan(5)
    expect(await page.evaluate('globalThis.isFirstLoad')).toBe(true)
  })

  it('freezes the clock and puts everything back', async () => {
    const page = await watch()
    await page.getByRole('button', { name: 'Run clock' }).click()
    await page.getByRole('button', { name: 'Freeze clock' }).waitFor()
    expect((await sandbox.control('getClock')).body).toMatchObject({ frozen: false })

    await sandbox.partner()
    await region(page, 'Requests').getByText('createSession').waitFor()
    await page.getByRole('button', { name: 'Reset sandbox…' }).click()
    const question = page.getByRole('dialog', { name: 'Reset the sandbox?' })
    await question.getByRole('button', { name: 'Reset', exact: true }).click()
    await region(page, 'Requests').getByText('No request yet').waitFor()
    expect((await sandbox.control('listRequests')).body).toMatchObject({ requests: [] })
  })

  it('tells that the server is gone, and goes on by itself', async () => {
    const page = await watch({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] })
    await page.context().setOffline(true)
    await page.getByRole('alert').waitFor()
    await sandbox.partner()
    await page.context().setOffline(false)
    await region(page, 'Requests').getByText('createSession').waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  it('asks for the key of a guarded sandbox until it is right', async () => {
    const page = await browser.openPage(`${guarded.url}/sandbox/`, { expectedErrors: [/status of 401/] })
    const unlockWith = async (key: string): Promise<number> => {
      await page.getByLabel('Sandbox key').fill(key)
      const answer = page.waitForResponse(/__sandbox/)
      await page.getByRole('button', { name: 'Unlock' }).click()
      return (await answer).status()
    }
    expect(await unlockWith('a guess')).toBe(401)
    await page.getByRole('alert').getByText('The sandbox does not accept this key.').waitFor()
    const input = page.getByLabel('Sandbox key')
    expect(await input.getAttribute('aria-invalid')).toBe('true')
    // The next try replaces the refused one.
    await page.keyboard.type('examples-sandbox-key')
    expect(await input.inputValue()).toBe('examples-sandbox-key')
    expect(await findAccessibilityFaults(page)).toStrictEqual([])
    expect(await unlockWith('examples-sandbox-key')).toBe(200)
    await page.getByRole('heading', { name: 'Stock' }).waitFor()
    expect(page.url()).not.toContain('examples-sandbox-key')
  })

  it('is accessible and fits a phone, empty and in use', async () => {
    const page = await watch({ phone: true })
    expect(await findOverflow(page)).toStrictEqual([])
    expect(await findAccessibilityFaults(page)).toStrictEqual([])
    const partner = await sandbox.partner('elite@example.com')
    await placeOrder(partner, [storyCard.northwindPhysical()], storyPayments.DRAWDOWN_ACCOUNT)
    await fillCart(partner)
    await region(page, /^Processing/)
      .getByText('Order 100001')
      .click()
    await region(page, 'Carts').getByText('Northwind Outfitters').first().waitFor()
    expect(await findOverflow(page)).toStrictEqual([])
    expect(await findAccessibilityFaults(page)).toStrictEqual([])
  })
})
