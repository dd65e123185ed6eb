import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * The file of a package's command, by its manifest. Searches the given folder, and then the folder where these
 * tools are installed. Throws if the package is not installed.
 */
export function findProgram(packageName: string, command: string, folder?: string): string {
  const places = folder === undefined ? [] : [pathToFileURL(join(folder, 'package.json')).href]
  for (const place of [...places, import.meta.url]) {
    const manifest = findManifest(packageName, place)
    if (manifest === undefined) continue
    const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as {
      readonly bin?: string | Readonly<Record<string, string>>
    }
    const file = typeof bin === 'string' ? bin : bin?.[command]
    if (file !== undefined) return join(dirname(manifest), file)
  }
  throw new Error(`${packageName} with its command ${command} is not installed`)
}

function findManifest(packageName: string, place: string): string | undefined {
  try {
    return findPackageJSON(packageName, place)
  } catch {
    return undefined
  }
}
