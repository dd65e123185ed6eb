import { existsSync } from 'node:fs'
import { posix, win32 } from 'node:path'
import process from 'node:process'

/** The properties of a machine that determine where a browser may be installed. */
export interface Machine {
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
  exists(path: string): boolean
}

const thisMachine: Machine = { platform: process.platform, env: process.env, exists: existsSync }

/**
 * Returns the path of an installed Chrome, Chromium or Edge, in this order. If there is none, throws an error that says what
 * to install.
 */
export function findInstalledBrowser(machine: Machine = thisMachine): string {
  const found = usualPaths(machine).find((path) => machine.exists(path))
  if (found !== undefined) return found
  throw new Error(
    'The browser tests need Google Chrome, Chromium or Microsoft Edge: install one of them, or name its executable in CHROME_PATH.',
  )
}

function usualPaths({ platform, env }: Machine): readonly string[] {
  if (platform === 'darwin') {
    return ['Google Chrome', 'Chromium', 'Microsoft Edge'].flatMap((name) =>
      ['/Applications', `${env['HOME']}/Applications`].map(
        (folder) => `${folder}/${name}.app/Contents/MacOS/${name}`,
      ),
    )
  }
  if (platform === 'win32') {
    const programs = ['Google\\Chrome\\Application\\chrome.exe', 'Chromium\\Application\\chrome.exe']
    return [...programs, 'Microsoft\\Edge\\Application\\msedge.exe'].flatMap((program) =>
      [env['ProgramFiles'], env['ProgramFiles(x86)'], env['LOCALAPPDATA']]
        .filter((folder) => folder !== undefined)
        .map((folder) => win32.join(folder, program)),
    )
  }
  const folders = (env['PATH'] ?? '').split(':').filter((folder) => posix.isAbsolute(folder))
  return ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser', 'microsoft-edge'].flatMap(
    (name) => folders.map((folder) => posix.join(folder, name)),
  )
}
