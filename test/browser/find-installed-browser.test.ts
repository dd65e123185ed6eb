import { describe, expect, it } from 'vitest'
import { findInstalledBrowser, type Machine } from './find-installed-browser.ts'

function machine(platform: NodeJS.Platform, env: Machine['env'], ...installed: string[]): Machine {
  return { platform, env, exists: (path) => installed.includes(path) }
}

describe('findInstalledBrowser', () => {
  it.each([
    [
      'Chrome on macOS',
      machine(
        'darwin',
        { HOME: '/Users/erin' },
        '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      ),
    ],
    [
      "a user's own Chromium on macOS",
      machine(
        'darwin',
        { HOME: '/Users/erin' },
        '/Users/erin/Applications/Chromium.app/Contents/MacOS/Chromium',
      ),
    ],
    [
      'Edge on Windows',
      machine(
        'win32',
        { 'ProgramFiles(x86)': 'C:\\Program Files (x86)' },
        'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
      ),
    ],
    ['Chromium on Linux', machine('linux', { PATH: '/usr/bin:/opt/bin' }, '/opt/bin/chromium')],
  ])('finds %s', (_, each) => {
    expect(each.exists(findInstalledBrowser(each))).toBe(true)
  })

  it('prefers Chrome to what the system brings', () => {
    const folder = 'C:\\Program Files'
    const both = machine(
      'win32',
      { ProgramFiles: folder },
      `${folder}\\Microsoft\\Edge\\Application\\msedge.exe`,
      `${folder}\\Google\\Chrome\\Application\\chrome.exe`,
    )
    expect(findInstalledBrowser(both)).toContain('chrome.exe')
  })

  it.each(['darwin', 'win32', 'linux'] as const)('names what to install on %s', (platform) => {
    expect(() => findInstalledBrowser(machine(platform, {}))).toThrow(
      /install one of them, or name its executable in CHROME_PATH/,
    )
  })
})
