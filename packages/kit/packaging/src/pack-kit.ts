import { mkdir, readdir, rm } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { packWorkspace } from './consumer-project.ts'
import { kitWorkspaces } from './registry.ts'

/**
 * Command: `npm run pack:kit -- <folder>` builds every package of the kit and writes its tarball into the folder. Replaces all
 * existing tarballs.
 */
const [folder, ...surplus] = process.argv.slice(2)

if (folder === undefined || surplus.length > 0) {
  process.stderr.write('Name the folder for the tarballs: npm run pack:kit -- <folder>\n')
  process.exitCode = 2
} else {
  const target = resolve(folder)
  await mkdir(target, { recursive: true })
  for (const old of (await readdir(target)).filter((name) => name.endsWith('.tgz')))
    await rm(join(target, old))
  for (const workspace of kitWorkspaces)
    process.stdout.write(`${basename(await packWorkspace(workspace, target))}\n`)
}
