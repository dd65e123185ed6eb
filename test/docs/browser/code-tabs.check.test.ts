import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { findAccessibilityFaults, phoneSize, useBrowser } from '@giftcards/test-browser'
import { docsUrl } from '../site.ts'
import { findOverflow } from './find-overflow.ts'

const browser = useBrowser()

const labels = ['curl', 'TypeScript client', 'fetch', 'Python', 'Go', 'Java', 'C#', 'PHP', 'Ruby']

const quickstart = `${docsUrl}/guides/quickstart.html`
const guide = `${docsUrl}/guides/checkout-by-each-method.html`

const tabs = (page: Page) => page.getByRole('tablist', { name: 'Language' }).first().getByRole('tab')

/** Returns the selected languages of all tab groups on the page, without duplicates. */
const selected = (page: Page): Promise<readonly string[]> =>
  page.evaluate(
    `[...new Set(Array.from(document.querySelectorAll('.code-tabs [role=tab][aria-selected=true]'), (tab) => tab.textContent))]`,
  )

/** Returns the languages of the visible panels, without duplicates. */
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
  it('are nine languages, chosen once for every page, and copied as they are seen', async () => {
    const page = await browser.openPage(`${docsUrl}/reference.html#operation/createCart`)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await tabs(page).first().waitFor()
    expect(await tabs(page).allTextContents()).toStrictEqual(labels)
    await expectLanguage(page, 'curl')
    await tabs(page).getByText('Ruby').click()
    await expectLanguage(page, 'Ruby')
    const panel = page.getByRole('tabpanel', { name: 'Ruby' }).first()
    await panel.getByRole('button', { name: 'Copy', exact: true }).click()
    await page.getByRole('button', { name: 'Copied' }).first().waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/^require "net\/http"/)
    for (const url of [`${docsUrl}/sandbox.html#operation/advanceClock`, guide]) {
      await page.goto(url)
      await tabs(page).first().waitFor()
      await expectLanguage(page, 'Ruby')
    }
  })

  it('are chosen by the arrow keys, Home and End, accessible, on a desktop and on a phone', async () => {
    const page = await browser.openPage(guide)
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
    await page.getByRole('tab', { name: 'C#' }).first().click()
    for (const size of [{ width: 1280, height: 800 }, phoneSize]) {
      await page.setViewportSize(size)
      expect(await findOverflow(page)).toStrictEqual([])
      expect(await findAccessibilityFaults(page, '[role=tablist]')).toStrictEqual([])
    }
  })

  it('work where the browser stores nothing', async () => {
    const page = await browser.openPage(`${docsUrl}/404.html`)
    await page.addInitScript(
      `Object.defineProperty(globalThis, 'localStorage', { get() { throw new DOMException('off', 'SecurityError') } })`,
    )
    // The viewer of the reference fails without storage, so this test uses a guide, which has no viewer.
    await page.goto(quickstart)
    await page.getByRole('tab', { name: 'Go', exact: true }).first().click()
    await expect.poll(() => seen(page)).toStrictEqual(['Go'])
  })

  it('are one block each in print, with the name of the language, and where no script runs', async () => {
    const page = await browser.openPage(guide)
    await page.getByRole('tab', { name: 'PHP' }).first().click()
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('tab').filter({ visible: true }).count()).toBe(0)
    expect(await seen(page)).toStrictEqual(['PHP'])
    const name = `getComputedStyle(document.querySelector('.code-tabs [role=tabpanel]:not([hidden])'), '::before').content`
    expect(await page.evaluate(name)).toContain('PHP')

    await page.emulateMedia({ media: 'screen' })
    const html = await (await fetch(guide)).text()
    const still = html.replaceAll(/<script\b[^>]*>(?:[^]*?<\/script>)?/g, '')
    await page.setContent(still.replaceAll('../assets/', `${docsUrl}/assets/`))
    expect(await page.getByRole('tab').filter({ visible: true }).count()).toBe(0)
    expect(await seen(page)).toStrictEqual(['curl'])
  })
})
