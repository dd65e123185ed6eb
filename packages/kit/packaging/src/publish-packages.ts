import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { runNpm, runProgram } from './run-program.ts'

/**
 * Publishes the tarballs of a folder whose version the registry lacks, so that a run that broke off can be repeated. Returns what
 * it published: `@contract-kit/client@1.1.0`. Settings of npm, such as the registry and provenance, are those of the environment.
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

/** Name and version of a tarball: `@contract-kit/client@1.1.0`. */
async function readId(tarball: string): Promise<string> {
  const text = await runProgram('.', 'tar', ['-xzOf', tarball, 'package/package.json'])
  const { name, version } = JSON.parse(text) as { readonly name: string; readonly version: string }
  return `${name}@${version}`
}

async function isPublished(folder: string, id: string): Promise<boolean> {
  try {
    return (await runNpm(folder, 'view', id, 'version')).trim() !== ''
  } catch (error) {
    // The registry knows no package of this name. Anything else must not be taken for that.
    if (error instanceof Error && /\bE404\b/.test(error.message)) return false
    throw error
  }
}
