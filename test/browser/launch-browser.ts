import process from 'node:process'
import { type Browser, chromium } from 'playwright-core'
import { findInstalledBrowser } from './find-installed-browser.ts'
import { type BrowserCommand, unpackChromium } from './unpack-chromium.ts'

const args = [
  // Only names of this machine are resolved, both for pages and for the browser's own requests.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
  '--disable-gpu',
  // A page lives for about a second, so optimizing its scripts would take longer than it saves.
  '--js-flags=--no-opt --no-maglev',
]

/**
 * Starts a headless browser: the executable in `CHROME_PATH`, otherwise the npm package's Chromium on Linux x64, otherwise
 * an installed browser.
 */
export async function launchBrowser(): Promise<Browser> {
  const { executablePath, env } = await chooseBrowser()
  return chromium
    .launch({ executablePath, args, env: { ...process.env, ...env } })
    .catch((cause: unknown) => {
      const hint = 'Install Google Chrome, Chromium or Microsoft Edge and name its executable in CHROME_PATH'
      throw new Error(`${executablePath} does not start on this machine. ${hint}.`, { cause })
    })
}

async function chooseBrowser(): Promise<BrowserCommand> {
  const named = process.env['CHROME_PATH']
  if (named !== undefined) return { executablePath: named, env: {} }
  if (process.platform === 'linux' && process.arch === 'x64') return unpackChromium()
  return { executablePath: findInstalledBrowser(), env: {} }
}
