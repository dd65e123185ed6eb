import { describe, expect, it } from 'vitest'
import { findInstalledBrowser } from './find-installed-browser.ts'

const programs = 'C:\\Program Files'

describe('findInstalledBrowser', () => {
  it.each([
    ['darwin', { HOME: '/Users/erin' }, '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
    ['darwin', { HOME: '/Users/erin' }, '/Users/erin/Applications/Chromium.app/Contents/MacOS/Chromium'],
    ['win32', { ProgramFiles: programs }, `${programs}\\Google\\Chrome\\Application\\chrome.exe`],
    ['win32', { 'ProgramFiles(x86)': programs }, `${programs}\\Microsoft\\Edge\\Application\\msedge.exe`],
    ['linux', { PATH: '/usr/bin:/opt/bin' }, '/opt/bin/chromium'],
  ] as const)('finds on %s, with %o, %s, or says what to install', (platform, env, installed) => {
    expect(findInstalledBrowser({ platform, env, exists: (path) => path === installed })).toBe(installed)
    expect(() => findInstalledBrowser({ platform, env, exists: () => false })).toThrow(
      /install one of them, or name its executable in CHROME_PATH/,
    )
  })
})
