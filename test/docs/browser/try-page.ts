import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** The actions of a reader on the try-it page. Each action that sends a request waits for its response and expects its status. */
export interface TryPage {
  readonly page: Page
  openSession(): Promise<void>
  logIn(email: string): Promise<void>
  /** Chooses an operation by its summary, and one of its examples if `example` is given. */
  choose(summary: string, example?: string): Promise<void>
  /** Follows a link in the last response to the operation with this summary. */
  follow(summary: string): Promise<void>
  send(status: number): Promise<void>
  /** The body of the last response, as displayed. */
  bodyText(): Promise<string>
  /** The page's verdict on the last response. */
  responseText(): Promise<string | null>
}

/** Creates the actions for an open try-it page. */
export function steerTryPage(page: Page): TryPage {
  const response = page.getByRole('region', { name: 'Response' })
  const sent = page.getByRole('region', { name: 'Sent from this page' }).getByRole('listitem')
  let chosen = ''

  /** Waits for the last of the requests that a click sends. */
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
