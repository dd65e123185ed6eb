import process from 'node:process'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { launchBrowser } from './launch-browser.ts'

afterEach(() => void vi.unstubAllEnvs())

describe('launchBrowser', () => {
  it('says what to install where the browser does not start', async () => {
    vi.stubEnv('CHROME_PATH', process.execPath)
    await expect(launchBrowser()).rejects.toThrow(
      `${process.execPath} does not start on this machine. Install Google Chrome, Chromium or Microsoft Edge`,
    )
  })
})
