import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bundleModules } from './package/bundle-modules.ts'
import { emitDeclarations } from './package/emit-declarations.ts'
import { entriesOf, publishedManifest, type WorkspaceManifest } from './package/published-manifest.ts'
import { thirdPartyNotices } from './package/third-party-notices.ts'

const workspace = join(import.meta.dirname, '..')

/**
 * Makes the folder that is published, in place of what was there: modules, declarations and a manifest without
 * dependencies. `npm install <folder>` and `npm pack <folder>` take it as it is. Throws with the compiler's words
 * where the sources do not compile.
 */
export async function createPackageFolder(folder: string): Promise<void> {
  const manifest: WorkspaceManifest = JSON.parse(await readFile(join(workspace, 'package.json'), 'utf8'))
  const entries = entriesOf(manifest)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await Promise.all([
    bundleModules(workspace, entries, folder),
    emitDeclarations(workspace, entries, join(folder, 'types')),
    writeFile(join(folder, 'package.json'), `${JSON.stringify(publishedManifest(manifest), null, 2)}\n`),
    writeFile(join(folder, 'THIRD-PARTY-NOTICES.md'), await thirdPartyNotices()),
    cp(join(workspace, 'README.md'), join(folder, 'README.md')),
    cp(join(import.meta.dirname, '../../../../LICENSE'), join(folder, 'LICENSE')),
  ])
}
