import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** What a reader does on the try-it page. Every step waits for its response and expects the verdict that it names. */
export interface TryPage {
  readonly page: Page
  openSession(): Promise<void>
  logIn(email: string): Promise<void>
  /** Chooses an operation by its summary, and one of its examples where one is named. */
  choose(summary: string, example?: string): Promise<void>
  /** Chooses what the last response leads to. */
  follow(summary: string): Promise<void>
  send(status: number): Promise<void>
  /** The body of the last response, as it is shown. */
  bodyText(): Promise<string>
  /** What the page says of the last response. */
  responseText(): Promise<string | null>
}

/** Steers a try-it page that is open. */
export function steerTryPage(page: Page): TryPage {
  const response = page.getByRole('region', { name: 'Response' })
  const sent = page.getByRole('region', { name: 'Sent from this page' }).getByRole('listitem')
  let chosen = ''

  /** Whichever requests a click sends, the last of them is the one that is waited for. */
  async function clickForResponse(name: string, verdict: RegExp): Promise<void> {
    const before = await sent.count()
    await page.getByRole('button', { name, exact: true }).click()
    await expect
      .poll(async () => ((await sent.count()) > before ? sent.first().textContent() : ''))
      .toMatch(verdict)
  }

  async function arriveAt(summary: string): Promise<void> {
    await page.getByRole('heading', { name: summary, exact: true }).waitFor()
    chosen = summary
  }

  return {
    page,
    openSession: () => clickForResponse('Open a session', /^200 .*Create a session/),
    logIn: (email) => clickForResponse(`Log in as ${email}`, /^200 .*Log in a customer/),
    async choose(summary, example) {
      const operations = page.getByRole('navigation', { name: 'Operations' })
      await operations.getByRole('link', { name: summary }).click()
      await arriveAt(summary)
      if (example !== undefined) await page.getByLabel('Example', { exact: true }).selectOption(example)
    },
    async follow(summary) {
      await response.getByRole('button', { name: summary, exact: true }).click()
      await arriveAt(summary)
    },
    send: (status) => clickForResponse('Send', new RegExp(`^${status} .*${chosen}`)),
    responseText: () => response.getByRole('status').textContent(),
    async bodyText() {
      const text = await response.getByLabel('Response body').textContent()
      return text ?? ''
    },
  }
}
