import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Waits until the reference shows the operation of this summary at the top of the window. */
export async function expectOperation(page: Page, summary: string): Promise<void> {
  const heading = page.getByRole('heading', { name: summary, exact: false })
  const readTop = async (): Promise<number | undefined> => (await heading.boundingBox())?.y
  await expect.poll(readTop).toBeLessThan(400)
}
