import { afterEach, beforeAll, expect } from 'vitest'
import { noFaults, openBrowser, type TestBrowser } from './open-browser.ts'

/**
 * One browser for all tests of a file. After each test its pages are closed, and none may have tried to leave its
 * origin, written an error to the console or thrown one.
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
