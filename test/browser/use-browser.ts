import { afterEach, beforeAll, expect } from 'vitest'
import { noFaults, openBrowser, type TestBrowser } from './open-browser.ts'

/**
 * Shares one browser between all tests of a file. After each test, closes its pages. Fails the test if a page tried to leave
 * its origin, wrote an error to the console or threw one.
 */
export function useBrowser(): Pick<TestBrowser, 'openPage'> {
  let browser: TestBrowser | undefined
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterEach(async () => {
    const faults = await browser?.takeFaults()
    await browser?.closePages()
    expect(faults).toStrictEqual(noFaults)
  })
  return {
    openPage(url, options) {
      if (browser === undefined) throw new Error('A page is opened within a test')
      return browser.openPage(url, options)
    },
  }
}
