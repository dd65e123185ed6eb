import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { runNpm, runProgram } from './run-program.ts'

/**
 * Publishes the tarballs of a folder whose version the registry lacks, so that an interrupted run can be repeated. Returns the published
 * versions: `@contract-kit/client@1.1.0`. npm settings, such as the registry and provenance, come from the environment.
 */
export async function publishPackages(folder: string): Promise<readonly string[]> {
  const published: string[] = []
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.tgz')).toSorted()) {
    const tarball = join(folder, file)
    const id = await readId(tarball)
    if (await isPublished(folder, id)) continue
    await runNpm(folder, 'publish', tarball, '--access', 'public')
    published.push(id)
  }
  return published
}

/** Reads the name and version of a tarball: `@contract-kit/client@1.1.0`. */
async function readId(tarball: string): Promise<string> {
  const text = await runProgram('.', 'tar', ['-xzOf', tarball, 'package/package.json'])
  const { name, version } = JSON.parse(text) as { readonly name: string; readonly version: string }
  return `${name}@${version}`
}

async function isPublished(folder: string, id: string): Promise<boolean> {
  try {
    return (await runNpm(folder, 'view', id, 'version')).trim() !== ''
  } catch (error) {
    // Only 404 means that the package does not exist; treat any other error as a failure.
    if (error instanceof Error && /\bE404\b/.test(error.message)) return false
    throw error
  }
}
