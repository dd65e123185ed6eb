import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { fillCart, placeOrder, startServerOn, storyCard, storyPayments } from '@giftcards/test-harness'
import { findAccessibilityFaults, type PageOptions, useBrowser } from '@giftcards/test-browser'
import { sandbox } from '../site.ts'
import { findOverflow } from './find-overflow.ts'
import { steerTryPage } from './try-page.ts'

const browser = useBrowser()
beforeEach(() => sandbox.reset())

async function watch(options?: PageOptions): Promise<Page> {
  const page = await browser.openPage(`${sandbox.url}/sandbox/`, options)
  await page.getByRole('status').getByText('Live').waitFor()
  await page.locator('canvas').waitFor()
  return page
}

/**
 * Returns how far the plotted balance falls from start to end, in pixels. Finds the line by its color; undefined if there is
 * none.
 */
const findFall = (page: Page): Promise<number | undefined> =>
  page.evaluate(`(() => {
    const canvas = document.querySelector('canvas')
    if (canvas === null || canvas.width === 0) return undefined
    const sample = new OffscreenCanvas(1, 1).getContext('2d')
    sample.fillStyle = getComputedStyle(canvas).getPropertyValue('--plot-line')
    sample.fillRect(0, 0, 1, 1)
    const color = sample.getImageData(0, 0, 1, 1).data
    const { data, width, height } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
    const isLine = (x, y) => color.every((part, index) => Math.abs(data[4 * (y * width + x) + index] - part) < 16)
    const yOfColumn = (x) => Array.from({ length: height }, (_, y) => y).find((y) => isLine(x, y))
    const line = Array.from({ length: width }, (_, x) => yOfColumn(x)).filter((y) => y !== undefined)
    return line.length === 0 ? undefined : line.at(-1) - line[0]
  })()`)

const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name })

describe('sandbox page', () => {
  it('shows a purchase of the try-it page as it happens, and the same bars of stock when it is loaded again', async () => {
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
    const bars = region(page, 'Stock').locator('.bar span')
    const readWidths = () => bars.evaluateAll((all) => all.map((bar) => bar.style.width))
    const widths = await readWidths()
    expect(widths).toContain('max(2px, 4%)')
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

    await page.reload()
    await stock.waitFor()
    await expect.poll(readWidths).toStrictEqual(widths)
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
    await region(page, 'Requests').getByText('No requests yet').waitFor()
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
    const settings = { SANDBOX_KEY: 'examples-sandbox-key', DATABASE_URL: 'sqlite::memory:' }
    const guarded = await startServerOn(settings)
    onTestFinished(() => guarded.close())
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
    // Typing replaces the rejected key.
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
