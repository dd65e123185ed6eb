import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { docsFolder } from './docs-folder.ts'
import { findAccessibilityFaults, serveFolder, useBrowser } from '@giftcards/test-browser'
import { findOverflow } from './find-overflow.ts'

const browser = useBrowser()
let docs: Awaited<ReturnType<typeof serveFolder>>
beforeAll(async () => {
  docs = await serveFolder(docsFolder)
})
afterAll(() => docs.close())

const labels = ['curl', 'TypeScript client', 'fetch', 'Python', 'Go', 'Java', 'C#', 'PHP', 'Ruby']

const createCart = 'reference.html#operation/createCart'
const checkout = 'reference.html#operation/checkout'
const guide = 'guides/checkout-by-each-method.html'
const advanceClock = 'sandbox.html#operation/advanceClock'

const tabs = (page: Page) => page.getByRole('tablist', { name: 'Language' }).first().getByRole('tab')

/** The languages that the groups on the page show, each once. */
const selected = (page: Page): Promise<readonly string[]> =>
  page.evaluate(
    `[...new Set(Array.from(document.querySelectorAll('.code-tabs [role=tab][aria-selected=true]'), (tab) => tab.textContent))]`,
  )

/** The languages whose panels are seen, each once. */
const seen = (page: Page): Promise<readonly string[]> =>
  page.evaluate(
    `[...new Set(Array.from(document.querySelectorAll('.code-tabs [role=tabpanel]'))
      .filter((panel) => panel.checkVisibility()).map((panel) => panel.dataset.language))]`,
  )

async function expectLanguage(page: Page, language: string): Promise<void> {
  await expect.poll(() => selected(page)).toStrictEqual([language])
  expect(await seen(page)).toStrictEqual([language])
}

describe('the tabs of code samples', () => {
  it('are nine languages, chosen once for every page', async () => {
    const page = await browser.openPage(`${docs.url}/${createCart}`)
    await tabs(page).first().waitFor()
    expect(await tabs(page).allTextContents()).toStrictEqual(labels)
    await expectLanguage(page, 'curl')
    await page.getByRole('tab', { name: 'Python' }).first().click()
    await expectLanguage(page, 'Python')
    for (const path of [checkout, advanceClock, guide]) {
      await page.goto(`${docs.url}/${path}`)
      await tabs(page).first().waitFor()
      await expectLanguage(page, 'Python')
    }
  })

  it('are chosen by the arrow keys, Home and End', async () => {
    const page = await browser.openPage(`${docs.url}/${createCart}`)
    await tabs(page).first().focus()
    for (const [key, language] of [
      ['ArrowRight', 'TypeScript client'],
      ['End', 'Ruby'],
      ['ArrowRight', 'curl'],
      ['ArrowLeft', 'Ruby'],
      ['Home', 'curl'],
    ] as const) {
      await page.keyboard.press(key)
      await expectLanguage(page, language)
      expect(await page.locator(':focus').textContent()).toBe(language)
    }
    expect(
      await page.evaluate(`document.querySelectorAll('.code-tabs [role=tab][tabindex="0"]').length`),
    ).toBe(await page.locator('.code-tabs').count())
  })

  it('work where the browser stores nothing', async () => {
    const page = await browser.openPage(`${docs.url}/index.html`)
    await page.addInitScript(
      `Object.defineProperty(globalThis, 'localStorage', { get() { throw new DOMException('off', 'SecurityError') } })`,
    )
    // The viewer reads and writes the storage itself, and fails without it: a guide has no viewer.
    await page.goto(`${docs.url}/guides/quickstart.html`)
    await page.getByRole('tab', { name: 'Go', exact: true }).first().click()
    await expect.poll(() => seen(page)).toStrictEqual(['Go'])
  })

  it('are one block each where no script runs', async () => {
    const page = await browser.openPage(`${docs.url}/index.html`)
    const html = await (await fetch(`${docs.url}/${guide}`)).text()
    const still = html.replaceAll(/<script\b[^>]*>(?:[^]*?<\/script>)?/g, '')
    await page.setContent(still.replaceAll('../assets/', `${docs.url}/assets/`))
    expect(await page.getByRole('tab').filter({ visible: true }).count()).toBe(0)
    expect(await seen(page)).toStrictEqual(['curl'])
  })

  it('are printed as what is seen, with the name of the language', async () => {
    const page = await browser.openPage(`${docs.url}/${guide}`)
    await page.getByRole('tab', { name: 'PHP' }).first().click()
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('tab').filter({ visible: true }).count()).toBe(0)
    expect(await seen(page)).toStrictEqual(['PHP'])
    const name = `getComputedStyle(document.querySelector('.code-tabs [role=tabpanel]:not([hidden])'), '::before').content`
    expect(await page.evaluate(name)).toContain('PHP')
  })

  it('have no fault of accessibility in a guide, on a desktop and on a phone', async () => {
    for (const phone of [false, true]) {
      const page = await browser.openPage(`${docs.url}/guides/quickstart.html`, { phone })
      await page.getByRole('tab', { name: 'C#' }).first().click()
      expect(await findOverflow(page)).toStrictEqual([])
      expect(await findAccessibilityFaults(page, 'main')).toStrictEqual([])
    }
  })

  it('copy the code of the language that is seen', async () => {
    const page = await browser.openPage(`${docs.url}/${createCart}`)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await tabs(page).getByText('Ruby').click()
    await page
      .getByRole('tabpanel', { name: 'Ruby' })
      .first()
      .getByRole('button', { name: 'Copy', exact: true })
      .click()
    await page.getByRole('button', { name: 'Copied' }).first().waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/^require "net\/http"/)
  })
})
