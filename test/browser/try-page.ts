import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { patience } from './patience.ts'

/** What a reader does on the try-it page. Every step waits for its answer and expects the verdict that it names. */
export interface TryPage {
  readonly page: Page
  openSession(): Promise<void>
  logIn(email: string): Promise<void>
  /** Chooses an operation by its summary, and one of its examples where one is named. */
  choose(summary: string, example?: string): Promise<void>
  /** Chooses what the last answer leads to. */
  follow(summary: string): Promise<void>
  send(status: number): Promise<void>
  /** The body of the last answer, as it is shown. */
  bodyText(): Promise<string>
}

/** Steers a try-it page that is open. */
export function steerTryPage(page: Page): TryPage {
  const answer = page.getByRole('region', { name: 'Answer' })
  const sent = page.getByRole('region', { name: 'Sent from this page' }).getByRole('listitem')
  let chosen = ''

  /** Whichever requests a click sends, the last of them is the one that is waited for. */
  async function clickForAnswer(name: string, verdict: RegExp): Promise<void> {
    const before = await sent.count()
    await page.getByRole('button', { name, exact: true }).click()
    await expect
      .poll(async () => ((await sent.count()) > before ? sent.first().textContent() : ''), patience)
      .toMatch(verdict)
  }

  async function arriveAt(summary: string): Promise<void> {
    await page.getByRole('heading', { name: summary, exact: true }).waitFor()
    chosen = summary
  }

  return {
    page,
    openSession: () => clickForAnswer('Open a session', /^200 .*Create a session/),
    logIn: (email) => clickForAnswer(`Log in as ${email}`, /^200 .*Log in a customer/),
    async choose(summary, example) {
      const operations = page.getByRole('navigation', { name: 'Operations' })
      await operations.getByRole('link', { name: summary }).click()
      await arriveAt(summary)
      if (example !== undefined) await page.getByLabel('Example', { exact: true }).selectOption(example)
    },
    async follow(summary) {
      await answer.getByRole('button', { name: summary, exact: true }).click()
      await arriveAt(summary)
    },
    send: (status) => clickForAnswer('Send', new RegExp(`^${status} .*${chosen}`)),
    async bodyText() {
      const text = await answer.getByLabel('Body of the answer').textContent()
      return text ?? ''
    },
  }
}
